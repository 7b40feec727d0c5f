#include "recall/query.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "text/tokenizer.h"
#include "text/words.h"

namespace nacre::recall {
namespace {

using Words = std::vector<std::string>;

class Query : public testing::Test {
 protected:
  Result<ParsedQuery> try_parse(std::string_view text) {
    RecallRequest request;
    request.query = text;
    return parse_query(request, {.today = *base::parse_day("2026-02-09"),
                                 .tokenizer = &tokenizer_,
                                 .words = &words_,
                                 .synonyms = &synonyms_});
  }
  ParsedQuery parse(std::string_view text) {
    Result<ParsedQuery> query = try_parse(text);
    if (!query.ok()) {
      ADD_FAILURE() << text << ": " << query.error().message;
      return {};
    }
    return std::move(query).value();
  }
  static double weight(const ParsedQuery& query, std::string_view term) {
    for (const lexical::QueryTerm& one : query.terms) {
      if (one.term == term) return one.weight;
    }
    return 0;
  }

  text::Tokenizer tokenizer_;
  text::WordSplitter words_;
  Synonyms synonyms_;
};

TEST_F(Query, RefusesNothingButBlanksWithAHint) {
  for (const std::string_view blank : {"", "   ", "\t\n", "\u3000"}) {
    const auto query = try_parse(blank);
    ASSERT_FALSE(query.ok());
    EXPECT_EQ(query.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(query.error().message, "empty query");
    EXPECT_FALSE(query.error().hint.empty());
  }
}

TEST_F(Query, AcceptsPunctuationAsAQuestionWithoutWords) {
  const ParsedQuery query = parse("?!*");
  EXPECT_TRUE(query.terms.empty());
  EXPECT_FALSE(query.only_filters);
}

TEST_F(Query, DropsStopWordsUnlessNothingElseRemains) {
  const ParsedQuery query = parse("what is the kettle");
  ASSERT_EQ(query.terms.size(), 1U);
  EXPECT_EQ(query.rewriting.terms, Words{"kettle"});
  EXPECT_NE(std::find(query.rewriting.ignored.begin(), query.rewriting.ignored.end(), "the"),
            query.rewriting.ignored.end());
  EXPECT_EQ(parse("the").terms.size(), 1U);
}

TEST_F(Query, TakesPhrasesAndExclusionsOut) {
  const ParsedQuery query = parse("\"Violet Kettle\" tea -draft -\"old one\" “静 音”");
  ASSERT_EQ(query.phrases.size(), 2U);
  EXPECT_EQ(query.phrases[0].folded, "violet kettle");
  EXPECT_EQ(query.phrases[1].folded, "静 音");
  ASSERT_EQ(query.excluded.size(), 2U);
  EXPECT_EQ(query.excluded[0].folded, "draft");
  EXPECT_TRUE(query.excluded[0].whole_terms);
  EXPECT_EQ(query.excluded[1].folded, "old one");
  EXPECT_FALSE(query.excluded[1].whole_terms);
}

TEST_F(Query, TakesQuotesInsideOfARunAsProse) {
  EXPECT_TRUE(parse("那个主要内容是\"编程心得\"的活动").phrases.empty());
  EXPECT_TRUE(parse("以“天”为单位").phrases.empty());
  EXPECT_EQ(parse("kettle \"编程心得\"").phrases.size(), 1U);
}

TEST_F(Query, KeepsTheWordsOfAWrittenOutDate) {
  EXPECT_GT(weight(parse("谁的生日是7月15日"), "7"), 0);
  EXPECT_EQ(parse("谁的生日是7月15日").dates.size(), 1U);
  EXPECT_TRUE(parse("2026-02-08").only_filters);
}

TEST_F(Query, KeepsTermsOfEveryClause) {
  std::string many;
  for (int i = 0; i < 300; ++i) many += "word" + std::to_string(i) + " ";
  const ParsedQuery query = parse(many + "? where is my kettle");
  EXPECT_EQ(query.terms.size(), 128U);
  EXPECT_EQ(weight(query, "kettl"), 1);
}

TEST_F(Query, KeepsNumbersDashesAndInnerHyphensAsText) {
  EXPECT_TRUE(parse("below -5 degrees").excluded.empty());
  EXPECT_TRUE(parse("a -- b --flag").excluded.empty());
  EXPECT_TRUE(parse("state-of-the-art").excluded.empty());
  EXPECT_TRUE(parse("\"unbalanced kettle").phrases.empty());
  EXPECT_GT(weight(parse("\"unbalanced kettle"), "kettl"), 0);
}

TEST_F(Query, ReadsKnownKeysAsFiltersAndOthersAsText) {
  const ParsedQuery query = parse("layer:daily tag:#home path:\"my notes/\" kettle col:tea");
  EXPECT_EQ(query.filters.layers, std::vector<Layer>{Layer::Daily});
  EXPECT_EQ(query.filters.tags, Words{"home"});
  EXPECT_EQ(query.filters.paths, Words{"my notes/"});
  EXPECT_EQ(query.rewriting.filters, (Words{"layer:daily", "tag:#home", "path:my notes/"}));
  EXPECT_GT(weight(query, "col"), 0);
  EXPECT_GT(weight(query, "kettl"), 0);
  EXPECT_TRUE(parse("layer: daily").filters.layers.empty());
}

TEST_F(Query, WeighsAnIdentifierAboveItsParts) {
  const ParsedQuery query = parse("ask-codex");
  EXPECT_EQ(weight(query, "ask-codex"), 1);
  EXPECT_LT(weight(query, "codex"), 1);
  EXPECT_GT(weight(query, "codex"), 0);
  EXPECT_EQ(query.rewriting.terms, Words{"ask-codex"});
}

TEST_F(Query, WeighsWordsAboveCharacters) {
  const ParsedQuery query = parse("青石巷图书馆");
  EXPECT_EQ(weight(query, "图书"), 1);
  EXPECT_LT(weight(query, "图"), 0.5);
  EXPECT_EQ(weight(parse("猫"), "猫"), 1);
}

TEST_F(Query, DropsBigramsOfStopWords) {
  const ParsedQuery query = parse("金刚是谁");
  EXPECT_EQ(weight(query, "金刚"), 1);
  EXPECT_EQ(weight(query, "是谁"), 0);
  EXPECT_EQ(weight(query, "刚是"), 0.5);
  EXPECT_EQ(query.rewriting.terms, Words{"金刚"});
}

TEST_F(Query, FoldsBothScriptsOfChineseIntoTheSameTerms) {
  const ParsedQuery simplified = parse("签证预约");
  const ParsedQuery traditional = parse("簽證預約");
  ASSERT_EQ(simplified.terms.size(), traditional.terms.size());
  for (std::size_t i = 0; i < simplified.terms.size(); ++i) {
    EXPECT_EQ(simplified.terms[i].term, traditional.terms[i].term);
    EXPECT_EQ(simplified.terms[i].weight, traditional.terms[i].weight);
  }
}

TEST_F(Query, BoundsHugeQueries) {
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "word" + std::to_string(i) + " ";
  const ParsedQuery query = parse(many);
  EXPECT_TRUE(query.truncated);
  EXPECT_LE(query.terms.size(), 128U);
  EXPECT_LE(parse(std::string(10'000, 'x')).terms.size(), 1U);
  EXPECT_TRUE(parse(std::string(100'000, 'x')).truncated);
}

TEST_F(Query, CutsClausesAtSentenceEnds) {
  const ParsedQuery query = parse("I moved to Rome. Where is my kettle?");
  std::uint32_t rome = 0, kettle = 0;
  for (const lexical::QueryTerm& term : query.terms) {
    if (term.term == "rome") rome = term.clauses;
    if (term.term == "kettl") kettle = term.clauses;
  }
  EXPECT_EQ(rome, 1U);
  EXPECT_EQ(kettle, 2U);
}

TEST_F(Query, LetsADatePhraseLeadAndDropsItsWords) {
  const ParsedQuery query = parse("昨天的测试优化做到哪了");
  ASSERT_EQ(query.dates.size(), 1U);
  EXPECT_TRUE(query.dates[0].leads);
  EXPECT_EQ(query.dates[0].range.first, base::parse_day("2026-02-08"));
  EXPECT_FALSE(query.rewriting.date_filters);
  EXPECT_EQ(weight(query, "昨天"), 0);
  EXPECT_EQ(weight(query, "测试"), 1);
}

TEST_F(Query, DoesNotLetAWrittenOutDateLead) {
  const ParsedQuery query = parse("what happened on 2023-05-07 in the garden");
  ASSERT_EQ(query.dates.size(), 1U);
  EXPECT_FALSE(query.dates[0].leads);
}

TEST_F(Query, IsOnlyFiltersWithoutWords) {
  EXPECT_TRUE(parse("date:2026-02-08").only_filters);
  EXPECT_TRUE(parse("what did we do yesterday").only_filters);
  EXPECT_FALSE(parse("kettle yesterday").only_filters);
}

TEST_F(Query, PairsTheTermsOfASynonymWithThoseOfTheWord) {
  synonyms_ = Synonyms("熔断器, 断路器, breaker\n");
  const ParsedQuery query = parse("熔断器");
  EXPECT_EQ(query.rewriting.synonyms.at("熔断器"), (Words{"断路器", "breaker"}));
  std::size_t alternatives = 0;
  for (const lexical::QueryTerm& term : query.terms) alternatives += term.alternatives.size();
  EXPECT_EQ(alternatives, 3U);
}

}  // namespace
}  // namespace nacre::recall
