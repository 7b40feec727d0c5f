#include "base/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace nacre::base {
namespace {

constexpr std::array<std::string_view, 5> kVerbs = {"recall", "remember", "index", "get", "status"};

TEST(Nearest, FindsTypos) {
  EXPECT_EQ(nearest("recal", kVerbs), "recall");
  EXPECT_EQ(nearest("reclal", kVerbs), "recall");
  EXPECT_EQ(nearest("remenber", kVerbs), "remember");
  EXPECT_EQ(nearest("gte", kVerbs), "get");
  EXPECT_EQ(nearest("index", kVerbs), "index");
}

TEST(Nearest, AllowsAThirdOfTheWord) {
  constexpr std::array<std::string_view, 1> kWord = {"abcdef"};
  EXPECT_EQ(nearest("abcdxy", kWord), "abcdef");
  EXPECT_EQ(nearest("abcxyz", kWord), "");
  EXPECT_EQ(nearest("xx", kVerbs), "");
  EXPECT_EQ(nearest("", kVerbs), "");
}

TEST(Nearest, TakesTheFirstOfEquals) {
  constexpr std::array<std::string_view, 2> kWords = {"cart", "card"};
  EXPECT_EQ(nearest("carx", kWords), "cart");
}

TEST(Nearest, BoundsItsWork) {
  const std::string longest(100, 'a');
  const std::string longer(101, 'a');
  const std::array<std::string_view, 2> candidates = {longer, longest};
  EXPECT_EQ(nearest(longer, candidates), "");
  EXPECT_EQ(nearest(longest, candidates), longest);
}

std::string edited(std::string word, std::mt19937_64& random) {
  const std::size_t at = random() % (word.size() - 1);
  switch (random() % 4) {
    case 0:
      word.erase(at, 1);
      break;
    case 1:
      word.insert(at, 1, 'x');
      break;
    case 2:
      word[at] = 'x';
      break;
    default:
      std::swap(word[at], word[at + 1]);
      break;
  }
  return word;
}

TEST(NearestProperty, UndoesTwoEditsOfALongWord) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string word(6 + random() % 20, 'a');
    for (char& c : word) c = static_cast<char>('a' + random() % 20);
    const std::string typo = edited(edited(word, random), random);
    const std::array<std::string_view, 1> candidates = {word};
    // Two edits may fall on one place, where a swap no longer counts as one.
    if (typo.size() < 9) continue;
    ASSERT_EQ(nearest(typo, candidates), word) << typo;
  }
}

}  // namespace
}  // namespace nacre::base
