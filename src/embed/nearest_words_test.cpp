#include "embed/nearest_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "embed/test_space.h"

namespace nacre::embed {
namespace {

std::set<std::string> words_of(const std::vector<NearWord>& near) {
  std::set<std::string> words;
  for (const NearWord& one : near) words.insert(one.word);
  return words;
}

TEST(NearestWords, AreTheWordsOfTheSameMeaningInBothLanguages) {
  const TestSpace test;
  const std::vector<std::string> asked = {"电脑", "doctor", "xyzzy", "the"};
  const auto near = nearest_words(test.space(), asked, {.cosine_min = 0.6F});
  ASSERT_EQ(near.size(), 4U);
  EXPECT_EQ(words_of(near[0]), (std::set<std::string>{"computer", "laptop", "pc", "计算机"}));
  EXPECT_EQ(words_of(near[1]), (std::set<std::string>{"physician", "医生", "大夫"}));
  EXPECT_TRUE(near[2].empty());
  EXPECT_TRUE(near[3].empty());  // A stop word has no meaning to be near to.
}

// Plain arithmetic on the vectors as they were before they were rounded.
TEST(NearestWords, AgreeWithASlowLookAtEveryWord) {
  const TestSpace test;
  std::vector<StaticWord> all = test_english().words;
  for (const StaticWord& word : test_chinese().words) all.push_back(word);
  const auto cosine = [](const StaticWord& a, const StaticWord& b) {
    double both = 0, left = 0, right = 0;
    for (std::size_t d = 0; d < a.vector.size(); ++d) {
      const auto x = static_cast<double>(a.vector[d]), y = static_cast<double>(b.vector[d]);
      both += x * y;
      left += x * x;
      right += y * y;
    }
    return both / std::sqrt(left * right);
  };
  for (const StaticWord& word : all) {
    if (word.weight == 0) continue;
    SCOPED_TRACE(word.word);
    const std::vector<std::string> asked = {word.word};
    const auto near =
        nearest_words(test.space(), asked, {.cosine_min = 0.1F, .words_max = 1000})[0];
    ASSERT_TRUE(std::ranges::is_sorted(near, std::greater{}, &NearWord::cosine));
    for (const StaticWord& other : all) {
      if (other.word == word.word || other.weight == 0) continue;
      const double expected = cosine(word, other);
      const auto found = std::ranges::find(near, other.word, &NearWord::word);
      // One that is left out was below the threshold, up to rounding.
      const double given = found != near.end() ? static_cast<double>(found->cosine) : 0.1;
      ASSERT_NEAR(given, std::max(expected, 0.1), 0.02);
    }
  }
}

TEST(NearestWords, AreBounded) {
  const TestSpace test;
  const std::vector<std::string> asked(kAskedWordsMax + 1, "computer");
  const auto near = nearest_words(test.space(), asked, {.cosine_min = 0.1F, .words_max = 2});
  ASSERT_EQ(near.size(), asked.size());
  EXPECT_EQ(near.front().size(), 4U);  // Two of each language.
  EXPECT_TRUE(near.back().empty());
  EXPECT_TRUE(nearest_words(test.space(), asked, {.words_max = 0})[0].empty());
}

}  // namespace
}  // namespace nacre::embed
