#include "recall/ranking.h"

#include <gtest/gtest.h>

#include <cmath>

namespace nacre::recall {
namespace {

constexpr CivilDay kToday{20'000};

double factor(Recency recency, std::int32_t age_days) {
  Ranking ranking;
  ranking.recency = recency;
  return recency_factor(ranking, CivilDay{kToday.days - age_days}, false, kToday);
}

TEST(Recency, FollowsItsProfile) {
  EXPECT_NEAR(factor(Recency::HalfLife, 30), 0.5, 1e-12);
  EXPECT_NEAR(factor(Recency::HalfLife, 60), 0.25, 1e-12);
  EXPECT_NEAR(factor(Recency::Exp30, 30), std::exp(-1.0), 1e-12);
  EXPECT_NEAR(factor(Recency::Lambda01, 10), std::exp(-1.0), 1e-12);
  EXPECT_EQ(factor(Recency::None, 10'000), 1);
}

TEST(Recency, CountsTheFutureAsToday) {
  EXPECT_EQ(factor(Recency::HalfLife, 0), 1);
  EXPECT_EQ(factor(Recency::HalfLife, -700), 1);
}

TEST(Recency, NeverFadesToNothing) {
  EXPECT_GT(factor(Recency::Lambda01, 20'000), 0);
}

TEST(Recency, SparesWhatHasNoDateOrIsEvergreen) {
  const Ranking ranking;
  EXPECT_EQ(recency_factor(ranking, std::nullopt, false, kToday), 1);
  EXPECT_EQ(recency_factor(ranking, CivilDay{0}, true, kToday), 1);
}

TEST(Importance, IsOneWithoutAMarkAndGrowsWithIt) {
  EXPECT_EQ(importance_factor(std::nullopt), 1);
  EXPECT_NEAR(importance_factor(5), 1, 1e-12);
  EXPECT_NEAR(importance_factor(1), 0.8, 1e-12);
  EXPECT_NEAR(importance_factor(10), 1.25, 1e-12);
}

TEST(Ranking, TakesThePresetAndThenTheKeys) {
  const auto config = base::Config::parse(
      "[recall]\npreset = \"classic\"\nhalf_life_days = 7.0\nweight.daily = 0.25\n");
  ASSERT_TRUE(config.ok());
  const Ranking ranking = make_ranking(config.value());
  EXPECT_EQ(ranking.recency, Recency::Lambda01);
  EXPECT_EQ(ranking.half_life_days, 7);
  EXPECT_EQ(ranking.layer[static_cast<std::size_t>(Layer::Daily)], 0.25);
  EXPECT_EQ(ranking.layer[static_cast<std::size_t>(Layer::LongTerm)], 0.8);
  EXPECT_FALSE(ranking.mmr);
}

}  // namespace
}  // namespace nacre::recall
