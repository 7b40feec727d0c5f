#include "recall/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "recall/test_workspace.h"
#include "text/utf8.h"

namespace nacre::recall {
namespace {

using Paths = std::vector<std::string>;

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Recall, FindsChineseSubstringsOnTheirOwnLine) {
  TestWorkspace notes;
  notes.add({{"memory/2026-02-11.md",
              "# 2026-02-11\n\n- 下午带外婆去眼科复查，医生说白内障手术安排在四月。\n"
              "- 晚上给阳台的柠檬树换了盆。\n"}});
  const std::map<std::string, std::uint32_t> lines = {
      {"白内障", 3}, {"柠檬树", 4}, {"眼科复查", 3}};
  for (const auto& [query, line] : lines) {
    const RecallAnswer answer = notes.ask(query);
    ASSERT_FALSE(answer.results.empty()) << query;
    EXPECT_EQ(answer.results[0].line, line) << query;
    EXPECT_GT(answer.results[0].score, 0);
    EXPECT_NE(answer.results[0].snippet.find(query), std::string::npos);
  }
}

TEST(Recall, FindsHangulBelowTheWord) {
  TestWorkspace notes;
  notes.add({{"memory/2026-03-02.md",
              "임대 계약서를 금요일까지 검토하기로 했다.\n주차장에서 우산을 잃어버렸다.\n"}});
  EXPECT_EQ(notes.ask("계약서").results.at(0).line, 1U);
  EXPECT_EQ(notes.ask("우산").results.at(0).line, 2U);
  EXPECT_EQ(notes.ask("주차장 우산").results.at(0).line, 2U);
}

TEST(Recall, AnswersQuestionsOfOneCharacter) {
  TestWorkspace notes;
  notes.add({{"memory/pets.md", "家里养了一只橘色的猫，名字叫豆包。\n"},
             {"memory/garden.md", "院子里种了薄荷和百里香。\n"}});
  EXPECT_EQ(notes.paths("猫"), Paths{"memory/pets.md"});
  EXPECT_EQ(notes.paths("豆包"), Paths{"memory/pets.md"});
}

TEST(Recall, SplitsTermsWhereTheScriptChanges) {
  TestWorkspace notes;
  notes.add({{"memory/ops.md", "周五用Nginx网关做灰度发布，回滚脚本放在deploy目录。\n"},
             {"memory/other.md", "Nginx的默认端口改成了8088。\n"}});
  for (const std::string_view query : {"nginx灰度发布", "NGINX 灰度", "deploy目录"}) {
    const RecallAnswer answer = notes.ask(query);
    ASSERT_FALSE(answer.results.empty()) << query;
    EXPECT_EQ(answer.results[0].path, "memory/ops.md") << query;
  }
}

TEST(Recall, LowersTheScoreForAWordThatOccursNowhere) {
  TestWorkspace notes;
  notes.add({{"memory/library.md", "青石巷图书馆每逢周六提供免费的盲文扫描服务，需提前预约。\n"},
             {"memory/noise.md", "今天去修了自行车的刹车。\n"}});
  const double alone = notes.ask("青石巷图书馆").results.at(0).score;
  for (const std::string_view query : {"青石巷图书馆 借阅证", "青石巷图书馆借阅证"}) {
    const RecallAnswer answer = notes.ask(query);
    EXPECT_EQ(TestWorkspace::paths_of(answer), Paths{"memory/library.md"}) << query;
    EXPECT_LT(answer.results.at(0).score, alone) << query;
  }
}

TEST(Recall, GivesBothScriptsOfChineseTheSameAnswer) {
  TestWorkspace notes;
  notes.add({{"memory/trad.md", "簽證預約改到下週三，記得帶護照影本。簽證費用另計。\n"},
             {"memory/simp.md", "签证预约改到下周三，记得带护照影本。签证费用另计。\n"}});
  const RecallAnswer simplified = notes.ask("签证预约");
  const RecallAnswer traditional = notes.ask("簽證預約");
  ASSERT_EQ(simplified.results.size(), 2U);
  ASSERT_EQ(TestWorkspace::paths_of(simplified), TestWorkspace::paths_of(traditional));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(simplified.results[i].score, traditional.results[i].score);
    EXPECT_EQ(simplified.results[i].parts.at("lexical"), simplified.results[0].parts.at("lexical"));
  }
  EXPECT_NE(simplified.results[1].snippet.find("簽證"), std::string::npos);
}

