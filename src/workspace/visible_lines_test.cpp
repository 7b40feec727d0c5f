#include "workspace/visible_lines.h"

#include <gtest/gtest.h>

#include <random>

#include "text/lines.h"

namespace nacre::workspace {
namespace {

constexpr std::string_view kPath = "projects/site/memory.md";
const Scope kGroup{.context = ContextKind::Group};

std::optional<std::string> seen(std::string_view note, const Scope& scope = kGroup) {
  const guard::Policy policy;
  return visible_lines(kPath, note, {}, {.scope = scope, .policy = policy});
}

TEST(VisibleLines, AreTheWholeNoteWhenNothingIsHidden) {
  for (const char* note : {"", "# Site\n\n## Empty\n\n---\n\n- a\n", "plain \xFF\r\ntext"}) {
    EXPECT_EQ(seen(note), note);
  }
}

TEST(VisibleLines, EmptyWhatIsHiddenAndKeepEveryNumber) {
  EXPECT_EQ(seen("- a\n- secret <!-- visibility: private -->\n  goes on\n- b\n"), "- a\n\n\n- b\n");
  EXPECT_EQ(seen("- a\r\n- secret <!-- visibility: private -->\r\n- b\r\n"), "- a\r\n\r\n- b\r\n");
}

TEST(VisibleLines, DoNotTellOfHiddenEntriesAtTheEnd) {
  const std::string note = "# Site\n\n## Stack\n\n- a <!-- id: x -->\n";
  EXPECT_EQ(seen(note + "- secret <!-- visibility: private -->\n"), note);
  EXPECT_EQ(seen(note + "\n## Notes\n\n- secret <!-- visibility: private -->\n"), note);
}

TEST(VisibleLines, HideAHeadingWithAllThatIsBelowIt) {
  EXPECT_EQ(seen("# Site\n\n## Merger <!-- visibility: private -->\n\n- one\n- two\n\n## Stack\n\n"
                 "- a\n"),
            "# Site\n\n\n\n\n\n\n## Stack\n\n- a\n");
  EXPECT_EQ(seen("## Merger\n<!-- visibility: private -->\n- one\n\n## Stack\n- a\n"),
            "\n\n\n\n## Stack\n- a\n");
}

TEST(VisibleLines, ShowAHeadingOverAnythingThatShows) {
  EXPECT_EQ(seen("# Site\n\n- secret <!-- visibility: private -->\n- a\n"), "# Site\n\n\n- a\n");
}

TEST(VisibleLines, AreNoneOfANoteThatIsPrivateAsAWhole) {
  EXPECT_EQ(seen("---\nvisibility: private\n---\n\n- a\n"), std::nullopt);
}

TEST(VisibleLines, ShowTheFrontMatterOfANoteThatShows) {
  EXPECT_EQ(seen("---\ntitle: T\n---\n- a\n- secret <!-- visibility: private -->\n"),
            "---\ntitle: T\n---\n- a\n");
}

TEST(VisibleLines, ShowEachUserOnlyWhatIsForAllUsers) {
  const std::string note = "- a\n- b <!-- visibility: private -->\n- c\n";
  EXPECT_EQ(seen(note, {.user = "ines"}), "- a\n\n- c\n");
  EXPECT_EQ(seen(note, {}), note);
}

// Whatever stands around it: a hidden word never shows, and each line that does
// is the line of that number.
TEST(VisibleLinesProperty, NeverShowAHiddenWord) {
  const std::vector<std::string> parts = {
      "# Head\n",
      "## Sub\n",
      "- item\n",
      "  nested\n",
      "text\n",
      "\n",
      "```\n",
      "---\n",
      "### 09:30 - T\n",
      "<!-- id: x -->\n",
      "> q\n",
      "\xFF\xFE\r\n",
      "- hidden <!-- visibility: private -->\n",
      "- a\n  hidden <!-- visibility: private -->\n",
      "## hidden <!-- visibility: private -->\n- hidden\n\n# Open\n"};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string note;
    for (std::uint64_t count = 1 + random() % 12; count > 0; --count) {
      note += parts[random() % parts.size()];
    }
    // What stands in a fence says nothing of itself.
    const auto visible = seen(note);
    ASSERT_TRUE(visible.has_value());
    if (note.find("```") == note.npos) {
      ASSERT_EQ(visible->find("hidden"), std::string::npos) << note;
    }
    const text::LineIndex before(note);
    const text::LineIndex after(*visible);
    ASSERT_LE(after.count(), before.count());
    for (std::uint32_t line = 1; line <= after.count(); ++line) {
      const std::string_view shown = after.line(line);
      ASSERT_EQ(shown, shown.empty() ? "" : before.line(line));
    }
  }
}

}  // namespace
}  // namespace nacre::workspace
