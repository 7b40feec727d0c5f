#pragma once

#include <string>
#include <string_view>

namespace nacre::workspace {

// Strict JSON from the JSON5 that people write by hand: comments, trailing
// commas, single-quoted strings and unquoted keys. Anything else is passed on
// for the JSON parser to judge.
std::string json_from_json5(std::string_view text);

}  // namespace nacre::workspace
