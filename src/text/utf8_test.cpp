#include "text/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "text/random_text.h"

namespace nacre::text::utf8 {
namespace {

TEST(Utf8, RefusesSurrogatesOverlongFormsAndWhatLiesBeyondUnicode) {
  EXPECT_TRUE(is_valid("a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"));
  EXPECT_TRUE(is_valid(std::string_view("\0", 1)));
  EXPECT_FALSE(is_valid("\xED\xA0\x80"));
  EXPECT_FALSE(is_valid("\xC0\xAF"));
  EXPECT_FALSE(is_valid("\xE0\x80\xAF"));
  EXPECT_FALSE(is_valid("\xF0\x80\x80\x80"));
  EXPECT_FALSE(is_valid("\xF4\x90\x80\x80"));
  EXPECT_FALSE(is_valid("\x80"));
  EXPECT_FALSE(is_valid("\xE4\xB8"));
}

TEST(Utf8, SaysHowFarTheTextIsValid) {
  EXPECT_EQ(valid_prefix("0123456789\xFFrest"), 10U);
  EXPECT_EQ(valid_prefix(""), 0U);
  EXPECT_EQ(valid_prefix("中\xE4\xB8"), 3U);
}

TEST(Utf8, ReplacesEachMaximalIllFormedPartOnce) {
  // The example of the Unicode standard, table 3-8.
  const Repaired repaired = repair("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64");
  EXPECT_EQ(repaired.text, "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  EXPECT_EQ(repaired.replaced, 6U);
}

TEST(Utf8, KeepsNulWhenRepairing) {
  const std::string text("a\0b", 3);
  EXPECT_EQ(repair(text).text, text);
  EXPECT_EQ(repair(text).replaced, 0U);
}

TEST(Utf8, RoundsToCodePoints) {
  const std::string_view text = "a中b";
  EXPECT_EQ(floor_boundary(text, 2), 1U);
  EXPECT_EQ(ceil_boundary(text, 2), 4U);
  EXPECT_EQ(floor_boundary(text, 4), 4U);
  EXPECT_EQ(floor_boundary(text, 99), text.size());
  EXPECT_EQ(ceil_boundary(text, 99), text.size());
  EXPECT_EQ(count(text), 3U);
}

TEST(Utf8Property, ReadsBackEveryCodePointItAppends) {
  for (char32_t c = 0; c < 0x110000; c += c < 0x3000 ? 1 : 37) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    append(text, c);
    ASSERT_TRUE(is_valid(text)) << static_cast<std::uint32_t>(c);
    std::size_t offset = 0;
    ASSERT_EQ(next(text, offset), c);
    ASSERT_EQ(offset, text.size());
  }
}

TEST(Utf8Property, RepairsAnyBytesIntoValidTextAndLeavesValidTextAlone) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string bytes = random_text(random, 30);
    ASSERT_TRUE(is_valid(bytes));
    ASSERT_EQ(repair(bytes).text, bytes);
    if (bytes.empty()) continue;
    bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    const Repaired repaired = repair(bytes);
    ASSERT_TRUE(is_valid(repaired.text));
    ASSERT_EQ(repaired.replaced == 0, is_valid(bytes));
  }
}

}  // namespace
}  // namespace nacre::text::utf8
