#include "cli/harmless.h"

#include <gtest/gtest.h>

namespace nacre::cli {
namespace {

TEST(Harmless, KeepsTextInAnyScript) {
  const std::string_view text = "柠檬树 قهوة 출석 naïve 🌱\ttab";
  EXPECT_EQ(harmless(text), text);
}

TEST(Harmless, ShowsEscapesInsteadOfSendingThem) {
  EXPECT_EQ(harmless("a\x1b[31mred\x1b]0;title\x07"), "a␛[31mred␛]0;title␇");
  EXPECT_EQ(harmless("\x7f"), "␡");
  EXPECT_EQ(harmless(std::string_view("\0", 1)), "␀");
  EXPECT_EQ(harmless("\xC2\x9B"
                     "31m"),
            "\uFFFD31m");
}

TEST(Harmless, ShowsMarksThatTurnTextAround) {
  EXPECT_EQ(harmless("a\u202Eb\u2066c"), "a\uFFFDb\uFFFDc");
}

TEST(Harmless, KeepsLineEndsOnlyWhereTheyAreWanted) {
  EXPECT_EQ(harmless("a\r\nb\n", Breaks::Kept), "a\nb\n");
  EXPECT_EQ(harmless("a\rb", Breaks::Kept), "a␍b");
  EXPECT_EQ(harmless("a\nb"), "a␊b");
}

TEST(Harmless, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(harmless("a\xC1\xB8z"), "a\uFFFD\uFFFDz");
  EXPECT_EQ(harmless("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(harmless("\xE6\x9F"), "\uFFFD\uFFFD");
  EXPECT_EQ(harmless("\xF0\x80\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

}  // namespace
}  // namespace nacre::cli
