#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/clock.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/random_text.h"
#include "text/tokens_estimate.h"

namespace nacre::text {
namespace {

using testing::ElementsAre;

std::vector<Unit> units(std::string_view body, UnitOptions options = {}) {
  return cut_units(body, 0, 1, options);
}

std::vector<std::string> texts(std::string_view body, UnitOptions options = {}) {
  std::vector<std::string> out;
  for (const Unit& unit : units(body, options)) out.push_back(unit.text);
  return out;
}

constexpr UnitOptions kPerEntry{.per_entry = true};

TEST(Units, StartAtEveryHeadingWithText) {
  EXPECT_THAT(texts("## 1\ngreenhouse\n\n## 2\ngreenhouse again\n"),
              ElementsAre("## 1\ngreenhouse\n", "## 2\ngreenhouse again\n"));
}

TEST(Units, KeepABareHeadingWithTheSectionBelow) {
  const std::vector<Unit> found = units("# Note\n\n## First\ntext\n\n## Second\nmore\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].text, "# Note\n\n## First\ntext\n");
  EXPECT_EQ(found[0].heading, "Note > First");
  EXPECT_EQ(found[1].heading, "Note > Second");
  EXPECT_EQ(found[1].start_line, 6U);
  EXPECT_EQ(found[1].end_line, 7U);
}

TEST(Units, KeepAHeadingThatIsAllThereIs) {
  EXPECT_THAT(texts("### 09:10 - Deployed\n\n### 10:00 - Restarted\n"),
              ElementsAre("### 09:10 - Deployed\n", "### 10:00 - Restarted\n"));
}

TEST(Units, PackTheItemsOfAPassage) {
  EXPECT_EQ(texts("# 2026-02-11\n\n- one\n- two\n").size(), 1U);
}

TEST(Units, GiveEveryItemItsOwnPerEntry) {
  const std::vector<Unit> found =
      units("# Memory\n\n## Likes\n\n- tea\n  - green\n\n- rain\n\nplain words\n", kPerEntry);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].text, "- tea\n  - green\n");
  EXPECT_EQ(found[0].heading, "Memory > Likes");
  EXPECT_EQ(found[0].kind, UnitKind::Entry);
  EXPECT_EQ(found[0].start_line, 5U);
  EXPECT_EQ(found[0].end_line, 6U);
  EXPECT_EQ(found[1].text, "- rain\n");
  EXPECT_EQ(found[1].start_line, 8U);
  EXPECT_EQ(found[2].text, "plain words\n");
}

TEST(Units, TakeAHeadingWithBodyAsOneEntry) {
  const std::vector<Unit> found = units("## Rule\nNever deploy on Friday.\n\n- item\n", kPerEntry);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].text, "## Rule\nNever deploy on Friday.\n");
  EXPECT_EQ(found[0].kind, UnitKind::Entry);
}

TEST(Units, CarryTheAnnotationsOfTheirEntry) {
  const std::vector<Unit> found = units(
      "- tea <!-- id: t1 --> <!-- importance: 9 --> <!-- visibility: public -->\n"
      "- visa <!-- valid: 2026-03-01.. --> <!-- trigger: passport, 护照 --> <!-- project: move "
      "-->\n"
      "- old <!-- supersedes: t1 --> <!-- at: 2026-02-03T23:10:00+08:00 -->\n",
      kPerEntry);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].id, "t1");
  EXPECT_EQ(found[0].importance, 9);
  EXPECT_EQ(found[0].visibility, Visibility::Public);
  EXPECT_EQ(found[0].text, "- tea\n");
  EXPECT_EQ(found[1].valid.first, base::parse_day("2026-03-01"));
  EXPECT_FALSE(found[1].valid.last);
  EXPECT_THAT(found[1].triggers, ElementsAre("passport", "护照"));
  EXPECT_EQ(found[1].project, "move");
  EXPECT_EQ(found[2].supersedes, "t1");
  EXPECT_EQ(found[2].date, base::parse_day("2026-02-03"));
}

TEST(Units, GiveAnAnnotatedItemItsOwnEvenInAPassage) {
  const std::vector<Unit> found =
      units("# Day\n- one\n- secret <!-- visibility: private -->\n- two\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_FALSE(found[0].visibility);
  EXPECT_EQ(found[1].visibility, Visibility::Private);
  EXPECT_EQ(found[1].text, "- secret\n");
  EXPECT_FALSE(found[2].visibility);
}

TEST(Units, InheritWhatASectionSays) {
  const std::vector<Unit> found = units(
      "## Diary <!-- visibility: private --> <!-- id: d -->\ntext\n\n### Sub\n"
      "more <!-- visibility: public -->\n\n## Other\nfree\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].id, "d");
  EXPECT_EQ(found[1].id, "");
  EXPECT_EQ(found[1].visibility, Visibility::Private);
  EXPECT_FALSE(found[2].visibility);
}

TEST(Units, AreNotPublishedByAPartOfThem) {
  const auto seen = [](std::string_view text) { return units(text, kPerEntry)[0].visibility; };
  EXPECT_FALSE(seen("- salary is 10\n  - the desk is blue <!-- visibility: public -->\n"));
  EXPECT_FALSE(seen("## Talks\nsecret\n\nopen <!-- visibility: public -->\n"));
  EXPECT_FALSE(seen("## Talks\nopen <!-- visibility: public -->\n\nsecret\n"));
  EXPECT_EQ(seen("- desk <!-- visibility: public -->\n  - blue\n"), Visibility::Public);
  EXPECT_EQ(seen("## Talks\nopen <!-- visibility: public -->\n"), Visibility::Public);
}

TEST(Units, AreHiddenByAPrivatePartOfThem) {
  const std::vector<Unit> found = units(
      "- desk <!-- visibility: public -->\n  - salary <!-- visibility: private -->\n"
      "- lamp\n  - code <!-- visibility: shared -->\n",
      kPerEntry);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].visibility, Visibility::Private);
  EXPECT_EQ(found[1].visibility, Visibility::Private);
}

