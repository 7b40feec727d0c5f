#include "base/config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

// toml++ 3.3 asserts, or tells the optimiser to assume, what some inputs break: a
// header such as "[!x]". Without that, the checks that follow refuse them.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

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

std::string_view expected(ConfigType type) {
  switch (type) {
    case ConfigType::Bool:
      return "true or false";
    case ConfigType::Integer:
      return "a whole number";
    case ConfigType::Number:
      return "a number";
    case ConfigType::String:
      return "a text in quotes";
    case ConfigType::StringList:
      return "a list of texts, such as [\"a\", \"b\"]";
  }
  NACRE_CHECK(false);
}

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 15);
  return {text.data(), end.ptr};
}

std::vector<std::string_view> split_choices(std::string_view choices) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= choices.size();) {
    const std::size_t end = std::min(choices.find('|', begin), choices.size());
    words.push_back(choices.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string_view last_part(std::string_view key) {
  return key.substr(key.rfind('.') + 1);
}

const ConfigKey* find_key(std::string_view name) {
  const auto keys = config_keys();
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [name](const ConfigKey& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
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

// What somebody who wrote `name` may have meant: a key or table spelled nearly so,
// a key that they put into the wrong table, or OpenClaw's name of a key.
std::string suggestion_for(std::string_view name) {
  std::vector<std::string_view> candidates;
  for (const ConfigKey& key : config_keys()) {
    candidates.push_back(key.name);
    candidates.push_back(key.name.substr(0, key.name.rfind('.')));
  }
  const std::string near = nearest(name, candidates);
  if (!near.empty()) return near;
  for (const ConfigKey& key : config_keys()) {
    if (last_part(key.name) == last_part(name)) return std::string(key.name);
    if (!key.openclaw.empty() && last_part(key.openclaw) == last_part(name)) {
      return std::string(key.name);
    }
  }
  return {};
}

// The value of `node` for `key`, or what is wrong with it.
using Checked = std::variant<ConfigValue, std::string>;

std::string wrong_type(const ConfigKey& key) {
  return "expects " + std::string(expected(key.type));
}

template <typename Numeric>
Checked check_range(const ConfigKey& key, Numeric value) {
  const auto as_double = static_cast<double>(value);
  const bool bounded = key.minimum < key.maximum;
  if (std::isfinite(as_double) &&
      (!bounded || (as_double >= key.minimum && as_double <= key.maximum))) {
    return ConfigValue(value);
  }
  if (!bounded) return wrong_type(key);
  return "must lie between " + number_text(key.minimum) + " and " + number_text(key.maximum);
}

Checked check_choice(const ConfigKey& key, const std::string& value) {
  if (key.choices.empty()) return ConfigValue(value);
  const std::vector<std::string_view> choices = split_choices(key.choices);
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return ConfigValue(value);
  std::string message = "must be one of ";
  for (const std::string_view choice : choices) {
    if (choice != choices.front()) message += ", ";
    message.append("\"").append(choice).append("\"");
  }
  const std::string near = nearest(value, choices);
  return near.empty() ? message : message + "; did you mean \"" + near + "\"?";
}

Checked check_list(const ConfigKey& key, const toml::array& array) {
  std::vector<std::string> values;
  for (const toml::node& element : array) {
    const auto* text = element.as_string();
    if (text == nullptr) return wrong_type(key);
    values.push_back(text->get());
  }
  return ConfigValue(std::move(values));
}

Checked check(const ConfigKey& key, const toml::node& node) {
  switch (key.type) {
    case ConfigType::Bool:
      if (const auto* value = node.as_boolean()) return ConfigValue(value->get());
      break;
    case ConfigType::Integer:
      if (const auto* value = node.as_integer()) return check_range(key, value->get());
      break;
    case ConfigType::Number:
      if (const auto* value = node.as_integer()) {
        return check_range(key, static_cast<double>(value->get()));
      }
      if (const auto* value = node.as_floating_point()) return check_range(key, value->get());
      break;
    case ConfigType::String:
      if (const auto* value = node.as_string()) return check_choice(key, value->get());
      break;
    case ConfigType::StringList:
      if (const auto* value = node.as_array()) return check_list(key, *value);
      break;
  }
  return wrong_type(key);
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
  using Sink = std::map<std::string, ConfigValue, std::less<>>;
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
    if (const ConfigKey* known = find_key(name)) {
      load_value(*known, line, node);
    } else if (inner != nullptr && (is_table(name) || is_openclaw_table(name))) {
      // Theirs are walked too, so that their names meet the suggestion of ours.
      load(*inner, name + ".");
    } else if (is_table(name)) {
      add_problem(name, line, "is a table: write [" + name + "]");
    } else {
      const std::string suggestion = suggestion_for(name);
      add_problem(name, line,
                  suggestion.empty() ? "is no known key"
                                     : "is no known key; did you mean '" + suggestion + "'?");
    }
  }

  void load_value(const ConfigKey& key, std::uint32_t line, const toml::node& node) {
    Checked checked = check(key, node);
    if (auto* value = std::get_if<ConfigValue>(&checked)) {
      values_->insert_or_assign(std::string(key.name), std::move(*value));
    } else {
      add_problem(std::string(key.name), line, std::get<std::string>(checked));
    }
  }

  void add_problem(const std::string& name, std::uint32_t line, std::string_view message) {
    problems_.push_back({name, line, "'" + name + "' " + std::string(message)});
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
                                            std::to_string(at.column) + ": " +
                                            std::string(parsed.error().description())};
  }
  Config config;
  std::map<std::string, ConfigValue, std::less<>> given;
  Loader loader(given);
  loader.load(parsed.table(), "");
  config.problems_ = std::move(loader).problems();
  for (auto& [name, value] : given) {
    config.set_.insert(name);
    config.values_.insert_or_assign(name, std::move(value));
  }
  return config;
}

const ConfigValue& Config::at(std::string_view key) const {
  const auto found = values_.find(key);
  NACRE_CHECK(found != values_.end());
  return found->second;
}

bool Config::boolean(std::string_view key) const {
  return get<bool>(at(key));
}
std::int64_t Config::integer(std::string_view key) const {
  return get<std::int64_t>(at(key));
}
double Config::number(std::string_view key) const {
  return get<double>(at(key));
}
const std::string& Config::string(std::string_view key) const {
  return get<std::string>(at(key));
}
const std::vector<std::string>& Config::list(std::string_view key) const {
  return get<std::vector<std::string>>(at(key));
}

bool Config::is_default(std::string_view key) const {
  NACRE_CHECK(values_.contains(key));
  return !set_.contains(key);
}

}  // namespace nacre::base
