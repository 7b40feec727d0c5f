#include "vector/quantise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "vector/random_vectors.h"

namespace nacre::vector {
namespace {

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  const double dot = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  const double aa = std::inner_product(a.begin(), a.end(), a.begin(), 0.0);
  const double bb = std::inner_product(b.begin(), b.end(), b.begin(), 0.0);
  return dot / std::sqrt(aa * bb);
}

double cosine(const Coded& a, const Coded& b) {
  std::int64_t dot = 0;
  for (std::size_t i = 0; i < a.codes.size(); ++i) dot += std::int64_t{a.codes[i]} * b.codes[i];
  return static_cast<double>(dot) * static_cast<double>(a.scale) * static_cast<double>(b.scale);
}

TEST(Quantise, KeepsTheAnglesToAHundredth) {
  std::mt19937_64 random(3);
  for (const std::size_t dimensions : {1U, 3U, 64U, 100U, 384U, 1024U}) {
    for (int i = 0; i < 50; ++i) {
      const auto a = random_vector(random, dimensions), b = random_vector(random, dimensions);
      EXPECT_NEAR(cosine(quantise(a).value(), quantise(b).value()), cosine(a, b), 0.01);
    }
  }
}

TEST(Quantise, AVectorIsLikeItselfAndUnlikeItsOpposite) {
  const std::vector<float> values = {1e-20F, -3e-20F, 2e-20F};
  std::vector<float> opposite = values;
  for (float& value : opposite) value *= -1e10F;
  const Coded coded = quantise(values).value();
  EXPECT_NEAR(cosine(coded, coded), 1, 1e-6);
  EXPECT_NEAR(cosine(coded, quantise(opposite).value()), -1, 1e-6);
}

TEST(Quantise, PadsRowsWithZeros) {
  const Coded coded = quantise(std::vector<float>(100, 1.0F)).value();
  ASSERT_EQ(coded.codes.size(), 128U);
  for (std::size_t i = 0; i < 128; ++i) EXPECT_EQ(coded.codes[i], i < 100 ? 127 : 0);
}

TEST(Quantise, RefusesWhatHasNoDirection) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const std::vector<float>& values :
       {std::vector<float>{}, {0, 0}, {1, nan}, {infinity, 1}, std::vector<float>(70'000, 1.0F)}) {
    const auto coded = quantise(values);
    ASSERT_FALSE(coded.ok());
    EXPECT_EQ(coded.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(Signs, AreSetAboveTheMean) {
  const std::vector<float> values = {1, 2, 3}, mean = {1, 1, 4};
  EXPECT_EQ(signs(values, mean), (std::vector<std::uint64_t>{2, 0, 0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace nacre::vector