TEST(Units, AreHiddenByANarrowingCommentWhereverItStands) {
  EXPECT_EQ(units("- a <!-- visibility: private --> b\n")[0].visibility, Visibility::Private);
  EXPECT_EQ(units("```\n- a <!-- visibility: private -->\n")[0].visibility, Visibility::Private);
  EXPECT_FALSE(units("- a <!-- visibility: public --> b\n")[0].visibility);
  EXPECT_FALSE(units("```\n<!-- visibility: public -->\n```\n")[0].visibility);
}

TEST(Units, TakeAnUnknownVisibilityAsPrivate) {
  EXPECT_EQ(units("- a <!-- visibility: pubic -->\n")[0].visibility, Visibility::Private);
}

TEST(Units, ReadTheCommentUnderALogHeading) {
  const std::vector<Unit> found = units(
      "# 2026-03-03\n\n### 10:00 - Fix\n<!-- id: x1 --> <!-- at: 2026-03-03T10:00:00Z -->\n\n"
      "Body.\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "x1");
  EXPECT_EQ(found[0].date, base::parse_day("2026-03-03"));
  EXPECT_EQ(found[0].end_line, 6U);
}

TEST(Units, TakeTheDateOfADatedHeading) {
  const std::vector<Unit> found = units("## 2026-02-11 Wednesday\n\n- dentist\n\n## Later\nx\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].date, base::parse_day("2026-02-11"));
  EXPECT_FALSE(found[1].date);
}

TEST(Units, LeaveOutlineBookkeepingOutButKeepItsLines) {
  const std::vector<Unit> found = units(
      "- TODO buy lamp oil\n  id:: 66000000-0000\n  collapsed:: true\n\t- supplier:: [[Kestrel]]\n",
      kPerEntry);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text, "- TODO buy lamp oil\n \n \n\t- supplier:: [[Kestrel]]\n");
}

TEST(Units, NameTheParentOfANestedItemThatWasCutOff) {
  std::string body = "# List\n- parent item <!-- id: p -->\n";
  for (int i = 0; i < 60; ++i)
    body += "  - child number " + std::to_string(i) + " with some words\n";
  const std::vector<Unit> found = units(body, kPerEntry);
  ASSERT_GT(found.size(), 1U);
  EXPECT_EQ(found[0].heading, "List");
  EXPECT_EQ(found[1].heading, "List > parent item");
  EXPECT_EQ(found[1].id, "p");
  EXPECT_GT(found[1].overlap_bytes, 0U);
}

TEST(Units, KeepACodeBlockWhole) {
  std::string body;
  for (int i = 0; i < 30; ++i) body += "Some prose that fills the first unit.\n";
  std::string code = "```\n";
  for (int i = 0; i < 40; ++i) code += "int x" + std::to_string(i) + " = compute(27);\n";
  code += "```\n";
  ASSERT_LT(estimate_tokens(code), 512U);
  const std::vector<std::string> found = texts(body + "\n" + code);
  EXPECT_EQ(found.back(), code);
}

TEST(Units, CutALongChineseLineAtSentenceEnds) {
  std::string body;
  for (int i = 0; i < 400; ++i) body += "巡检员每天清晨六点记录水位与气温。";
  body += "\n";
  std::string joined;
  for (const Unit& unit : units(body)) {
    EXPECT_EQ(unit.start_line, 1U);
    EXPECT_EQ(unit.end_line, 1U);
    EXPECT_LE(estimate_tokens(unit.text), 512U);
    EXPECT_TRUE(unit.text.ends_with("。") || unit.text.ends_with("。\n"));
    joined += unit.text;
  }
  EXPECT_EQ(joined, body);
}

TEST(Units, CutALongLineWithUrlsWithoutLoss) {
  std::string body;
  for (int i = 0; i < 60; ++i) {
    body +=
        "자료는 https://example.org/very/long/path/with/many/segments/and-an-id-0123456789 참고. ";
  }
  std::string joined;
  for (const Unit& unit : units(body)) joined += unit.text;
  EXPECT_EQ(joined, body);
}

TEST(Units, DoNotCutAGraphemeWhenThereIsNoBetterPlace) {
  std::string body;
  for (int i = 0; i < 400; ++i) body += "👍🏽";
  for (const Unit& unit : units(body)) EXPECT_EQ(unit.text.size() % 8, 0U);
}

TEST(Units, CarryOnlyTheStartOfAnEndlessHeading) {
  std::string line = "# ";
  while (line.size() < 100'000) line += "很长的标题 ";
  const std::vector<Unit> found = units(line + "\n\ntext\n");
  ASSERT_GT(found.size(), 50U);
  for (const Unit& unit : found) EXPECT_LT(unit.heading.size(), 300U);
}

TEST(Units, PlaceTheBodyInItsFile) {
  const std::vector<Unit> found = cut_units("text\n", 100, 7, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].begin, 100U);
  EXPECT_EQ(found[0].end, 105U);
  EXPECT_EQ(found[0].start_line, 7U);
}

TEST(Units, AreNoneInBlankText) {
  EXPECT_TRUE(units("").empty());
  EXPECT_TRUE(units(" \n\t\r\n\n").empty());
  EXPECT_TRUE(units("\uFEFF").empty());
}

std::string random_markdown(std::mt19937_64& random) {
  static constexpr std::string_view kParts[] = {"# ",
                                                "## ",
                                                "### ",
                                                "- ",
                                                "  - ",
                                                "1. ",
                                                "```\n",
                                                "\n",
                                                "\r\n",
                                                "\r",
                                                "\n\n",
                                                "    ",
                                                "\t",
                                                "> ",
                                                "---\n",
                                                "===\n",
                                                "| a | b |\n|-|-|\n",
                                                " <!-- id: x -->",
                                                "<!-- visibility: private -->",
                                                "id:: 7\n",
                                                "Words and more words. ",
                                                "中文句子。",
                                                "😀"};
  std::string text;
  for (std::size_t i = random() % 60; i > 0; --i) {
    text += kParts[random() % std::size(kParts)];
    if (random() % 3 == 0) text += random_text(random, 30);
    if (random() % 40 == 0) {
      for (int k = 0; k < 100; ++k) text += random_text(random, 12);
    }
  }
  return text;
}

bool may_stay_uncovered(std::string_view gap, const Unit* next) {
  std::string rest;
  read_annotations(gap, &rest);
  for (const Block& block : scan_blocks(rest)) {
    if (block.kind == BlockKind::Blank || block.kind == BlockKind::Rule) continue;
    if (block.kind == BlockKind::Heading) {
      if (next == nullptr || next->heading.find(block.title) == std::string::npos) return false;
      continue;
    }
    const std::string_view text =
        std::string_view(rest).substr(block.begin, block.end - block.begin);
    if (text.find("id:: ") != std::string_view::npos) continue;
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) continue;
    if (text == "\uFEFF") continue;
    return false;
  }
  return true;
}