TEST(Recall, MatchesFullWidthTextAndShowsItAsItIs) {
  TestWorkspace notes;
  notes.add({{"memory/infra.md", "ＡＰＩ网关的证书轮换周期为９０天，负责人Ｋａｉ。\n"}});
  for (const std::string_view query : {"API网关", "90天", "kai"}) {
    const RecallAnswer answer = notes.ask(query);
    ASSERT_EQ(answer.results.size(), 1U) << query;
    EXPECT_NE(answer.results[0].snippet.find("ＡＰＩ"), std::string::npos);
    EXPECT_FALSE(answer.results[0].marks.empty());
  }
}

TEST(Recall, FindsDecomposedHangulInTextAndName) {
  TestWorkspace notes;
  const std::string name = "memory/\u1112\u1161\u11A8\u110C\u1165\u11B7.md";
  notes.add({{name, "\u110E\u116E\u11AF\u1109\u1165\u11A8 기록\n"},
             {"memory/other.md", "출석 기록 (composed form)\n"}});
  EXPECT_EQ(notes.ask("출석").results.size(), 2U);
  EXPECT_EQ(notes.ask("\u110E\u116E\u11AF\u1109\u1165\u11A8").results.size(), 2U);
  EXPECT_EQ(notes.paths("path:학점"), Paths{name});
}

TEST(Recall, PrefersTheShortNoteThatIsAboutTheWord) {
  TestWorkspace notes;
  const std::string filler = "今天整理了会议纪要并归档了旧的采购单。\n";
  notes.add(
      {{"memory/answer.md", "熔断器阈值设为百分之五，冷却三十秒后半开。熔断器由网关组维护。\n"},
       {"memory/passing.md",
        repeated(filler, 150) + "顺便提到了熔断器一次。\n" + repeated(filler, 150)}});
  const RecallAnswer answer = notes.ask("熔断器");
  ASSERT_EQ(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0].path, "memory/answer.md");
  EXPECT_GE(answer.results[0].score, 1.5 * answer.results[1].score);
  EXPECT_NE(answer.results[1].snippet.find("熔断器"), std::string::npos);
}

