#include "text/fold.h"

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>

#include <random>
#include <string>

#include "text/random_text.h"

namespace nacre::text {
namespace {

std::string normalized(const icu::Normalizer2* form, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out;
  form->normalize(icu::UnicodeString::fromUTF8(text), status).toUTF8String(out);
  EXPECT_TRUE(U_SUCCESS(status));
  return out;
}

std::string nfc(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  return normalized(icu::Normalizer2::getNFCInstance(status), text);
}

std::string nfd(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  return normalized(icu::Normalizer2::getNFDInstance(status), text);
}

TEST(Fold, IgnoresCaseAndWidth) {
  EXPECT_EQ(fold_text("ＡＰＩ网关 Straße NGINX"), "api网关 strasse nginx");
  EXPECT_EQ(fold_text("９０天"), "90天");
  EXPECT_EQ(fold_text("ｶﾞｷﾞ"), "ガギ");
}

TEST(Fold, WritesTraditionalHanSimplified) {
  EXPECT_EQ(fold_text("簽證預約改到下週三"), "签证预约改到下周三");
  EXPECT_EQ(fold_text("護照影本"), "护照影本");
}

TEST(Fold, RemovesLatinDiacriticsHoweverTheyAreWritten) {
  EXPECT_EQ(fold_text("Café Ångström Łódź"), "cafe angstrom lodz");
  EXPECT_EQ(fold_text("Cafe\u0301 q\u0303"), "cafe q");
}

TEST(Fold, KeepsTheVoiceOfKanaAndCyrillicLetters) {
  EXPECT_EQ(fold_text("が"), "が");
  EXPECT_EQ(fold_text("か\u3099"), "が");
  EXPECT_EQ(fold_text("Й"), "й");
  EXPECT_EQ(fold_text("и\u0306"), "й");
}

TEST(Fold, ComposesHangul) {
  EXPECT_EQ(fold_text(nfd("출석 학점")), "출석 학점");
}

TEST(Fold, DropsInvisibleCharactersAndSpacesControls) {
  EXPECT_EQ(fold_text("记\u200B忆"), "记忆");
  EXPECT_EQ(fold_text("\uFEFFa\u202Eb\u00ADc"), "abc");
  EXPECT_EQ(fold_text("a\tb\nc\u0085d\u00A0e\u3000f"), "a b c d e f");
  EXPECT_EQ(fold_text("❤\uFE0F"), "❤");
}

TEST(Fold, WritesApostrophesAndHyphensOneWay) {
  EXPECT_EQ(fold_text("don’t e‑mail"), "don't e-mail");
}

TEST(Fold, MapsEveryByteToTheCharacterThatGaveIt) {
  const Folded folded = fold("Ａé中㎏x");
  ASSERT_EQ(folded.text, "ae中kgx");
  EXPECT_EQ(folded.offset, (std::vector<std::uint32_t>{0, 3, 5, 5, 5, 8, 8, 11, 12}));
}

TEST(Fold, MapsAComposedCharacterToItsBase) {
  const Folded folded = fold("xe\u0301y");
  ASSERT_EQ(folded.text, "xey");
  EXPECT_EQ(folded.offset, (std::vector<std::uint32_t>{0, 1, 4, 5}));
}

TEST(Fold, KeepsLongRunsOfVowelJamo) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "ㅠ";
  const std::string folded = fold_text(text);
  EXPECT_EQ(utf8::count(folded), 100U);
  EXPECT_EQ(fold_text(folded), folded);
}

TEST(Fold, StaysLinearOnAMountainOfMarks) {
  std::string text = "и";
  for (int i = 0; i < 500'000; ++i) text += i % 2 ? "\u0591" : "\u0345";
  EXPECT_LT(fold_text(text).size(), 200U);
}

TEST(FoldProperty, KeepsItsPromisesForEveryText) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::string text = random_text(random, 40);
    const Folded folded = fold(text);
    ASSERT_TRUE(utf8::is_valid(folded.text));
    ASSERT_EQ(fold_text(text), folded.text);
    ASSERT_EQ(fold_text(folded.text), folded.text) << text;
    ASSERT_EQ(fold_text(nfc(text)), folded.text) << text;
    ASSERT_EQ(fold_text(nfd(text)), folded.text) << text;

    ASSERT_EQ(folded.offset.size(), folded.text.size() + 1);
    ASSERT_EQ(folded.offset.back(), text.size());
    for (std::size_t i = 0; i < folded.text.size(); ++i) {
      ASSERT_LE(folded.offset[i], folded.offset[i + 1]);
      ASSERT_EQ(utf8::floor_boundary(text, folded.offset[i]), folded.offset[i]);
    }
  }
}

TEST(FoldProperty, FoldsEveryCodePointToItsFixedPoint) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    utf8::append(text, c);
    const std::string folded = fold_text(text);
    ASSERT_EQ(fold_text(folded), folded) << static_cast<std::uint32_t>(c);
  }
}

// What a range of the shadow stands for can be folded again to give that range: the map is
// exact wherever characters do not join.
TEST(FoldProperty, MapsRangesBackToTextThatFoldsToThem) {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::string text = random_text(random, 20);
    const Folded folded = fold(text);
    for (std::size_t i = 0; i + 1 <= folded.text.size(); ++i) {
      const std::uint32_t begin = folded.offset[i];
      std::size_t last = i;
      while (folded.offset[last + 1] == begin) ++last;
      if (i != 0 && folded.offset[i - 1] == begin) continue;
      ASSERT_EQ(fold_text(text.substr(begin, folded.offset[last + 1] - begin)),
                folded.text.substr(i, last + 1 - i));
    }
  }
}

}  // namespace
}  // namespace nacre::text
