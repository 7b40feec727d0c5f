#include "base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace nacre::base {
namespace {

TEST(Json, KeepsTheOrderOfKeys) {
  const auto json = parse_json(R"({"z": 1, "a": [true, null, "中文"]})");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(dump_json(json.value()), R"({"z":1,"a":[true,null,"中文"]})");
}

TEST(Json, SaysWhereItIsMalformed) {
  const auto json = parse_json(R"({"a": [1,}")");
  ASSERT_FALSE(json.ok());
  EXPECT_EQ(json.error().code, ErrorCode::Corruption);
  EXPECT_TRUE(json.error().message.starts_with("JSON, byte 9: syntax error"))
      << json.error().message;
}

TEST(Json, RefusesWhatIsNoJson) {
  for (const std::string& text :
       std::vector<std::string>{"", "{", "nul", "[1] x", "\"\xff\"", "[1e999]", "{'a':1}"}) {
    const auto json = parse_json(text);
    ASSERT_FALSE(json.ok()) << text;
    EXPECT_EQ(json.error().code, ErrorCode::Corruption);
  }
}

TEST(Json, ErrorsDoNotRepeatTheBytes) {
  const std::string message = parse_json("[\"secret\xff\"]").error().message;
  EXPECT_EQ(message.find("secret"), std::string::npos) << message;
}

TEST(Json, BoundsTheDepth) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse_json(nested(64)).ok());
  const auto deep = parse_json(nested(65));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().message, "JSON, byte 64: nests deeper than 64");
  EXPECT_FALSE(parse_json(std::string(1'000'000, '[')).ok());
}

TEST(Json, BracketsInStringsDoNotNest) {
  const std::string brackets = "\"\\\"" + std::string(100, '[') + "\"";
  EXPECT_TRUE(parse_json(brackets).ok());
  EXPECT_TRUE(parse_json("[\"\\\\\", \"" + std::string(100, '{') + "\"]").ok());
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(dump_json(Json("a\xff"
                           "b")),
            "\"a\xEF\xBF\xBD"
            "b\"");
  EXPECT_EQ(dump_json_pretty(Json::array({"\xff"})), "[\n  \"\xEF\xBF\xBD\"\n]");
}

TEST(Json, ErrorsHaveOneShape) {
  const Error error{ErrorCode::NotFound, "no such file", "run nacre index"};
  EXPECT_EQ(dump_json(error_json(error)),
            R"({"error":{"code":"not_found","message":"no such file","hint":"run nacre index"}})");
}

}  // namespace
}  // namespace nacre::base
