#include "embed/static_embedder.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "embed/test_space.h"

namespace nacre::embed {
namespace {

class StaticEmbedderTest : public testing::Test {
 protected:
  float cosine(std::string_view a, std::string_view b) {
    const auto x = embedder_.embed(a), y = embedder_.embed(b);
    EXPECT_TRUE(x && y);
    return std::inner_product(x->begin(), x->end(), y->begin(), 0.0F);
  }

  TestSpace test_;
  StaticEmbedder embedder_{test_.space()};
};

TEST_F(StaticEmbedderTest, PutsWordsOfOneMeaningNearAndOthersApart) {
  EXPECT_GT(cosine("电脑", "计算机"), 0.7F);
  EXPECT_GT(cosine("the doctor", "my physician"), 0.7F);
  EXPECT_LT(cosine("电脑", "海边"), 0.4F);
  EXPECT_LT(cosine("salary", "beach"), 0.4F);
}

TEST_F(StaticEmbedderTest, PutsBothLanguagesIntoOneSpace) {
  EXPECT_GT(cosine("computer", "电脑"), 0.7F);
  EXPECT_GT(cosine("The doctor's drugs", "医生的药"), 0.7F);
  EXPECT_LT(cosine("the doctor's drugs", "海边的电脑"), 0.5F);
}

TEST_F(StaticEmbedderTest, ComparesInTheShadowForm) {
  EXPECT_NEAR(cosine("計算機", "计算机"), 1, 1e-5F);
  EXPECT_NEAR(cosine("\xEF\xBC\xB0\xEF\xBC\xA3", "pc"), 1, 1e-5F);  // Full width.
}

TEST_F(StaticEmbedderTest, HasNoVectorForTextWithoutAKnownWord) {
  EXPECT_FALSE(embedder_.embed(""));
  EXPECT_FALSE(embedder_.embed("xyzzy plugh 魑魅"));
  EXPECT_FALSE(embedder_.embed("the my 的"));  // Known, but they say nothing.
  std::vector<float> out(test_.space().dimensions(), 1);
  EXPECT_FALSE(embedder_.embed("xyzzy", out));
  EXPECT_EQ(out, std::vector<float>(out.size()));
}

TEST_F(StaticEmbedderTest, IgnoresWordsThatItDoesNotKnow) {
  EXPECT_EQ(embedder_.embed("doctor xyzzy the"), embedder_.embed("doctor"));
}

TEST_F(StaticEmbedderTest, GivesUnitVectorsAndTheSameBitsEveryTime) {
  const std::vector<std::string> words = {"doctor", "pc",   "sea",  "电脑", "医生", "xyzzy",
                                          "的",     "wage", "drug", "药",   "计算"};
  StaticEmbedder another(test_.space());
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text = "doctor";
    for (std::size_t i = 0, n = random() % 200; i < n; ++i) {
      text += (random() % 2 == 0 ? " " : "") + words[random() % words.size()];
    }
    const auto vector = embedder_.embed(text);
    if (!vector) continue;  // "doctorpc" is another word.
    const float squares = std::inner_product(vector->begin(), vector->end(), vector->begin(), 0.0F);
    ASSERT_NEAR(squares, 1, 1e-5F);
    ASSERT_EQ(another.embed(text), vector);
  }
}

TEST(StaticSpace, WorksWithOneLanguageAsAnotherSpace) {
  const TestSpace test;
  const auto english =
      StaticSpace::of(StaticTable::over(test.english()).value(), std::nullopt).value();
  StaticEmbedder embedder(english);
  EXPECT_TRUE(embedder.embed("doctor"));
  EXPECT_FALSE(embedder.embed("医生"));
  EXPECT_NE(english.id(), test.space().id());
  EXPECT_EQ(english.dimensions(), test.space().dimensions());
}

TEST(StaticSpace, RefusesTablesThatWereNotMadeTogether) {
  StaticContent other = test_chinese();
  other.recipe[0] = 1;
  const TestSpace test;
  const std::string file = write_static_table(other).value();
  const auto space =
      StaticSpace::of(StaticTable::over(test.english()).value(), StaticTable::over(file).value());
  ASSERT_FALSE(space.ok());
  EXPECT_EQ(space.error().code, ErrorCode::Conflict);
}

TEST(StaticSpace, HasAnotherIdWhenAWordMoved) {
  StaticContent other = test_english();
  other.words[0].vector[0] += 1;
  const TestSpace test;
  const std::string file = write_static_table(other).value();
  const auto moved =
      StaticSpace::of(StaticTable::over(file).value(), StaticTable::over(test.chinese()).value());
  EXPECT_NE(moved.value().id(), test.space().id());
  EXPECT_EQ(TestSpace().space().id(), test.space().id());
}

}  // namespace
}  // namespace nacre::embed
