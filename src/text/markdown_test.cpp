#include "text/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "text/random_text.h"

namespace nacre::text {
namespace {

using testing::ElementsAre;

// "H1 Title", "L0", "P", ...
std::vector<std::string> shape(std::string_view text) {
  static constexpr std::string_view kNames = "HPLTCQXRB";
  std::vector<std::string> out;
  for (const Block& block : scan_blocks(text)) {
    std::string name(1, kNames[static_cast<std::size_t>(block.kind)]);
    const bool leveled = block.kind == BlockKind::Heading || block.kind == BlockKind::ListItem;
    if (leveled) name += std::to_string(block.level);
    if (!block.title.empty()) name += " " + block.title;
    out.push_back(name);
  }
  return out;
}

TEST(Markdown, FindsAtxAndSetextHeadings) {
  EXPECT_THAT(shape("# One\n\nTwo\n===\nThree **x**\n---\n####### no\n#no\n"),
              ElementsAre("H1 One", "B", "H1 Two", "H2 Three x", "P"));
  EXPECT_THAT(shape("## Closed ##\n#\n"), ElementsAre("H2 Closed", "H1"));
  EXPECT_THAT(shape("# Id <!-- id: abc -->\n"), ElementsAre("H1 Id"));
}

TEST(Markdown, SeesNoHeadingInsideAFence) {
  EXPECT_THAT(shape("```sh\n# comment\n\n```\n# Title\n"), ElementsAre("C", "H1 Title"));
  EXPECT_THAT(shape("~~~\n# open to the end\n"), ElementsAre("C"));
  EXPECT_THAT(shape("````\n```\n# still code\n````\nafter\n"), ElementsAre("C", "P"));
  EXPECT_THAT(shape("- run\n  ```\n  # comment\n  - no item\n  ```\n- next\n"),
              ElementsAre("L0", "L0"));
}

TEST(Markdown, NestsListItems) {
  EXPECT_THAT(shape("- a\n  - b\n    - c\n- d\n"), ElementsAre("L0", "L1", "L2", "L0"));
  EXPECT_THAT(shape("1. a\n  - b\n2. c\n"), ElementsAre("L0", "L1", "L0"));
  EXPECT_THAT(shape("- a\n\t- b\n\t\t- c\n"), ElementsAre("L0", "L1", "L2"));
}

TEST(Markdown, KeepsWhatBelongsToAListItemWithIt) {
  EXPECT_THAT(shape("- a\nlazy\n\n  second paragraph\n\n- b\n\noutside\n"),
              ElementsAre("L0", "B", "L0", "B", "P"));
  EXPECT_THAT(shape("- a\n  1999. was a year\n"), ElementsAre("L0"));
  EXPECT_THAT(shape("In\n1999. no list\n"), ElementsAre("P"));
  EXPECT_THAT(shape("- a\n# Heading\n"), ElementsAre("L0", "H1 Heading"));
}

TEST(Markdown, TellsTablesQuotesRulesCodeAndHtmlApart) {
  EXPECT_THAT(shape("text\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\nlazy\n\n---\n"),
              ElementsAre("P", "T", "B", "Q", "B", "R"));
  EXPECT_THAT(shape("    code\n\n    more\n\ntext\n"), ElementsAre("C", "B", "P"));
  EXPECT_THAT(shape("<!-- a\n# b\n-->\ntext\n"), ElementsAre("X", "P"));
  EXPECT_THAT(shape("<!-- never closed\n\n# Title\n"), ElementsAre("P", "B", "H1 Title"));
  EXPECT_THAT(shape("* * *\n- - -\n"), ElementsAre("R", "R"));
}

TEST(Markdown, KeepsTheByteOrderMarkOutOfTheTitle) {
  EXPECT_THAT(shape("\uFEFF# Notes\r\n\r\nfirst\r\n"), ElementsAre("H1 Notes", "B", "P"));
}

TEST(Markdown, EndsLinesAtCrlfAndLoneCr) {
  const std::vector<Block> blocks = scan_blocks("# A\r\rb\rc\r\n\r\nd\u2028e", 10);
  ASSERT_EQ(blocks.size(), 5U);
  EXPECT_EQ(blocks[2].start_line, 12U);
  EXPECT_EQ(blocks[2].end_line, 13U);
  EXPECT_EQ(blocks[4].start_line, 15U);
  EXPECT_EQ(blocks[4].end_line, 15U);
}

TEST(Annotations, ReadsKnownKeysFromTrailingComments) {
  std::string stripped;
  const Annotations found = read_annotations(
      "- likes tea <!-- id: a1 --> <!-- Importance: 7 -->\n<!-- trigger: tea, 茶 -->\n", &stripped);
  ASSERT_EQ(found.items.size(), 3U);
  EXPECT_EQ(*found.find("id"), "a1");
  EXPECT_EQ(*found.find("importance"), "7");
  EXPECT_EQ(*found.find("trigger"), "tea, 茶");
  EXPECT_EQ(found.find("visibility"), nullptr);
  EXPECT_EQ(stripped, "- likes tea\n\n");
}

TEST(Annotations, LeavesOtherCommentsAndCodeAlone) {
  const std::string text =
      "a <!-- note: x -->\nb <!-- id: x --> c\n```\n<!-- id: x -->\n```\n<!-- id: -- >\n";
  std::string stripped;
  EXPECT_TRUE(read_annotations(text, &stripped).items.empty());
  EXPECT_EQ(stripped, text);
}

TEST(Annotations, KeepsAnUnknownCommentBesideAKnownOne) {
  std::string stripped;
  const Annotations found = read_annotations("a <!-- x --> <!-- id: 1 --> <!-- y -->", &stripped);
  ASSERT_EQ(found.items.size(), 1U);
  EXPECT_EQ(stripped, "a <!-- x --> <!-- y -->");
}

TEST(MarkdownProperty, BlocksCoverTheTextWithoutGaps) {
  static constexpr std::string_view kParts[] = {
      "# ",    "## ",  "- ",   "  - ",  "1. ",  "```",  "\n",  "\r\n",
      "\r",    "\n\n", "    ", "\t",    "> ",   "---",  "===", "| a | b |",
      "|-|-|", "<!--", "-->",  "<div>", "text", "中文", " ",   "~~~"};
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text;
    for (std::size_t i = random() % 40; i > 0; --i) text += kParts[random() % std::size(kParts)];
    std::size_t at = 0;
    std::uint32_t line = 1;
    for (const Block& block : scan_blocks(text)) {
      ASSERT_EQ(block.begin, at);
      ASSERT_GT(block.end, block.begin);
      ASSERT_EQ(block.start_line, line);
      ASSERT_GE(block.end_line, block.start_line);
      at = block.end;
      line = block.end_line + 1;
    }
    ASSERT_EQ(at, text.size());
  }
}

}  // namespace
}  // namespace nacre::text
