#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace nacre::base {

// Keys keep the order in which docs/json.md lists them.
using Json = nlohmann::ordered_json;

// Corruption with byte offset when `text` is not JSON, or nests deeper than 64.
Result<Json> parse_json(std::string_view text);
// Compact, UTF-8 kept as is; bytes that are not UTF-8 become U+FFFD.
std::string dump_json(const Json& value);
std::string dump_json_pretty(const Json& value);
// {"error":{"code","message","hint"}}
Json error_json(const Error& error);

}  // namespace nacre::base
