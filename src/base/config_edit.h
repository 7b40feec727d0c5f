#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace nacre::base {

// The text of a configuration file with `key` set to `value` (TOML, or as people type
// it: see parse_config_value), all other bytes kept: comments, order, spacing, line
// ends. The key goes into its table, which is made where it belongs when missing.
// InvalidArgument for an unknown key (with suggestion), a wrong type or a value out of
// range; Corruption when `toml` is no TOML; Unsupported, with the line, where the key's
// place is taken by something else.
Result<std::string> set_config_value(std::string_view toml, std::string_view key,
                                     std::string_view value);

// ... with the key taken out, so that its default holds; same text when it does not
// stand there.
Result<std::string> unset_config_value(std::string_view toml, std::string_view key);

}  // namespace nacre::base
