#include "memory/adopt_settings.h"

#include <gtest/gtest.h>

#include "base/config.h"

namespace nacre::memory {
namespace {

workspace::OpenClawValue value(std::string key, std::string toml) {
  return {.key = key, .path = key, .toml = std::move(toml)};
}

AdoptSetting taken(std::string_view toml, const workspace::OpenClawValue& one) {
  const auto settings = take_settings(toml, {one});
  EXPECT_TRUE(settings.ok()) << settings.error().message;
  return settings.value().settings.at(0);
}

TEST(AdoptSettings, GoIntoTheConfigurationAndLeaveItsCommentsAlone) {
  const auto settings = take_settings("# mine\n[recall]\n# how many\nstrict = true\n",
                                      {value("memory.search.query.maxResults", "8"),
                                       value("agents.defaults.userTimezone", "\"Asia/Shanghai\""),
                                       value("agents.defaults.bootstrapMaxChars", "15000")});
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  const std::string& toml = settings.value().toml;
  EXPECT_NE(toml.find("# mine\n[recall]\n# how many\nstrict = true\n"), std::string::npos) << toml;
  const base::Config config = base::Config::parse(toml).value();
  EXPECT_TRUE(config.problems().empty());
  EXPECT_EQ(config.integer("recall.limit"), 8);
  EXPECT_EQ(config.string("user.timezone"), "Asia/Shanghai");
  EXPECT_EQ(config.integer("context.file_chars_max"), 15000);
  EXPECT_TRUE(config.boolean("recall.strict"));
  for (const AdoptSetting& setting : settings.value().settings) {
    EXPECT_EQ(setting.state, AdoptSettingState::Taken) << setting.from;
  }
}

TEST(AdoptSettings, TakeListsOfPathsOver) {
  const auto settings =
      take_settings("", {value("memory.search.extraPaths", R"(["~/docs", "/srv/wiki"])")}).value();
  EXPECT_EQ(settings.settings[0].state, AdoptSettingState::Taken) << settings.settings[0].why;
  EXPECT_EQ(base::Config::parse(settings.toml).value().list("index.extra_paths"),
            (std::vector<std::string>{"~/docs", "/srv/wiki"}));
}

TEST(AdoptSettings, AreTakenOnceAndThenAreThere) {
  const std::vector<workspace::OpenClawValue> values = {
      value("memory.search.query.maxResults", "8"),
      value("memory.search.query.hybrid.mmr.lambda", "0.50")};
  const std::string once = take_settings("", values).value().toml;
  const TakenSettings again = take_settings(once, values).value();
  EXPECT_EQ(again.toml, once);
  for (const AdoptSetting& setting : again.settings) {
    EXPECT_EQ(setting.state, AdoptSettingState::Present) << setting.from;
  }
}

TEST(AdoptSettings, NeverReplaceWhatTheOwnerHasSet) {
  const auto settings =
      take_settings("recall.limit = 20\n", {value("memory.search.query.maxResults", "8")}).value();
  EXPECT_EQ(settings.toml, "recall.limit = 20\n");
  EXPECT_EQ(settings.settings[0].state, AdoptSettingState::Kept);
  EXPECT_EQ(settings.settings[0].key, "recall.limit");
}

TEST(AdoptSettings, OfTheWrongTypeOrOutOfRangeAreNotUsed) {
  for (const char* toml : {"\"eight\"", "-1", "100000", "true", "[]", "8.5"}) {
    const AdoptSetting setting = taken("", value("memory.search.query.maxResults", toml));
    EXPECT_EQ(setting.state, AdoptSettingState::NotUsed) << toml;
    EXPECT_FALSE(setting.why.empty()) << toml;
    EXPECT_TRUE(setting.value.empty()) << toml;
  }
}

TEST(AdoptSettings, WithoutACounterpartSayWhy) {
  const AdoptSetting flush =
      taken("", value("agents.defaults.compaction.memoryFlush.softThresholdTokens", "4000"));
  EXPECT_EQ(flush.state, AdoptSettingState::NotUsed);
  EXPECT_EQ(flush.why, "conversations are compacted once they can be imported");
  EXPECT_EQ(taken("", value("memory.search.remote", "")).why, "not looked into: it may hold a key");
  EXPECT_EQ(taken("", value("memory.search.somethingNew", "1")).why,
            "there is no such setting here");
  EXPECT_EQ(taken("", value("memory.search.modelling", "1")).why, "there is no such setting here");
}

TEST(AdoptSettings, OfAnotherScaleAreNotUsed) {
  const auto settings = take_settings("", {value("memory.search.query.minScore", "0.35")}).value();
  EXPECT_EQ(settings.settings[0].state, AdoptSettingState::NotUsed);
  EXPECT_NE(settings.settings[0].why.find("scores are made another way"), std::string::npos);
  EXPECT_EQ(settings.toml, "");
}

TEST(AdoptSettings, ThatLookLikeASecretAreNeverCopied) {
  const std::string key = "sk-proj-" + std::string("Zq8dK2vN5xW7pL4mT9bR3cY6hJ1fG0sA");
  const auto settings =
      take_settings("", {value("agents.defaults.userTimezone", "\"" + key + "\"")}).value();
  EXPECT_EQ(settings.settings[0].state, AdoptSettingState::NotUsed);
  EXPECT_EQ(settings.toml, "");
}

TEST(AdoptSettings, NeedAConfigurationThatIsToml) {
  const auto settings = take_settings("recall = [", {});
  ASSERT_FALSE(settings.ok());
  EXPECT_EQ(settings.error().code, ErrorCode::Corruption);
}

}  // namespace
}  // namespace nacre::memory
