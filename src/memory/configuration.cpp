#include <algorithm>
#include <optional>

#include "base/config.h"
#include "base/config_edit.h"
#include "fs/root.h"
#include "memory/config_check.h"
#include "memory/history.h"
#include "memory/setting.h"
#include "nacre/config.h"
#include "text/utf8.h"
#include "workspace/layout.h"
#include "workspace/templates.h"

namespace nacre {
namespace {

constexpr std::uint64_t kConfigBytesMax = std::uint64_t{1} << 20;

std::string_view type_name(base::ConfigType type) {
  switch (type) {
    case base::ConfigType::Bool:
      return "boolean";
    case base::ConfigType::Integer:
      return "integer";
    case base::ConfigType::Number:
      return "number";
    case base::ConfigType::String:
      return "text";
    case base::ConfigType::StringList:
      return "list";
  }
  NACRE_CHECK(false);
}

std::string table_of(std::string_view key) {
  return std::string(key.substr(0, key.rfind('.') + 1));
}

ConfigSetting setting_of(const base::ConfigKey& key, const base::Config& config) {
  const base::Config defaults;
  return {.key = std::string(key.name),
          .value = base::config_text(config.value(key.name)),
          .default_value = base::config_text(defaults.value(key.name)),
          .is_default = config.is_default(key.name),
          .line = config.line(key.name)};
}

Result<const base::ConfigKey*> known_key(std::string_view key) {
  if (!text::utf8::is_valid(key)) return Error{ErrorCode::InvalidArgument, "key: it is not UTF-8"};
  const base::ConfigKey* found = base::find_config_key(key);
  if (found != nullptr) return found;
  const std::string near = base::nearest_config_key(key);
  return Error{ErrorCode::InvalidArgument, "'" + std::string(key) + "' is no known key",
               near.empty() ? "see `nacre config get --all`" : "did you mean '" + near + "'?"};
}

ConfigExplanation explanation_of(const base::ConfigKey& key, const base::Config& config) {
  ConfigExplanation out{.setting = setting_of(key, config),
                        .type = std::string(type_name(key.type)),
                        .help = std::string(key.help),
                        .openclaw = std::string(key.openclaw)};
  for (std::string_view rest = key.choices; !key.choices.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    out.choices.emplace_back(rest.substr(0, end));
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (key.minimum < key.maximum) {
    out.minimum = key.minimum;
    out.maximum = key.maximum;
  }
  for (const base::ConfigKey& other : base::config_keys()) {
    const bool kin = table_of(other.name) == table_of(key.name);
    if (kin && other.name != key.name) out.nearby.emplace_back(other.name);
  }
  return out;
}

// What the owner has to do after a change; the settings are of before and after.
std::string next_step(const memory::Setting& before, const memory::Setting& after) {
  if (before.cache_dir != after.cache_dir) {
    return "run `nacre index`: the index now belongs into '" + after.cache_dir + "'; the one in '" +
           before.cache_dir + "' is no longer used";
  }
  if (before.store().reading != after.store().reading || before.runs != after.runs) {
    return "run `nacre index`: notes are now indexed in another way, and until then recall answers "
           "from the files";
  }
  if (before.notes.ignore != after.notes.ignore ||
      before.notes.file_bytes_max != after.notes.file_bytes_max) {
    return "run `nacre index`: other files are indexed now";
  }
  return {};
}

class WorkspaceConfiguration final : public Configuration {
 public:
  WorkspaceConfiguration(OpenOptions options, std::unique_ptr<fs::FileSystem> files, fs::Root root)
      : options_(std::move(options)), files_(std::move(files)), root_(std::move(root)) {
    file_.workspace = root_.directory();
    file_.path = root_.directory() + "/" + std::string(workspace::kConfigFile);
    file_.exists = root_.exists(workspace::kConfigFile);
  }

  const ConfigFile& file() const override { return file_; }

  Result<std::vector<ConfigSetting>> list(bool all) override {
    const base::Config config = NACRE_TRY(read());
    std::vector<ConfigSetting> settings;
    for (const base::ConfigKey& key : base::config_keys()) {
      if (all || !config.is_default(key.name)) settings.push_back(setting_of(key, config));
    }
    return settings;
  }

  Result<ConfigSetting> get(std::string_view key) override {
    const base::ConfigKey* row = NACRE_TRY(known_key(key));
    return setting_of(*row, NACRE_TRY(read()));
  }

  Result<ConfigChange> set(std::string_view key, std::string_view value) override {
    if (!text::utf8::is_valid(value)) {
      return Error{ErrorCode::InvalidArgument, "value: it is not UTF-8"};
    }
    return change("config set", key, [&](std::string_view present) {
      return base::set_config_value(present, key, value);
    });
  }

  Result<ConfigChange> unset(std::string_view key) override {
    return change("config unset", key,
                  [&](std::string_view present) { return base::unset_config_value(present, key); });
  }

  Result<ConfigExplanation> explain(std::string_view key) override {
    const base::ConfigKey* row = NACRE_TRY(known_key(key));
    const auto config = read();
    ConfigExplanation out = explanation_of(*row, config.ok() ? config.value() : base::Config());
    out.file = file_.path;
    if (!config.ok()) {
      out.problem = config.error().message;
      return out;
    }
    for (const base::ConfigProblem& problem : config.value().problems()) {
      if (problem.key != key) continue;
      out.problem = std::string(workspace::kConfigFile) + ":" + std::to_string(problem.line) +
                    ": " + problem.message;
    }
    return out;
  }

  Result<ConfigCheck> check() override {
    return ConfigCheck{.file = file_, .findings = memory::check_configuration(options_, root_)};
  }

 private:
  Result<base::Config> read() const {
    const auto text = root_.read(workspace::kConfigFile, kConfigBytesMax);
    if (!text.ok() && text.error().code == ErrorCode::NotFound) return base::Config();
    if (!text.ok()) return text.error();
    auto config = base::Config::parse(text.value());
    if (config.ok()) return config;
    return std::move(config)
        .error()
        .in(workspace::kConfigFile)
        .with_hint("mend that line; `nacre config check` looks at the rest then");
  }

  template <typename EditText>
  Result<ConfigChange> change(std::string_view verb, std::string_view key, EditText edit) {
    const base::ConfigKey* row = NACRE_TRY(known_key(key));
    const base::Config config = NACRE_TRY(read());
    ConfigChange out{.file = file_.path, .before = setting_of(*row, config)};
    const auto before = NACRE_TRY(memory::open_setting(options_, memory::Warnings::Quiet));
    memory::History history(before);
    NACRE_TRY(workspace::hide_state_from_git(root_));
    out.changed = NACRE_TRY(
        history.replace(verb, workspace::kConfigFile,
                        [&](std::string_view present) -> Result<std::optional<std::string>> {
                          auto edited = edit(present);
                          if (!edited.ok())
                            return std::move(edited).error().in(workspace::kConfigFile);
                          return std::optional(std::move(edited).value());
                        }));
    out.warning = history.warning();
    out.after = setting_of(*row, NACRE_TRY(read()));
    const auto after = memory::open_setting(options_, memory::Warnings::Quiet);
    if (after.ok()) out.next = next_step(before, after.value());
    return out;
  }

  OpenOptions options_;
  std::unique_ptr<fs::FileSystem> files_;
  fs::Root root_;
  ConfigFile file_;
};

}  // namespace

Result<std::unique_ptr<Configuration>> Configuration::open(const OpenOptions& options) {
  auto files = fs::make_real_file_system();
  const workspace::Found found = NACRE_TRY(
      workspace::find_workspace(*files, options.workspace, memory::environment_of(options)));
  fs::Root root = NACRE_TRY(fs::Root::open(*files, found.directory));
  OpenOptions here = options;
  here.workspace = root.directory();
  return std::unique_ptr<Configuration>(
      std::make_unique<WorkspaceConfiguration>(std::move(here), std::move(files), std::move(root)));
}

Result<ConfigExplanation> explain_config_key(std::string_view key) {
  const base::ConfigKey* row = NACRE_TRY(known_key(key));
  return explanation_of(*row, base::Config());
}

}  // namespace nacre