TEST(Recall, TakesHostileQueriesAsText) {
  TestWorkspace notes;
  notes.add({{"memory/a.md",
              "state-of-the-art kettle review, O'Neill approved, 50% off & free shipping\n"}});
  for (const std::string_view query : {"\"unbalanced", "AND OR NOT", "NEAR(", "50% &", "(((", "*",
                                       "\\", "a\"b\"c", "-", "--", "'; DROP TABLE units;"}) {
    RecallRequest request;
    request.query = query;
    EXPECT_TRUE(notes.try_ask(request).ok()) << query;
  }
  for (const std::string_view query :
       {"kettle* OR", "state-of-the-art", "O'Neill", "col:kettle", "KETTLE"}) {
    EXPECT_EQ(notes.paths(query), Paths{"memory/a.md"}) << query;
  }
  EXPECT_TRUE(notes.ask(std::string(10'000, 'x')).results.empty());
  EXPECT_TRUE(notes.ask(std::string(100'000, 'x')).results.empty());
  EXPECT_TRUE(notes.ask("?!").results.empty());
}

TEST(Recall, GivesDifferentRelevanceDifferentScores) {
  TestWorkspace notes;
  std::string weak = "lighthouse";
  for (int i = 0; i < 120; ++i) weak += " filler" + std::to_string(i);
  notes.add({{"memory/strong.md", "lighthouse lighthouse lighthouse keeper\n"},
             {"memory/mid.md",
              "lighthouse keeper and twelve other unrelated words follow here in this line\n"},
             {"memory/weak.md", weak + "\n"}});
  const RecallAnswer answer = notes.ask("lighthouse");
  EXPECT_EQ(TestWorkspace::paths_of(answer),
            (Paths{"memory/strong.md", "memory/mid.md", "memory/weak.md"}));
  EXPECT_GT(answer.results[0].score, answer.results[1].score);
  EXPECT_GT(answer.results[1].score, answer.results[2].score);
}

TEST(Recall, AsksForAnyWordAndRewardsMore) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "The hedge trimming quote arrived from the nursery.\n"},
             {"memory/b.md", "Rain all week, nothing planted.\n"}});
  const RecallAnswer answer = notes.ask("garden hedge quote approval");
  EXPECT_EQ(TestWorkspace::paths_of(answer), Paths{"memory/a.md"});
  EXPECT_LT(notes.ask("garden hedge approval").results.at(0).score, answer.results[0].score);
}

TEST(Recall, ShowsAgeInTheBreakdownAndPrefersWhatStays) {
  TestWorkspace notes("2026-02-09T00:00:00Z");
  const std::string text = "violet kettle descaled\n";
  notes.add({{"memory/2026-01-10.md", text},
             {"memory/2026-01-10-1430.md", text},
             {"memory/2026-01-10-kitchen.md", text},
             {"memory/reports/weekly/2026-01-10.md", text},
             {"memory/kettle.md", text},
             {"MEMORY.md", text}});
  RecallRequest request;
  request.query = "violet kettle";
  request.limit = 10;
  const RecallAnswer answer = notes.ask(request);
  ASSERT_EQ(answer.results.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    const RecallHit& hit = answer.results[i];
    EXPECT_EQ(hit.date.has_value(), i >= 2) << hit.path;
    EXPECT_NEAR(hit.parts.at("recency"), i < 2 ? 1.0 : 0.5, i < 2 ? 0 : 0.01) << hit.path;
  }
}

TEST(Recall, TakesImpossibleDatesAsNoneAndTheFutureAsToday) {
  TestWorkspace notes("2026-02-01T12:00:00Z");
  const std::string text = "orchard fence repair\n";
  notes.add({{"memory/2026-02-30.md", text},
             {"memory/2027-12-01.md", text},
             {"memory/2026-02-01.md", text},
             {"memory/12026-02-01.md", text}});
  const RecallAnswer answer = notes.ask("orchard fence");
  ASSERT_EQ(answer.results.size(), 4U);
  for (const RecallHit& hit : answer.results) {
    EXPECT_EQ(hit.parts.at("recency"), 1) << hit.path;
    EXPECT_GE(hit.score, 0);
    EXPECT_LE(hit.score, 1);
  }
}

TEST(Recall, NeverHidesAnExactHitForItsAge) {
  for (const std::string_view preset : {"nacre", "openclaw", "classic"}) {
    TestWorkspace notes("2026-02-01T12:00:00Z");
    notes.options.ranking = make_ranking(
        base::Config::parse("[recall]\npreset = \"" + std::string(preset) + "\"\n").value());
    notes.add({{"memory/2001-05-06.md", "Safe combination hint: GOOSEFEATHER.\n"},
               {"memory/2026-01-31.md", "Bought a new safe, no details.\n"},
               {"projects/attic/memory.md", "A safe place.\n"}});
    RecallRequest request;
    request.query = "GOOSEFEATHER";
    request.min_score = 0.35;
    EXPECT_EQ(TestWorkspace::paths_of(notes.ask(request)), Paths{"memory/2001-05-06.md"});
    request.scope.project = "attic";
    EXPECT_EQ(TestWorkspace::paths_of(notes.ask(request)), Paths{"memory/2001-05-06.md"});
    request.query = "safe GOOSEFEATHER combination";
    request.min_score = 0;
    EXPECT_EQ(notes.ask(request).results.at(0).path, "memory/2001-05-06.md") << preset;
  }
}

TEST(Recall, CountsLinesAsTheyAreOnDisk) {
  TestWorkspace notes;
  notes.add({{"memory/win.md",
              "\xEF\xBB\xBF# Notes\r\n\r\nfirst para\r\n\r\nthe spare bulb is E14\r\n"}});
  EXPECT_EQ(notes.ask("spare bulb").results.at(0).line, 5U);
}

TEST(Recall, PutsTheFileOfTheNameFirst) {
  TestWorkspace notes;
  notes.add({{"memory/trip-plan.md", "Buy tickets.\n"},
             {"memory/a.md", "The trip plan is in the other note; trip plan, trip plan.\n"}});
  for (const std::string_view query : {"trip-plan", "trip-plan.md", "memory/trip-plan.md"}) {
    const RecallAnswer answer = notes.ask(query);
    ASSERT_FALSE(answer.results.empty()) << query;
    EXPECT_EQ(answer.results[0].path, "memory/trip-plan.md") << query;
  }
}

TEST(Recall, PutsAllWordsBeforeSomeOfThem) {
  TestWorkspace notes;
  notes.add({{"memory/2003-01-01.md", "The copper funnel leaks. " + repeated("Other words. ", 60)},
             {"MEMORY.md", "- copper copper copper\n- funnel funnel funnel\n"}});
  const RecallAnswer answer = notes.ask("copper funnel");
  ASSERT_EQ(answer.results.size(), 3U);
  EXPECT_EQ(answer.results[0].path, "memory/2003-01-01.md");
  EXPECT_GT(answer.results[0].score, answer.results[1].score);
}

TEST(Recall, FindsAPartOfAWordOnlyAsTheLastResort) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "We went to the market.\n"}, {"memory/b.md", "Nothing else.\n"}});
  const RecallAnswer answer = notes.ask("arke");
  ASSERT_EQ(TestWorkspace::paths_of(answer), Paths{"memory/a.md"});
  EXPECT_LT(answer.results[0].score, 0.2);
  EXPECT_EQ(answer.results[0].parts.at("substring"), 1);
  ASSERT_EQ(answer.results[0].marks.size(), 1U);
  const auto [begin, end] = answer.results[0].marks[0];
  EXPECT_EQ(answer.results[0].snippet.substr(begin, end - begin), "arke");
  EXPECT_TRUE(notes.ask("xqzzy").results.empty());
  RecallRequest strict;
  strict.query = "arke";
  strict.strict = true;
  EXPECT_TRUE(notes.ask(strict).results.empty());
}

