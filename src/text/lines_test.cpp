#include "text/lines.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace nacre::text {
namespace {

TEST(Lines, EndAtLfCrlfAndLoneCrOnly) {
  const std::string text = "a\nb\r\nc\rd\u2028e\vf";
  const LineIndex lines(text);
  ASSERT_EQ(lines.count(), 4U);
  EXPECT_EQ(lines.line(1), "a");
  EXPECT_EQ(lines.line(2), "b");
  EXPECT_EQ(lines.line(3), "c");
  EXPECT_EQ(lines.line(4), "d\u2028e\vf");
}

TEST(Lines, StartNoFurtherLineAtTheEnd) {
  EXPECT_EQ(LineIndex("").count(), 0U);
  EXPECT_EQ(LineIndex("a").count(), 1U);
  EXPECT_EQ(LineIndex("a\n").count(), 1U);
  EXPECT_EQ(LineIndex("\n").count(), 1U);
  EXPECT_EQ(LineIndex("\r\n\r\n").count(), 2U);
}

TEST(Lines, TellTheLineOfAnOffset) {
  const LineIndex lines("ab\r\ncd\n");
  EXPECT_EQ(lines.line_of(0), 1U);
  EXPECT_EQ(lines.line_of(3), 1U);
  EXPECT_EQ(lines.line_of(4), 2U);
  EXPECT_EQ(lines.line_of(7), 2U);
}

TEST(LinesProperty, CoverTheTextInOrder) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text;
    for (std::size_t i = random() % 40; i > 0; --i) text += "ab\r\n"[random() % 4];
    const LineIndex lines(text);
    std::uint64_t at = 0;
    for (std::uint32_t line = 1; line <= lines.count(); ++line) {
      ASSERT_EQ(lines.begin(line), at);
      ASSERT_GT(lines.end_with_break(line), at);
      ASSERT_EQ(lines.line(line).find_first_of("\r\n"), std::string_view::npos);
      for (; at < lines.end_with_break(line); ++at) ASSERT_EQ(lines.line_of(at), line);
    }
    ASSERT_EQ(at, text.size());
  }
}

}  // namespace
}  // namespace nacre::text
