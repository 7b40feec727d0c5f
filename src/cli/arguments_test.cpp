#include "cli/arguments.h"

#include <gtest/gtest.h>

namespace nacre::cli {
namespace {

using Words = std::vector<std::string_view>;

Result<Arguments> parse(const char* verb, const Words& arguments) {
  return parse_arguments(*verb_named(verb), arguments);
}

TEST(Arguments, TakeAValueBehindABlankOrAnEqualsSign) {
  for (const Words& arguments : {Words{"--limit", "7"}, Words{"--limit=7"}}) {
    const auto parsed = parse("recall", arguments);
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed.value().text("--limit"), "7");
  }
}

TEST(Arguments, JoinSeveralWordsToOneSentence) {
  const auto parsed = parse("recall", {"what", "did", "--json", "we", "decide"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().sentence(), "what did we decide");
  EXPECT_TRUE(parsed.value().has("--json"));
}

TEST(Arguments, TakeNamesOfVerbsAndBracketsAsWords) {
  const auto parsed = parse("recall", {"index", "[urgent]", "status"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().sentence(), "index [urgent] status");
}

TEST(Arguments, TakeEverythingBehindTwoDashesAsWords) {
  const auto parsed = parse("recall", {"--json", "--", "-foo", "--bar"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().sentence(), "-foo --bar");
}

TEST(Arguments, TakeAQuotedOrForeignExclusionAsAWord) {
  for (const std::string_view query : {"-foo bar", "-柠檬树", "-"}) {
    const auto parsed = parse("recall", {query});
    ASSERT_TRUE(parsed.ok()) << query;
    EXPECT_EQ(parsed.value().sentence(), query);
  }
}

TEST(Arguments, SuggestTheNearestOption) {
  for (const std::string_view typo : {"--limt", "--limits=4", "-limit"}) {
    const auto parsed = parse("recall", {"x", typo});
    ASSERT_FALSE(parsed.ok()) << typo;
    EXPECT_EQ(parsed.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(parsed.error().hint.find("--limit"), std::string::npos) << parsed.error().hint;
  }
}

TEST(Arguments, SayHowToWriteAnExclusionThatLooksLikeAnOption) {
  const auto parsed = parse("recall", {"staging", "-friday"});
  ASSERT_FALSE(parsed.ok());
  EXPECT_NE(parsed.error().hint.find("nacre recall -- -friday"), std::string::npos);
}

TEST(Arguments, RefuseAFlagWithAValueAndAnOptionWithoutOne) {
  EXPECT_FALSE(parse("recall", {"x", "--all=yes"}).ok());
  EXPECT_FALSE(parse("recall", {"x", "--limit"}).ok());
  EXPECT_FALSE(parse("recall", {"x", "--limit", "1", "--limit", "2"}).ok());
}

TEST(Arguments, RefuseAnEmptyValueAndNameItsOption) {
  for (const char* option : {"--project", "--layer", "--date", "--after", "--before", "--path",
                             "--as-of", "--user", "--agent", "--context", "--limit"}) {
    for (const std::string_view value : {"", " ", ","}) {
      const auto parsed = parse("recall", {"x", option, value});
      ASSERT_FALSE(parsed.ok()) << option;
      EXPECT_EQ(parsed.error().code, ErrorCode::InvalidArgument);
      EXPECT_NE(parsed.error().message.find(option), std::string::npos);
    }
    EXPECT_FALSE(parse("recall", {"x", std::string(option) + "="}).ok());
  }
}

TEST(Arguments, RefuseAnOptionWhereAValueIsExpected) {
  for (const std::string_view next : {"--to", "--to=user", "-h", "--"}) {
    const auto parsed = parse("remember", {"x", "--title", next});
    ASSERT_FALSE(parsed.ok()) << next;
    EXPECT_EQ(parsed.error().message, "--title needs a value: --title T");
    EXPECT_EQ(parsed.error().hint,
              "if '" + std::string(next) + "' is the value: --title=" + std::string(next));
  }
  const auto parsed = parse("remember", {"x", "--title=--to"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().text("--title"), "--to");
}

TEST(Arguments, TakeTextThatMayBeEmpty) {
  EXPECT_TRUE(parse("remember", {"x", "--title", "", "--category=", "--trigger", ""}).ok());
  EXPECT_TRUE(parse("log", {"x", "--body", ""}).ok());
}

TEST(Arguments, TakeAValueThatStartsWithADash) {
  const auto parsed = parse("log", {"title", "--body", "-"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().text("--body"), "-");
}

TEST(Arguments, ReadListsFromCommasAndRepetition) {
  const auto parsed = parse("recall", {"--layer", "daily, project", "--layer=facts,"});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().list("--layer"),
            (std::vector<std::string>{"daily", "project", "facts"}));
  EXPECT_TRUE(parsed.value().list("--trigger").empty());
}

TEST(Arguments, RefuseNumbersOutsideTheirRange) {
  for (const std::string_view bad : {"0", "1001", "-1", "5x", "1.5", "99999999999"}) {
    const auto parsed = parse("recall", {"--limit", bad});
    ASSERT_TRUE(parsed.ok());
    EXPECT_FALSE(parsed.value().whole("--limit", 1, 1000).ok()) << bad;
  }
  for (const std::string_view bad : {"nan", "1.1", "-0.1", "high"}) {
    const auto parsed = parse("recall", {"--min-score", bad});
    ASSERT_TRUE(parsed.ok());
    EXPECT_FALSE(parsed.value().number("--min-score", 0, 1).ok()) << bad;
  }
}

TEST(Arguments, RefuseTooFewAndTooManyWords) {
  EXPECT_FALSE(parse("get", {}).ok());
  EXPECT_FALSE(parse("get", {"a.md", "b.md"}).ok());
  EXPECT_TRUE(parse("get", {"--help"}).ok());
}

TEST(FindVerb, TakesOptionsBeforeTheVerb) {
  const Words arguments = {"--workspace", "notes", "--json", "search", "x"};
  const auto line = find_verb(arguments);
  ASSERT_TRUE(line.ok());
  ASSERT_NE(line.value().verb, nullptr);
  EXPECT_EQ(line.value().verb->name, "recall");
  EXPECT_EQ(line.value().arguments, (Words{"--workspace", "notes", "--json", "x"}));
}

TEST(FindVerb, SuggestsTheNearestVerb) {
  const Words arguments = {"recal", "x"};
  const auto line = find_verb(arguments);
  ASSERT_FALSE(line.ok());
  EXPECT_NE(line.error().hint.find("nacre recall"), std::string::npos);
}

TEST(Arguments, TakeANegativeNumberAsAWord) {
  const auto parsed = parse("config", {"set", "recall.weight.daily", "-1", "-0.5"});
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed.value().words, (Words{"set", "recall.weight.daily", "-1", "-0.5"}));
}

}  // namespace
}  // namespace nacre::cli
