#pragma once

#include <string>
#include <variant>

#include "base/config.h"
#include "base/toml.h"

namespace nacre::base {

// A value that `key` allows, or what is wrong with it: "expects a whole number".
using Checked = std::variant<ConfigValue, std::string>;

Checked check_config_value(const ConfigKey& key, const toml::node& node);

}  // namespace nacre::base
