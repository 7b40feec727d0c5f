#include "cli/requests.h"

#include <gtest/gtest.h>

namespace nacre::cli {
namespace {

Arguments parsed(const char* verb, const std::vector<std::string_view>& arguments) {
  auto result = parse_arguments(*verb_named(verb), arguments);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

TEST(Requests, CarryEveryOptionOfARecall) {
  const auto request = recall_request(parsed(
      "recall", {"tea",     "--limit",   "3",         "--min-score", "0.2",      "--strict",
                 "--layer", "daily",     "--after",   "2026",        "--before", "2027",
                 "--date",  "today",     "--path",    "memory/",     "--budget", "900",
                 "--user",  "bob",       "--agent",   "b",           "--as-of",  "2026-01-01",
                 "--files", "--history", "--explain", "--project",   "site"}));
  ASSERT_TRUE(request.ok());
  const RecallRequest& r = request.value();
  EXPECT_EQ(r.query, "tea");
  EXPECT_EQ(r.limit, 3U);
  EXPECT_EQ(r.min_score, 0.2);
  EXPECT_EQ(r.strict, true);
  EXPECT_EQ(r.layers, std::vector<Layer>{Layer::Daily});
  EXPECT_EQ(r.after + r.before + r.date + r.as_of, "20262027today2026-01-01");
  EXPECT_EQ(r.path + r.project, "memory/site");
  EXPECT_EQ(r.budget_tokens, 900U);
  EXPECT_EQ(r.scope.user + r.scope.agent, "bobb");
  EXPECT_TRUE(r.files && r.history && r.explain);
  EXPECT_TRUE(recall_request(parsed("recall", {"tea", "--all"})).value().all);
}

TEST(Requests, LeaveToTheConfigurationWhatWasNotSaid) {
  const auto request = recall_request(parsed("recall", {"tea"}));
  ASSERT_TRUE(request.ok());
  EXPECT_FALSE(request.value().limit.has_value());
  EXPECT_FALSE(request.value().min_score.has_value());
  EXPECT_FALSE(request.value().strict.has_value());
  EXPECT_EQ(request.value().scope, Scope{});
}

TEST(Requests, TreatAnUnknownContextAsShared) {
  for (const std::string_view word : {"DIRECT", "channel", "groups"}) {
    EXPECT_EQ(scope_of(parsed("recall", {"x", "--context", word})).context, ContextKind::Shared);
  }
  EXPECT_EQ(scope_of(parsed("recall", {"x", "--context", "group"})).context, ContextKind::Group);
}

TEST(Requests, SuggestTheNearestLayer) {
  const auto request = recall_request(parsed("recall", {"x", "--layer", "dayly"}));
  ASSERT_FALSE(request.ok());
  EXPECT_EQ(request.error().hint, "did you mean daily?");
}

TEST(Requests, CarryEveryOptionOfARemember) {
  const auto request = remember_request(
      parsed("remember", {"use", "tabs", "--to", "project:site", "--category", "Style", "--title",
                          "T", "--importance", "8", "--trigger", "tab,style", "--visibility",
                          "shared", "--valid", "2026-01-01..", "--also-daily"}));
  ASSERT_TRUE(request.ok());
  const RememberRequest& r = request.value();
  EXPECT_EQ(r.text + "|" + r.to + "|" + r.category + "|" + r.title + "|" + r.valid,
            "use tabs|project:site|Style|T|2026-01-01..");
  EXPECT_EQ(r.importance, 8);
  EXPECT_EQ(r.triggers, (std::vector<std::string>{"tab", "style"}));
  EXPECT_EQ(r.visibility, Visibility::Shared);
  EXPECT_TRUE(r.also_daily);
}

TEST(Requests, RefuseAnImportanceAboveTen) {
  EXPECT_FALSE(remember_request(parsed("remember", {"x", "--importance", "11"})).ok());
  EXPECT_FALSE(remember_request(parsed("remember", {"x", "--visibility", "secret"})).ok());
}

}  // namespace
}  // namespace nacre::cli
