#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/nearest.h"  // IWYU pragma: export
#include "base/result.h"

namespace nacre::base {

enum class ConfigType { Bool, Integer, Number, String, StringList };

using ConfigValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

// One row of the table that defines every key; docs/config.md repeats it and a
// test compares the two.
struct ConfigKey {
  std::string_view name;  // "recall.half_life_days"
  ConfigType type;
  std::string_view default_text;  // As in TOML: "30", "\"half_life\"", "[]".
  double minimum, maximum;        // Bounds of Integer and Number; equal: none.
  std::string_view choices;       // "a|b|c" for String; empty: free.
  std::string_view openclaw;      // Its name there; empty: none.
  std::string_view help;
};

std::span<const ConfigKey> config_keys();

// Null when the table has no such key.
const ConfigKey* find_config_key(std::string_view name);
// What somebody who wrote `name` may have meant: a key or table spelled nearly so, a
// key that they put into the wrong table, or OpenClaw's name of a key; else empty.
std::string nearest_config_key(std::string_view name);

// The value that `text` says: TOML, or as people type it, without the quotes of a
// text and with commas between the elements of a list. InvalidArgument for a wrong
// type, a value out of range, or none of the choices.
Result<ConfigValue> parse_config_value(const ConfigKey& key, std::string_view text);
// As TOML, on one line.
std::string config_text(const ConfigValue& value);

// What is wrong with a configuration file, by key and line.
struct ConfigProblem {
  std::string key;
  std::uint32_t line = 0;
  std::string message;  // Says the expected type, range or the nearest key.
};

// Values of .nacre/config.toml over the defaults of the table. A value that has
// a problem is left at its default: a bad key never stops the program.
//
// Threads: immutable after `parse`.
class Config {
 public:
  Config();  // All defaults.

  // Corruption when `toml` is not TOML at all (with line and column), and
  // ResourceExhausted above 1 MiB; everything else becomes a problem, of which
  // the first 100 by line are kept.
  static Result<Config> parse(std::string_view toml);

  // `key` must stand in the table, with that type.
  bool boolean(std::string_view key) const;
  std::int64_t integer(std::string_view key) const;
  double number(std::string_view key) const;
  const std::string& string(std::string_view key) const;
  const std::vector<std::string>& list(std::string_view key) const;

  const ConfigValue& value(std::string_view key) const;

  bool is_default(std::string_view key) const;
  // Where the file sets it; 0 for a default.
  std::uint32_t line(std::string_view key) const;
  const std::vector<ConfigProblem>& problems() const { return problems_; }

 private:
  std::map<std::string, ConfigValue, std::less<>> values_;
  std::map<std::string, std::uint32_t, std::less<>> lines_;
  std::vector<ConfigProblem> problems_;
};

}  // namespace nacre::base
