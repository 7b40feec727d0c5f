#include "text/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace nacre::text {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

std::vector<std::string> terms(std::string_view text) {
  std::vector<std::string> out;
  for (const Token& token : Tokenizer().tokens(text)) out.push_back(token.term);
  return out;
}

TEST(Tokenizer, StemsEnglishWords) {
  EXPECT_THAT(terms("Deployments were failing"), ElementsAre("deploy", "be", "fail"));
}

TEST(Tokenizer, CutsRunsIntoCharactersAndBigrams) {
  EXPECT_THAT(terms("白内障"), ElementsAre("白", "白内", "内", "内障", "障"));
}

TEST(Tokenizer, EndsARunWhereTheScriptChanges) {
  EXPECT_THAT(terms("周五用Nginx网关"),
              ElementsAre("周", "周五", "五", "五用", "用", "nginx", "网", "网关", "关"));
  EXPECT_THAT(terms("90天"), ElementsAre("90", "天"));
  EXPECT_THAT(terms("3月"), ElementsAre("3", "月"));
  EXPECT_THAT(terms("复查batch-kiln后"),
              ElementsAre("复", "复查", "查", "batch-kiln", "batch", "kiln", "后"));
}

TEST(Tokenizer, FindsKoreanBelowTheSpacedWord) {
  EXPECT_THAT(terms("계약서를"), ElementsAre("계", "계약", "약", "약서", "서", "서를", "를"));
}

TEST(Tokenizer, TakesHanAndKanaAsOneRun) {
  EXPECT_THAT(terms("食べる"), ElementsAre("食", "食べ", "べ", "べる", "る"));
  EXPECT_THAT(terms("データ"), ElementsAre("デ", "デー", "ー", "ータ", "タ"));
}

TEST(Tokenizer, KeepsIdentifiersWholeAndSplit) {
  EXPECT_THAT(terms("snake_case"), ElementsAre("snake_case", "snake", "case"));
  EXPECT_THAT(terms("ask-codex"), ElementsAre("ask-codex", "ask", "codex"));
  EXPECT_THAT(terms("38.101"), ElementsAre("38.101", "38", "101"));
  EXPECT_THAT(terms("v2.2.0"), ElementsAre("v2.2.0", "v2", "2.2.0", "2", "0"));
  EXPECT_THAT(terms("v4A2.0"), ElementsAre("v4a2.0", "v4a2", "v4", "a2", "0"));
  EXPECT_THAT(terms("10:30"), ElementsAre("10:30", "10", "30"));
}

TEST(Tokenizer, SplitsCamelCaseAndStemsItsWhole) {
  EXPECT_THAT(terms("parseHTTPRequests"),
              ElementsAre("parsehttprequest", "pars", "http", "request"));
  EXPECT_EQ(terms("parsehttprequests").front(), "parsehttprequest");
  EXPECT_THAT(terms("URLs NASA"), ElementsAre("url", "nasa"));
  EXPECT_THAT(terms("ｆｏｏＢａｒ"), ElementsAre("foobar", "foo", "bar"));
}

TEST(Tokenizer, KeepsPathsUrlsAndAddressesWithTheirParts) {
  EXPECT_THAT(terms("src/text/fold.h"),
              ElementsAre("src/text/fold.h", "src", "text", "fold.h", "fold", "h"));
  EXPECT_THAT(terms("https://example.org/a-b"),
              ElementsAre("https://example.org/a-b", "https", "example.org", "exampl", "org", "a-b",
                          "a", "b"));
  EXPECT_THAT(terms("kai.lee@example.org"), ElementsAre("kai.lee@example.org", "kai.lee", "kai",
                                                        "lee", "example.org", "exampl", "org"));
}

TEST(Tokenizer, LeavesPunctuationAtTheEdgesOut) {
  EXPECT_THAT(terms("(memory_limit)."), IsSupersetOf({std::string("memory_limit")}));
  EXPECT_THAT(terms("stop."), ElementsAre("stop"));
  EXPECT_THAT(terms("#tag @kai --dry-run"), ElementsAre("tag", "kai", "dry-run", "dri", "run"));
}

TEST(Tokenizer, KnowsShortNamesWithATail) {
  EXPECT_THAT(terms("C++ and C#"), ElementsAre("c++", "c", "and", "c#", "c"));
}

TEST(Tokenizer, SplitsANumberFromItsUnit) {
  EXPECT_THAT(terms("500ms"), ElementsAre("500ms", "500", "ms"));
  EXPECT_THAT(terms("e14 gpt4"), ElementsAre("e14", "gpt4"));
}

TEST(Tokenizer, BringsIrregularFormsToTheirBase) {
  EXPECT_THAT(terms("went going children taught"), ElementsAre("go", "go", "child", "teach"));
}

TEST(Tokenizer, DropsCliticsAndJoinsOtherApostrophes) {
  EXPECT_THAT(terms("I'm we’ve rock'n'roll"), ElementsAre("i", "we", "rocknrol"));
  EXPECT_THAT(terms("Kai's O'Neill don’t"), ElementsAre("kai", "oneil", "dont"));
}

TEST(Tokenizer, MakesEmojiFindable) {
  EXPECT_THAT(terms("🎉stop👍🏽"), ElementsAre("🎉", "stop", "👍"));
}

TEST(Tokenizer, TellsWhereInTheOriginalATokenStands) {
  const std::string text = "ＡＰＩ簽證 é½";
  const std::vector<Token> tokens = Tokenizer().tokens(text);
  ASSERT_EQ(tokens[0].term, "api");
  EXPECT_EQ(text.substr(tokens[0].begin, tokens[0].end - tokens[0].begin), "ＡＰＩ");
  ASSERT_EQ(tokens[2].term, "签证");
  EXPECT_EQ(text.substr(tokens[2].begin, tokens[2].end - tokens[2].begin), "簽證");
  const Token& half = tokens.back();
  EXPECT_EQ(text.substr(half.begin, half.end - half.begin), "½");
}

TEST(Tokenizer, ShortensLongWordsButKeepsThemApart) {
  const std::string a(100, 'x'), b = std::string(99, 'x') + "y";
  ASSERT_EQ(terms(a).size(), 1U);
  EXPECT_EQ(terms(a).front().size(), kTermBytesMax);
  EXPECT_NE(terms(a), terms(b));
}

}  // namespace
}  // namespace nacre::text
