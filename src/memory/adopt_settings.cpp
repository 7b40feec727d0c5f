#include "memory/adopt_settings.h"

#include <array>

#include "base/config.h"
#include "base/config_edit.h"
#include "guard/redact.h"

namespace nacre::memory {
namespace {

struct Reason {
  std::string_view prefix, why;
};

// Why there is no such key here; the first prefix that fits.
constexpr std::array<Reason, 17> kReasons = {{
    {"memory.search.remote", "not looked into: it may hold a key"},
    {"memory.qmd", "not looked into: another engine's settings"},
    {"memory.search.provider", "notes are found by their words; there are no embeddings yet"},
    {"memory.search.model", "notes are found by their words; there are no embeddings yet"},
    {"memory.search.fallback", "notes are found by their words; there are no embeddings yet"},
    {"memory.search.local", "notes are found by their words; there are no embeddings yet"},
    {"memory.search.multimodal", "notes are found by their words; there are no embeddings yet"},
    {"memory.search.query.hybrid",
     "ranking is Nacre's own; recall.preset = \"openclaw\" ranks alike"},
    {"memory.search.sources", "conversations are searched once they can be imported"},
    {"memory.search.experimental", "conversations are searched once they can be imported"},
    {"memory.search.rememberAcrossConversations",
     "conversations are searched once they can be imported"},
    {"memory.search.sync", "nacre watch and nacre index keep Nacre's own index"},
    {"memory.search.store", "nacre watch and nacre index keep Nacre's own index"},
    {"memory.search.cache", "nacre watch and nacre index keep Nacre's own index"},
    {"memory.backend", "it chooses among OpenClaw's own engines"},
    {"memory.citations", "every answer names its file and line"},
    {"agents.defaults.compaction", "conversations are compacted once they can be imported"},
}};

// Named like one of ours, but its scores are made another way: what leaves out noise there
// would leave out good matches here.
constexpr std::string_view kOtherScale = "memory.search.query.minScore";

std::string_view reason_of(std::string_view key) {
  for (const Reason& reason : kReasons) {
    const bool whole = key.size() == reason.prefix.size() ||
                       (key.size() > reason.prefix.size() && key[reason.prefix.size()] == '.');
    if (key.starts_with(reason.prefix) && whole) return reason.why;
  }
  return "there is no such setting here";
}

const base::ConfigKey* our_key(std::string_view openclaw) {
  for (const base::ConfigKey& key : base::config_keys()) {
    if (!key.openclaw.empty() && key.openclaw == openclaw) return &key;
  }
  return nullptr;
}

bool same_value(const base::ConfigKey& key, const base::Config& left, const base::Config& right) {
  switch (key.type) {
    case base::ConfigType::Bool:
      return left.boolean(key.name) == right.boolean(key.name);
    case base::ConfigType::Integer:
      return left.integer(key.name) == right.integer(key.name);
    case base::ConfigType::Number:
      return left.number(key.name) == right.number(key.name);
    case base::ConfigType::String:
      return left.string(key.name) == right.string(key.name);
    case base::ConfigType::StringList:
      return left.list(key.name) == right.list(key.name);
  }
  return false;
}

class Taking {
 public:
  explicit Taking(std::string_view toml, base::Config config)
      : config_(std::move(config)), toml_(toml) {}

  AdoptSetting take(const workspace::OpenClawValue& value) {
    AdoptSetting setting{.from = redactor_.redact(value.path).text};
    const base::ConfigKey* key = our_key(value.key);
    if (key == nullptr) return not_used(std::move(setting), reason_of(value.key));
    if (value.key == kOtherScale) {
      return not_used(std::move(setting),
                      "scores are made another way here; nacre config explain recall.min_score");
    }
    setting.key = key->name;
    if (value.toml.empty()) {
      return not_used(std::move(setting),
                      "its value is no plain one, or comes from a variable of the environment");
    }
    if (!redactor_.find(value.toml).empty()) {
      return not_used(std::move(setting), "its value looks like a secret");
    }
    auto edited = base::set_config_value(toml_, key->name, value.toml);
    if (!edited.ok()) return not_used(std::move(setting), edited.error().message);
    const auto wanted = base::Config::parse(edited.value());
    if (!wanted.ok()) return not_used(std::move(setting), wanted.error().message);
    setting.value = value.toml;
    if (!config_.is_default(key->name)) {
      const bool same = same_value(*key, config_, wanted.value());
      setting.state = same ? AdoptSettingState::Present : AdoptSettingState::Kept;
      if (!same) setting.why = "another value stands in .nacre/config.toml and stays";
      return setting;
    }
    toml_ = std::move(edited).value();
    setting.state = AdoptSettingState::Taken;
    return setting;
  }

  std::string toml() && { return std::move(toml_); }

 private:
  static AdoptSetting not_used(AdoptSetting setting, std::string_view why) {
    setting.state = AdoptSettingState::NotUsed;
    setting.why = why;
    return setting;
  }

  const guard::Redactor redactor_;
  const base::Config config_;
  std::string toml_;
};

}  // namespace

Result<TakenSettings> take_settings(std::string_view toml,
                                    const std::vector<workspace::OpenClawValue>& values) {
  Taking taking(toml, NACRE_TRY(base::Config::parse(toml)));
  std::vector<AdoptSetting> settings;
  settings.reserve(values.size());
  for (const workspace::OpenClawValue& value : values) settings.push_back(taking.take(value));
  return TakenSettings{.toml = std::move(taking).toml(), .settings = std::move(settings)};
}

}  // namespace nacre::memory
