#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <set>

#include "base/config.h"
#include "base/result.h"

namespace nacre::base {
namespace {

std::string code(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string number(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 15);
  return {text.data(), end.ptr};
}

std::string type_cell(const ConfigKey& key) {
  switch (key.type) {
    case ConfigType::Bool:
      return "boolean";
    case ConfigType::StringList:
      return "list of texts";
    case ConfigType::Integer:
      return "integer, " + number(key.minimum) + " to " + number(key.maximum);
    case ConfigType::Number:
      return "number, " + number(key.minimum) + " to " + number(key.maximum);
    case ConfigType::String:
      break;
  }
  if (key.choices.empty()) return "text";
  std::string cell;
  for (std::size_t begin = 0; begin <= key.choices.size();) {
    const std::size_t end = std::min(key.choices.find('|', begin), key.choices.size());
    if (begin > 0) cell += ", ";
    cell += code("\"" + std::string(key.choices.substr(begin, end - begin)) + "\"");
    begin = end + 1;
  }
  return cell;
}

std::string row(const ConfigKey& key) {
  const std::string openclaw = key.openclaw.empty() ? "" : code(key.openclaw) + " ";
  return "| " + code(key.name) + " | " + type_cell(key) + " | " + code(key.default_text) + " | " +
         openclaw + "| " + std::string(key.help) + " |";
}

TEST(ConfigKeys, AreDocumentedRowByRow) {
  std::ifstream document(NACRE_CONFIG_DOCUMENT);
  ASSERT_TRUE(document) << NACRE_CONFIG_DOCUMENT;
  std::string documented;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("| `") && line.find('.') < line.find(" | ")) documented += line + "\n";
  }
  std::string expected;
  for (const ConfigKey& key : config_keys()) expected += row(key) + "\n";
  EXPECT_EQ(documented, expected);
}

TEST(ConfigKeys, AreUniqueAndExplained) {
  std::set<std::string_view> names;
  for (const ConfigKey& key : config_keys()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_TRUE(key.help.ends_with(".")) << key.name;
    EXPECT_EQ(key.help.find('|'), std::string_view::npos) << key.name;
  }
}

TEST(ConfigKeys, DefaultsAreTomlInsideTheirOwnBounds) {
  const Config defaults;
  for (const ConfigKey& key : config_keys()) {
    SCOPED_TRACE(key.name);
    const auto config =
        Config::parse(std::string(key.name) + " = " + std::string(key.default_text));
    ASSERT_TRUE(config.ok());
    EXPECT_TRUE(config.value().problems().empty());
    EXPECT_FALSE(config.value().is_default(key.name));
    switch (key.type) {
      case ConfigType::Bool:
        EXPECT_EQ(config.value().boolean(key.name), defaults.boolean(key.name));
        break;
      case ConfigType::Integer:
        EXPECT_EQ(config.value().integer(key.name), defaults.integer(key.name));
        break;
      case ConfigType::Number:
        EXPECT_EQ(config.value().number(key.name), defaults.number(key.name));
        break;
      case ConfigType::String:
        EXPECT_EQ(config.value().string(key.name), defaults.string(key.name));
        break;
      case ConfigType::StringList:
        EXPECT_EQ(config.value().list(key.name), defaults.list(key.name));
        break;
    }
  }
}

TEST(ConfigKeys, EveryNumberHasBounds) {
  for (const ConfigKey& key : config_keys()) {
    if (key.type != ConfigType::Integer && key.type != ConfigType::Number) continue;
    EXPECT_LT(key.minimum, key.maximum) << key.name;
  }
}

}  // namespace
}  // namespace nacre::base
