#include "base/config.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/config_check.h"

namespace nacre::base {
namespace {

constexpr std::size_t kTomlBytesMax = std::size_t{1} << 20;
constexpr std::size_t kProblemsMax = 100;

std::string_view unquoted(std::string_view text) {
  NACRE_CHECK(text.size() >= 2 && text.front() == '"' && text.back() == '"');
  return text.substr(1, text.size() - 2);
}

template <typename Numeric>
Numeric parsed(std::string_view text) {
  Numeric value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  NACRE_CHECK(error == std::errc() && end == text.data() + text.size());
  return value;
}

// Reads what the table holds, which is less than TOML; the TOML parser costs too
// much for every start.
ConfigValue default_of(const ConfigKey& key) {
  switch (key.type) {
    case ConfigType::Bool:
      return key.default_text == "true";
    case ConfigType::Integer:
      return parsed<std::int64_t>(key.default_text);
    case ConfigType::Number:
      return parsed<double>(key.default_text);
    case ConfigType::String:
      return std::string(unquoted(key.default_text));
    case ConfigType::StringList:
      NACRE_CHECK(key.default_text == "[]");
      return std::vector<std::string>();
  }
  NACRE_CHECK(false);
}

bool is_inside(std::string_view key, std::string_view table) {
  return key.size() > table.size() && key.starts_with(table) && key[table.size()] == '.';
}

bool is_table(std::string_view name) {
  const auto keys = config_keys();
  return std::any_of(keys.begin(), keys.end(),
                     [name](const ConfigKey& key) { return is_inside(key.name, name); });
}

bool is_openclaw_table(std::string_view name) {
  const auto keys = config_keys();
  return std::any_of(keys.begin(), keys.end(),
                     [name](const ConfigKey& key) { return is_inside(key.openclaw, name); });
}

template <typename T>
const T& get(const ConfigValue& value) {
  const T* typed = std::get_if<T>(&value);
  NACRE_CHECK(typed != nullptr);
  return *typed;
}

// Walks the tables of the file; goes no deeper than the keys do.
class Loader {
 public:
  struct Given {
    ConfigValue value;
    std::uint32_t line = 0;
  };
  using Sink = std::map<std::string, Given, std::less<>>;
  explicit Loader(Sink& values) : values_(&values) {}

  void load(const toml::table& table, const std::string& prefix) {
    for (const auto& [key, node] : table) load_entry(prefix + std::string(key.str()), key, node);
  }

  std::vector<ConfigProblem> problems() && {
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const auto& a, const auto& b) { return a.line < b.line; });
    if (problems_.size() > kProblemsMax) problems_.resize(kProblemsMax);
    return std::move(problems_);
  }

 private:
  void load_entry(const std::string& name, const toml::key& key, const toml::node& node) {
    const std::uint32_t line = key.source().begin.line;
    const toml::table* inner = node.as_table();
    if (const ConfigKey* known = find_config_key(name)) {
      load_value(*known, line, node);
    } else if (inner != nullptr && (is_table(name) || is_openclaw_table(name))) {
      // Theirs are walked too, so that their names meet the suggestion of ours.
      load(*inner, name + ".");
    } else if (is_table(name)) {
      add_problem(name, line, "'" + name + "' is a table: write [" + name + "]");
    } else {
      const std::string suggestion = nearest_config_key(name);
      add_problem(name, line,
                  suggestion.empty()
                      ? "'" + name + "' is no known key"
                      : "'" + name + "' is no known key; did you mean '" + suggestion + "'?");
    }
  }

  void load_value(const ConfigKey& key, std::uint32_t line, const toml::node& node) {
    Checked checked = check_config_value(key, node);
    if (auto* value = std::get_if<ConfigValue>(&checked)) {
      values_->insert_or_assign(std::string(key.name), Given{std::move(*value), line});
    } else {
      add_problem(std::string(key.name), line, std::get<std::string>(checked));
    }
  }

  void add_problem(const std::string& name, std::uint32_t line, std::string message) {
    problems_.push_back({name, line, std::move(message)});
  }

  Sink* values_;
  std::vector<ConfigProblem> problems_;
};

}  // namespace

Config::Config() {
  for (const ConfigKey& key : config_keys()) values_.emplace(key.name, default_of(key));
}

Result<Config> Config::parse(std::string_view toml) {
  if (toml.size() > kTomlBytesMax) {
    return Error{ErrorCode::ResourceExhausted, "configuration is larger than 1 MiB"};
  }
  const toml::parse_result parsed = toml::parse(toml);
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    return Error{ErrorCode::Corruption, "line " + std::to_string(at.line) + ", column " +
                                            std::to_string(at.column) + ": syntax error (" +
                                            std::string(parsed.error().description()) + ")"};
  }
  Config config;
  Loader::Sink given;
  Loader loader(given);
  loader.load(parsed.table(), "");
  config.problems_ = std::move(loader).problems();
  for (auto& [name, entry] : given) {
    config.lines_.emplace(name, entry.line);
    config.values_.insert_or_assign(name, std::move(entry.value));
  }
  return config;
}

const ConfigValue& Config::value(std::string_view key) const {
  const auto found = values_.find(key);
  NACRE_CHECK(found != values_.end());
  return found->second;
}

bool Config::boolean(std::string_view key) const {
  return get<bool>(value(key));
}
std::int64_t Config::integer(std::string_view key) const {
  return get<std::int64_t>(value(key));
}
double Config::number(std::string_view key) const {
  return get<double>(value(key));
}
const std::string& Config::string(std::string_view key) const {
  return get<std::string>(value(key));
}
const std::vector<std::string>& Config::list(std::string_view key) const {
  return get<std::vector<std::string>>(value(key));
}

bool Config::is_default(std::string_view key) const {
  NACRE_CHECK(values_.contains(key));
  return !lines_.contains(key);
}

std::uint32_t Config::line(std::string_view key) const {
  NACRE_CHECK(values_.contains(key));
  const auto found = lines_.find(key);
  return found == lines_.end() ? 0 : found->second;
}

}  // namespace nacre::base
