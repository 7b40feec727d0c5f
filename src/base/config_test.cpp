#include "base/config.h"

#include <gtest/gtest.h>

#include "base/result.h"

namespace nacre::base {
namespace {

Config parsed(std::string_view toml) {
  auto config = Config::parse(toml);
  EXPECT_TRUE(config.ok()) << toml;
  return config.ok() ? std::move(config).value() : Config();
}

// The only problem of `toml`, as "LINE MESSAGE".
std::string problem(std::string_view toml) {
  const Config config = parsed(toml);
  EXPECT_EQ(config.problems().size(), 1U) << toml;
  if (config.problems().empty()) return "";
  const ConfigProblem& first = config.problems().front();
  return std::to_string(first.line) + " " + first.message;
}

TEST(Config, HasDefaults) {
  const Config config;
  EXPECT_EQ(config.integer("recall.limit"), 5);
  EXPECT_EQ(config.number("recall.half_life_days"), 30.0);
  EXPECT_EQ(config.string("recall.recency"), "half_life");
  EXPECT_TRUE(config.boolean("recall.mmr"));
  EXPECT_TRUE(config.list("index.ignore").empty());
  EXPECT_TRUE(config.is_default("recall.limit"));
  EXPECT_TRUE(config.problems().empty());
}

TEST(Config, AnEmptyFileChangesNothing) {
  for (const std::string_view toml : {"", "\n", "# only a comment\n", "\xEF\xBB\xBF"}) {
    const Config config = parsed(toml);
    EXPECT_EQ(config.integer("recall.limit"), 5);
    EXPECT_TRUE(config.problems().empty());
  }
}

TEST(Config, TakesValuesOfEveryType) {
  const Config config = parsed(R"(
[user]
name = "金刚"
[recall]
limit = 12
min_score = 0.3
half_life_days = 7
mmr = false
recency = "exp_30"
[recall.weight]
archive = 0.25
[index]
ignore = ["drafts/**", "*.tmp.md"]
)");
  EXPECT_TRUE(config.problems().empty());
  EXPECT_EQ(config.string("user.name"), "金刚");
  EXPECT_EQ(config.integer("recall.limit"), 12);
  EXPECT_EQ(config.number("recall.min_score"), 0.3);
  EXPECT_EQ(config.number("recall.half_life_days"), 7.0);
  EXPECT_FALSE(config.boolean("recall.mmr"));
  EXPECT_EQ(config.string("recall.recency"), "exp_30");
  EXPECT_EQ(config.number("recall.weight.archive"), 0.25);
  EXPECT_EQ(config.list("index.ignore"), (std::vector<std::string>{"drafts/**", "*.tmp.md"}));
  EXPECT_FALSE(config.is_default("recall.limit"));
  EXPECT_TRUE(config.is_default("recall.strict"));
}

TEST(Config, AValueEqualToTheDefaultIsStillSet) {
  EXPECT_FALSE(parsed("recall.limit = 5").is_default("recall.limit"));
}

TEST(Config, NamesTheKeyThatWasMeant) {
  EXPECT_EQ(problem("[recall]\nlimt = 3"),
            "2 'recall.limt' is no known key; did you mean 'recall.limit'?");
  EXPECT_EQ(problem("\nlimit = 3"), "2 'limit' is no known key; did you mean 'recall.limit'?");
  EXPECT_EQ(problem("[privcy]\ngroup_search = true"),
            "1 'privcy' is no known key; did you mean 'privacy'?");
  EXPECT_EQ(problem("[zzz]\nlimit = 1\nother = 2"), "1 'zzz' is no known key");
}

TEST(Config, KnowsOpenClawsNames) {
  EXPECT_EQ(problem("[memory.search.query]\nmaxResults = 3"),
            "2 'memory.search.query.maxResults' is no known key; did you mean 'recall.limit'?");
  EXPECT_EQ(problem("[user]\nuserTimezone = 'UTC'"),
            "2 'user.userTimezone' is no known key; did you mean 'user.timezone'?");
}

TEST(Config, SaysWhichTypeItExpects) {
  EXPECT_EQ(problem("recall.limit = \"5\""), "1 'recall.limit' expects a whole number");
  EXPECT_EQ(problem("recall.limit = 5.0"), "1 'recall.limit' expects a whole number");
  EXPECT_EQ(problem("recall.mmr = 1"), "1 'recall.mmr' expects true or false");
  EXPECT_EQ(problem("recall.min_score = true"), "1 'recall.min_score' expects a number");
  EXPECT_EQ(problem("user.name = 2026-02-09"), "1 'user.name' expects a text in quotes");
  EXPECT_EQ(problem("index.ignore = \"a\""),
            "1 'index.ignore' expects a list of texts, such as [\"a\", \"b\"]");
  EXPECT_EQ(problem("index.ignore = [\"a\", 1]"),
            "1 'index.ignore' expects a list of texts, such as [\"a\", \"b\"]");
  EXPECT_EQ(problem("[recall.limit]\nx = 1"), "1 'recall.limit' expects a whole number");
  EXPECT_EQ(problem("recall = 5"), "1 'recall' is a table: write [recall]");
  EXPECT_EQ(problem("[[recall]]\nlimit = 5"), "1 'recall' is a table: write [recall]");
}

TEST(Config, SaysWhichValuesAreAllowed) {
  EXPECT_EQ(problem("recall.limit = 0"), "1 'recall.limit' must lie between 1 and 1000");
  EXPECT_EQ(problem("recall.min_score = 1.5"), "1 'recall.min_score' must lie between 0 and 1");
  EXPECT_EQ(problem("recall.min_score = nan"), "1 'recall.min_score' must lie between 0 and 1");
  EXPECT_EQ(problem("recall.min_score = -inf"), "1 'recall.min_score' must lie between 0 and 1");
  EXPECT_EQ(problem("recall.half_life_days = 0"),
            "1 'recall.half_life_days' must lie between 0.1 and 36500");
  EXPECT_EQ(problem("recall.preset = \"clasic\""),
            "1 'recall.preset' must be one of \"nacre\", \"openclaw\", \"classic\"; did you mean "
            "\"classic\"?");
  EXPECT_EQ(problem("user.language = \"fr\""),
            "1 'user.language' must be one of \"\", \"en\", \"zh\"");
}

TEST(Config, ABadValueLeavesTheDefaultAndSparesTheRest) {
  const Config config = parsed("[recall]\nlimit = -1\nlimit_ = 2\nstrict = true\n[index]\nx = 1");
  EXPECT_EQ(config.integer("recall.limit"), 5);
  EXPECT_TRUE(config.is_default("recall.limit"));
  EXPECT_TRUE(config.boolean("recall.strict"));
  ASSERT_EQ(config.problems().size(), 3U);
  EXPECT_EQ(config.problems()[0].key, "recall.limit");
  EXPECT_EQ(config.problems()[0].line, 2U);
  EXPECT_EQ(config.problems()[1].key, "recall.limit_");
  EXPECT_EQ(config.problems()[2].key, "index.x");
  EXPECT_EQ(config.problems()[2].line, 6U);
}

TEST(Config, KeepsTheFirstHundredProblems) {
  std::string toml;
  for (int i = 0; i < 150; ++i) toml += "zzzz" + std::to_string(i) + " = 1\n";
  const Config config = parsed(toml);
  ASSERT_EQ(config.problems().size(), 100U);
  EXPECT_EQ(config.problems().back().line, 100U);
}

TEST(Config, WhatIsNoTomlIsCorruptionWithItsPlace) {
  const auto config = Config::parse("[recall]\nlimit = \n");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().code, ErrorCode::Corruption);
  EXPECT_TRUE(config.error().message.starts_with("line 2, column 9: ")) << config.error().message;
  for (const std::string_view toml :
       {"limit", "[recall", "[!recall]", "[[!recall]]", "recall.limit = 1\nrecall.limit = 2",
        "a = \"\xff\"", "\xff", "prénom = 1", "a = 1979-05-2˫"}) {
    EXPECT_FALSE(Config::parse(toml).ok()) << toml;
  }
}

TEST(Config, BoundsSizeAndDepth) {
  const auto large = Config::parse(std::string((1U << 20) + 1, '#'));
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, ErrorCode::ResourceExhausted);
  EXPECT_FALSE(Config::parse("a = " + std::string(100'000, '[')).ok());
}

TEST(ConfigDeathTest, AsksOnlyForKeysOfTheTable) {
  const Config config;
  EXPECT_DEATH(static_cast<void>(config.integer("recall.limt")), "check failed");
  EXPECT_DEATH(static_cast<void>(config.boolean("recall.limit")), "check failed");
  EXPECT_DEATH(static_cast<void>(config.is_default("recall.limt")), "check failed");
}

}  // namespace
}  // namespace nacre::base
