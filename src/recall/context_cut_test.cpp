#include "recall/context_cut.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "text/tokens_estimate.h"
#include "workspace/lines.h"

namespace nacre::recall {
namespace {

const Scope kOwner;
const guard::Policy kPolicy;
const workspace::NoteOptions kNotes;

VisibleNote note_of(std::string_view text, const Scope& scope = kOwner,
                    std::string_view path = "MEMORY.md") {
  return read_visible(path, text,
                      {.scope = &scope, .policy = &kPolicy, .notes = &kNotes, .today = {20'000}});
}

std::string bullets(int count) {
  std::string text = "# List\n\n";
  for (int i = 1; i <= count; ++i) text += "- item " + std::to_string(i) + " of the list\n";
  return text;
}

NoteCut cut(std::string_view text, std::uint64_t chars, double head_share = 0.75) {
  return cut_note(note_of(text), "MEMORY.md", {.chars = chars, .tokens = 1'000'000}, head_share);
}

TEST(ContextNote, CountsTheCharactersOfTheFileAsItIs) {
  const VisibleNote note = note_of("\xEF\xBB\xBF# 标题\r\n- 一\r\n- two");
  EXPECT_EQ(note.lines, 3U);
  EXPECT_EQ(note.chars, 1U + 4 + 2 + 3 + 2 + 5);
  ASSERT_EQ(note.pieces.size(), 3U);
  EXPECT_EQ(note.pieces[0].text, "# 标题\n");
  EXPECT_EQ(note.pieces[2].text, "- two\n");
}

TEST(ContextNote, KeepsAnItemWithWhatIsNestedInIt) {
  const VisibleNote note = note_of("- a\n  - b\n  - c\n- d\n");
  ASSERT_EQ(note.pieces.size(), 2U);
  EXPECT_EQ(note.pieces[0].text, "- a\n  - b\n  - c\n");
}

TEST(ContextNote, LeavesOutWhatIsPastItsRangeAndCountsIt) {
  const VisibleNote note =
      note_of("- old <!-- valid: ..2024-10-03 -->\n- today <!-- valid: ..2024-10-04 -->\n- new\n");
  EXPECT_EQ(note.expired, 1U);
  EXPECT_EQ(note.lines, 3U);
  ASSERT_EQ(note.pieces.size(), 2U);
  EXPECT_EQ(note.pieces[0].first_line, 2U);
}

TEST(ContextNote, HidesPrivateEntriesAndTheHeadingsOfOnlySuch) {
  const Scope group{.context = ContextKind::Group};
  const VisibleNote note = note_of(
      "# House\n\n- quiet after ten\n- alarm code <!-- visibility: private -->\n\n## Debts\n\n"
      "- owes rent <!-- visibility: private -->\n\n## Bins\n\n- on Mondays\n",
      group, "memory/shared/house.md");
  std::string shown;
  for (const NotePiece& piece : note.pieces) shown += piece.text;
  EXPECT_EQ(shown, "# House\n\n- quiet after ten\n## Bins\n\n- on Mondays\n");
  EXPECT_EQ(note.lines, 6U);
}

TEST(ContextNote, HidesTheFrontMatterOfAPrivateFile) {
  const Scope group{.context = ContextKind::Group};
  const VisibleNote note = note_of("---\nvisibility: private\ntitle: Secret\n---\n\n- kept\n",
                                   group, "memory/shared/a.md");
  EXPECT_EQ(note.lines, 0U);
  EXPECT_TRUE(note.pieces.empty());
}

TEST(ContextCut, KeepsAllWhenItFits) {
  const std::string text = bullets(10);
  const NoteCut whole = cut(text, text.size());
  EXPECT_EQ(whole.text, text);
  EXPECT_EQ(whole.chars_included, text.size());
  EXPECT_EQ(whole.fetch, "");
}

TEST(ContextCut, KeepsHeadAndTailAndSaysWhatIsMissing) {
  const NoteCut some = cut(bullets(100), 600);
  EXPECT_TRUE(some.text.starts_with("# List\n\n- item 1 of the list\n"));
  EXPECT_NE(some.text.find("\n[…]\n"), some.text.npos);
  EXPECT_NE(some.text.find("- item 100 of the list\n[nacre: left out "), some.text.npos);
  EXPECT_TRUE(some.text.ends_with("read them with: " + some.fetch + "]\n"));
  EXPECT_TRUE(some.fetch.starts_with("nacre get MEMORY.md#L"));
  EXPECT_LE(characters(some.text), 600U);
}

TEST(ContextCut, SplitsTheRoomAsAsked) {
  const auto has = [](const NoteCut& some, std::string_view text) {
    return some.text.find(text) != some.text.npos;
  };
  const NoteCut head = cut(bullets(100), 600, 1);
  EXPECT_TRUE(has(head, "item 1 of"));
  EXPECT_FALSE(has(head, "item 100 of"));
  const NoteCut tail = cut(bullets(100), 600, 0);
  EXPECT_FALSE(has(tail, "item 1 of"));
  EXPECT_TRUE(has(tail, "item 100 of"));
}

TEST(ContextCut, KeepsHeadingsOfWhatIsLeftOut) {
  std::string text;
  for (int i = 1; i <= 9; ++i) {
    text += "## Part " + std::to_string(i) + "\n\n" + std::string(200, 'x') + "\n\n";
  }
  const NoteCut some = cut(text, 900);
  for (int i = 1; i <= 9; ++i) {
    EXPECT_NE(some.text.find("## Part " + std::to_string(i)), some.text.npos) << i;
  }
}

TEST(ContextCut, NeverCutsALine) {
  const NoteCut some = cut("short\n" + std::string(5000, 'y') + "\nend\n", 300);
  EXPECT_EQ(some.text.find('y'), some.text.npos);
  EXPECT_TRUE(some.text.starts_with("short\n[…]\nend\n[nacre: left out 1 of 3 lines (5001 char"));
  EXPECT_EQ(some.fetch, "nacre get MEMORY.md#L2-L2");
}

TEST(ContextCut, SaysWhatIsMissingWhenNothingFits) {
  const NoteCut nothing = cut(bullets(100), 10);
  EXPECT_EQ(nothing.text, "");
  EXPECT_EQ(nothing.lines_left_out, 102U);
  EXPECT_EQ(nothing.fetch, "nacre get MEMORY.md#L1-L102");
}

TEST(ContextCut, QuotesAPathForTheShell) {
  const VisibleNote note = note_of(bullets(100));
  const NoteCut some = cut_note(note, "memory/it's 我的.md", {600, 10'000}, 0.75);
  EXPECT_TRUE(some.fetch.starts_with("nacre get 'memory/it'\\''s 我的.md#L")) << some.fetch;
}

std::string random_note(std::mt19937& random) {
  const std::string_view lines[] = {
      "# One",      "## Two",    "- item",  "- 很长的一条记录，关于花园",
      "  - nested", "",          "```",     "text that goes on",
      "| a | b |",  "### Three", "> quote", "---",
      "1. first"};
  std::string text;
  const std::size_t count = random() % 120;
  for (std::size_t i = 0; i < count; ++i) {
    text += lines[random() % std::size(lines)];
    text += random() % 3 == 0 ? " " + std::to_string(random() % 1000) : "";
    text += random() % 20 == 0 ? "\r\n" : "\n";
  }
  return text;
}

TEST(ContextCutProperty, NeverPassesItsRoomCutsALineOrForgetsOne) {
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const std::string text = random_note(random);
    const VisibleNote note = note_of(text, kOwner, random() % 2 == 0 ? "MEMORY.md" : "a b.md");
    const ContextRoom room{random() % 2500, random() % 900};
    const double share = static_cast<double>(random() % 101) / 100;
    const NoteCut some = cut_note(note, "a b.md", room, share);

    ASSERT_LE(characters(some.text), room.chars);
    ASSERT_LE(text::estimate_tokens(some.text), room.tokens);
    ASSERT_EQ(some.chars_included + some.chars_left_out, note.chars);
    ASSERT_EQ(note.chars, characters(text));
    ASSERT_EQ(some.lines_left_out == 0, some.fetch.empty());

    std::set<std::string, std::less<>> whole = {"[…]"};
    workspace::LineReader lines(text);
    while (const auto line = lines.next()) whole.emplace(line->text);
    workspace::LineReader shown(some.text);
    while (const auto line = shown.next()) {
      ASSERT_TRUE(whole.contains(line->text) || line->text.starts_with("[nacre: left out "))
          << line->text;
    }
  }
}

}  // namespace
}  // namespace nacre::recall