TEST(Recall, AbstainsWhenStrictAndNothingIsRelevant) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "The hedge quote arrived from the nursery.\n"},
             {"memory/b.md", "The tax form arrived.\n"}});
  RecallRequest request;
  request.query = "visa passport embassy interview arrived";
  EXPECT_FALSE(notes.ask(request).results.empty());
  request.strict = true;
  const RecallAnswer answer = notes.ask(request);
  EXPECT_TRUE(answer.results.empty());
  EXPECT_FALSE(answer.reason.empty());
  request.query = "hedge quote";
  EXPECT_FALSE(notes.ask(request).results.empty());
}

TEST(Recall, FillsABudgetWithWholeUnits) {
  TestWorkspace notes;
  notes.add({{"MEMORY.md", "- kettle one\n- kettle two " + repeated("and more words ", 40) +
                               "\n- kettle three\n"}});
  RecallRequest request;
  request.query = "kettle";
  request.budget_tokens = 40;
  const RecallAnswer answer = notes.ask(request);
  EXPECT_EQ(answer.results.size(), 2U);
  EXPECT_NE(answer.reason.find("1 more does not fit"), std::string::npos) << answer.reason;
}

TEST(Recall, ReturnsOneHitPerFileWhenAsked) {
  TestWorkspace notes;
  notes.add({{"MEMORY.md", "- kettle one\n- kettle kettle two\n"}, {"memory/b.md", "kettle\n"}});
  RecallRequest request;
  request.query = "kettle";
  request.files = true;
  const Paths paths = TestWorkspace::paths_of(notes.ask(request));
  EXPECT_EQ(paths.size(), 2U);
  EXPECT_NE(paths[0], paths[1]);
}

TEST(Recall, ExplainsWhichWordsMatched) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "熔断器阈值 and the kettle\n"}});
  const RecallHit hit = notes.ask("熔断器 kettle teapot").results.at(0);
  EXPECT_NE(hit.why.find("熔断器"), std::string::npos) << hit.why;
  EXPECT_NE(hit.why.find("kettle"), std::string::npos);
  EXPECT_EQ(hit.why.find("teapot"), std::string::npos);
}

TEST(Recall, CutsALongLineAroundTheMatch) {
  TestWorkspace notes;
  notes.options.limits.snippet_chars = 80;
  notes.add({{"memory/a.md", repeated("许多别的话在这里。", 30) + "柠檬树换了盆。" +
                                 repeated("后面还有很多话。", 30) + "\n"}});
  const RecallHit hit = notes.ask("柠檬树").results.at(0);
  EXPECT_NE(hit.snippet.find("柠檬树"), std::string::npos);
  EXPECT_LE(text::utf8::count(hit.snippet), 80U);
  EXPECT_TRUE(text::utf8::is_valid(hit.snippet));
}

TEST(Recall, AnswersFromTheFilesWithoutAnIndex) {
  TestWorkspace notes;
  notes.source.write("memory/a.md", "violet kettle\n");
  notes.source.write("memory/b.md", "green pot\n");
  Engine engine(notes.options);
  RecallRequest request;
  request.query = "kettle";
  const auto answer = engine.answer_by_scan(request, "no_index", "run nacre index");
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(TestWorkspace::paths_of(answer.value()), Paths{"memory/a.md"});
  EXPECT_EQ(answer.value().degraded, "no_index");
  EXPECT_EQ(answer.value().reason, "run nacre index");
  EXPECT_TRUE(answer.value().complete);

  notes.options.limits.scan_bytes_max = 12;
  const auto bounded = Engine(notes.options).answer_by_scan(request, "no_index", "");
  ASSERT_TRUE(bounded.ok());
  EXPECT_FALSE(bounded.value().complete);
  EXPECT_TRUE(bounded.value().results.empty());
}

TEST(Recall, RefusesLimitsOutOfRange) {
  TestWorkspace notes;
  RecallRequest request;
  request.query = "kettle";
  request.limit = 0;
  EXPECT_EQ(notes.try_ask(request).error().code, ErrorCode::InvalidArgument);
  request.limit = 1001;
  EXPECT_EQ(notes.try_ask(request).error().code, ErrorCode::InvalidArgument);
  request.limit = 5;
  request.min_score = 1.5;
  EXPECT_EQ(notes.try_ask(request).error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace nacre::recall
