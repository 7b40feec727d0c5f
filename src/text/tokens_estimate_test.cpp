#include "text/tokens_estimate.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "text/random_text.h"

namespace nacre::text {
namespace {

TEST(TokensEstimate, CountsOnePerCharacterOrThreeOtherBytes) {
  EXPECT_EQ(estimate_tokens(""), 0U);
  EXPECT_EQ(estimate_tokens("a"), 1U);
  EXPECT_EQ(estimate_tokens("abcd"), 2U);
  EXPECT_EQ(estimate_tokens("记忆"), 2U);
  EXPECT_EQ(estimate_tokens("かな한글"), 4U);
  EXPECT_EQ(estimate_tokens("记忆abcd"), 4U);
  EXPECT_EQ(estimate_tokens("𠀀𠀁"), 2U);
}

TEST(TokensEstimateProperty, AgreesWithTheRuleWrittenOut) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::string text = random_text(random, 40);
    std::size_t characters = 0, others = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      const char32_t c = utf8::next(text, at);
      const bool one = (c >= 0x2E80 && c < 0xD800) || (c >= 0xF900 && c <= 0xFAFF) ||
                       (c >= 0x20000 && c < 0x40000);
      one ? ++characters : others += at - begin;
    }
    ASSERT_EQ(estimate_tokens(text), characters + (others + 2) / 3);
  }
}

}  // namespace
}  // namespace nacre::text
