#include "base/config_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/nearest.h"

namespace nacre::base {
namespace {

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

std::string wrong_type(const ConfigKey& key) {
  return "'" + std::string(key.name) + "' expects " + std::string(expected(key.type));
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
  return "'" + std::string(key.name) + "' must lie between " + number_text(key.minimum) + " and " +
         number_text(key.maximum);
}

Checked check_choice(const ConfigKey& key, const std::string& value) {
  if (key.choices.empty()) return ConfigValue(value);
  const std::vector<std::string_view> choices = split_choices(key.choices);
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return ConfigValue(value);
  std::string message = "'" + std::string(key.name) + "' must be one of ";
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

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte != 0x7F) {
    out += c;
    return;
  }
  out += "\\u00";
  out += kHexDigits[byte >> 4U];
  out += kHexDigits[byte & 15U];
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) append_escaped(out, c);
  return out + "\"";
}

// As TOML tells a number from a whole one.
std::string floating_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  std::string out(text.data(), end.ptr);
  if (out.find_first_of(".en") == std::string::npos) out += ".0";
  return out;
}

// What a person means who types `text` for a key of this type without TOML's quotes
// and brackets.
ConfigValue plain_list(std::string_view text) {
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    const std::size_t first = part.find_first_not_of(" \t");
    if (first != std::string_view::npos) {
      part = part.substr(first, part.find_last_not_of(" \t") - first + 1);
      values.emplace_back(part);
    }
    begin = end + 1;
  }
  return values;
}

bool looks_like_toml(const ConfigKey& key, std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const char c = first == std::string_view::npos ? '\0' : text[first];
  if (key.type == ConfigType::String) return c == '"' || c == '\'';
  if (key.type == ConfigType::StringList) return c == '[' || c == '"' || c == '\'';
  return true;
}

Error wrong_value(std::string problem) {
  return {ErrorCode::InvalidArgument, std::move(problem)};
}

}  // namespace

const ConfigKey* find_config_key(std::string_view name) {
  const auto keys = config_keys();
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [name](const ConfigKey& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

std::string nearest_config_key(std::string_view name) {
  std::vector<std::string_view> candidates;
  for (const ConfigKey& key : config_keys()) {
    candidates.push_back(key.name);
    candidates.push_back(key.name.substr(0, key.name.rfind('.')));
  }
  std::string near = nearest(name, candidates);
  if (!near.empty()) return near;
  for (const ConfigKey& key : config_keys()) {
    if (last_part(key.name) == last_part(name)) return std::string(key.name);
    if (!key.openclaw.empty() && last_part(key.openclaw) == last_part(name)) {
      return std::string(key.name);
    }
  }
  return {};
}

Checked check_config_value(const ConfigKey& key, const toml::node& node) {
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

Result<ConfigValue> parse_config_value(const ConfigKey& key, std::string_view text) {
  if (!looks_like_toml(key, text)) {
    if (key.type == ConfigType::StringList) return plain_list(text);
    Checked checked = check_choice(key, std::string(text));
    if (auto* value = std::get_if<ConfigValue>(&checked)) return std::move(*value);
    return wrong_value(std::get<std::string>(checked));
  }
  // A second assignment in `text` is a second entry, and no value.
  const toml::parse_result parsed = toml::parse("v = " + std::string(text));
  if (!parsed || parsed.table().size() != 1) return wrong_value(wrong_type(key));
  Checked checked = check_config_value(key, parsed.table().begin()->second);
  if (auto* value = std::get_if<ConfigValue>(&checked)) return std::move(*value);
  return wrong_value(std::get<std::string>(checked));
}

std::string config_text(const ConfigValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return floating_text(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  std::string out = "[";
  for (const std::string& element : std::get<std::vector<std::string>>(value)) {
    if (out.size() > 1) out += ", ";
    out += quoted(element);
  }
  return out + "]";
}

}  // namespace nacre::base
