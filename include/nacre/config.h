#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nacre/options.h"
#include "nacre/result.h"

namespace nacre {

struct ConfigFile {
  std::string path;  // Absolute.
  bool exists = false;
  std::string workspace;
};

// One key. Values are TOML on one line.
struct ConfigSetting {
  std::string key;
  std::string value, default_value;
  bool is_default = true;
  std::uint32_t line = 0;  // Where the file sets it; 0 for a default.
};

struct ConfigExplanation {
  ConfigSetting setting;
  std::string type;                  // boolean, integer, number, text, list
  std::vector<std::string> choices;  // Of a text; empty: free.
  std::optional<double> minimum, maximum;
  std::string help;
  std::string openclaw;             // Its name there; empty: none.
  std::vector<std::string> nearby;  // Keys of the same table.
  std::string file;                 // Whose value it is; empty without a workspace.
  std::string problem;              // Why the file's value does not count, or the file as a whole.
};

struct ConfigChange {
  std::string file;
  bool changed = false;  // false: it said so already.
  ConfigSetting before, after;
  std::string next;     // What must be done now; empty: nothing.
  std::string warning;  // Written, but it cannot be undone.
};

struct ConfigFinding {
  std::string file;        // As in the workspace, or absolute.
  std::uint32_t line = 0;  // 0: of the whole file.
  std::string key;         // Empty where it is of none.
  std::string message;
};

struct ConfigCheck {
  ConfigFile file;
  std::vector<ConfigFinding> findings;  // By file and line.
};

// The configuration of one workspace, also where it cannot be read.
//
// Threads: one at a time per object.
class Configuration {
 public:
  // NotFound when there is no workspace.
  static Result<std::unique_ptr<Configuration>> open(const OpenOptions& options);
  virtual ~Configuration() = default;

  virtual const ConfigFile& file() const = 0;
  // What is set, or every key with `all`. Corruption when the file is no TOML.
  virtual Result<std::vector<ConfigSetting>> list(bool all) = 0;
  // InvalidArgument for an unknown key, with the nearest in the hint.
  virtual Result<ConfigSetting> get(std::string_view key) = 0;
  // `value` as TOML, or as people type it. All other bytes of the file stay as they are.
  virtual Result<ConfigChange> set(std::string_view key, std::string_view value) = 0;
  virtual Result<ConfigChange> unset(std::string_view key) = 0;
  virtual Result<ConfigExplanation> explain(std::string_view key) = 0;
  // Everything that would be warned of, and what lies beside the file:
  // .nacreignore, word lists, openclaw.json, the place of the cache.
  virtual Result<ConfigCheck> check() = 0;
};

// As Configuration::explain, of the defaults: needs no workspace.
Result<ConfigExplanation> explain_config_key(std::string_view key);

}  // namespace nacre