TEST(UnitsProperty, KeepThePromisesOfTheHeader) {
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::string body = random_markdown(random);
    UnitOptions options;
    options.per_entry = random() % 2 == 0;
    options.tokens_target = 16 + static_cast<std::uint32_t>(random() % 400);
    options.tokens_max = options.tokens_target + static_cast<std::uint32_t>(random() % 200);
    const LineIndex lines(body);
    std::uint64_t covered = 0;
    std::uint32_t ordinal = 0;
    for (const Unit& unit : units(body, options)) {
      ASSERT_EQ(unit.ordinal, ++ordinal);
      ASSERT_GE(unit.begin, covered);
      ASSERT_GT(unit.end, unit.begin);
      ASSERT_LE(unit.end, body.size());
      ASSERT_NE(unit.text.find_first_not_of(" \t\r\n"), std::string::npos);
      ASSERT_LE(estimate_tokens(unit.text), options.tokens_max);
      ASSERT_TRUE(utf8::is_valid(unit.text));
      ASSERT_TRUE(utf8::is_valid(unit.heading));
      ASSERT_EQ(unit.start_line, lines.line_of(unit.begin));
      ASSERT_EQ(unit.end_line, lines.line_of(unit.end - 1));
      ASSERT_LE(unit.overlap_bytes, unit.begin);
      // A last line that was an annotation and had no line end is gone.
      const std::uint32_t unit_lines = unit.end_line - unit.start_line + 1;
      const std::uint32_t text_lines = LineIndex(unit.text).count();
      const char last = body[unit.end - 1];
      ASSERT_EQ(text_lines + (last != '\n' && last != '\r' && text_lines < unit_lines), unit_lines)
          << unit.text;
      ASSERT_TRUE(may_stay_uncovered(body.substr(covered, unit.begin - covered), &unit))
          << body.substr(covered, unit.begin - covered);
      covered = unit.end;
    }
    ASSERT_TRUE(may_stay_uncovered(body.substr(covered), nullptr)) << body.substr(covered);
  }
}

}  // namespace
}  // namespace nacre::text
