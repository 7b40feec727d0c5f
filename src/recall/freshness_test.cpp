#include <gtest/gtest.h>

#include "recall/test_workspace.h"

namespace nacre::recall {
namespace {

RecallAnswer ask_in_group(TestWorkspace& notes, std::string_view query) {
  RecallRequest request;
  request.query = query;
  request.scope.context = ContextKind::Group;
  return notes.ask(request);
}

TEST(Freshness, MovesAHitWithItsTextAndSaysThatTheFileChanged) {
  TestWorkspace notes;
  notes.add({{"MEMORY.md", "- violet kettle\n"}, {"memory/b.md", "green pot\n"}});
  EXPECT_EQ(notes.ask("kettle").stale, Staleness::Fresh);

  notes.source.write("MEMORY.md", "- new line\n- violet kettle\n");
  const RecallAnswer answer = notes.ask("violet");
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.results[0].line, 2U);
  EXPECT_EQ(answer.stale, Staleness::Stale);
  EXPECT_NE(answer.reason.find("MEMORY.md"), std::string::npos);
}

TEST(Freshness, DropsTheHitsOfAFileThatIsGone) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "violet kettle\n"}, {"memory/b.md", "violet pot\n"}});
  notes.source.remove("memory/a.md");
  const RecallAnswer answer = notes.ask("violet");
  EXPECT_EQ(TestWorkspace::paths_of(answer), std::vector<std::string>{"memory/b.md"});
  EXPECT_EQ(answer.stale, Staleness::Stale);
  EXPECT_NE(answer.reason.find("removed"), std::string::npos);
}

TEST(Freshness, ShowsAGroupNothingThatHasBeenHiddenSinceItWasIndexed) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "---\nvisibility: public\n---\nviolet kettle\n"},
             {"projects/tea/memory.md", "- violet pot\n- green pot\n"}});
  EXPECT_EQ(ask_in_group(notes, "violet").results.size(), 2U);

  notes.source.write("memory/a.md", "---\nvisibility: private\n---\nviolet kettle\n");
  notes.source.write("projects/tea/memory.md",
                     "- violet pot <!-- visibility: private -->\n- green pot\n");
  EXPECT_TRUE(ask_in_group(notes, "violet").results.empty());
  EXPECT_EQ(ask_in_group(notes, "green").results.size(), 1U);
  EXPECT_EQ(notes.ask("violet").results.size(), 2U);
}

TEST(Freshness, ShowsOnlyTheOwnerWhatNoLongerStandsInItsFile) {
  TestWorkspace notes;
  notes.add({{"projects/tea/memory.md", "- violet pot\n"}});
  notes.source.write("projects/tea/memory.md", "- violet pots\n");
  EXPECT_TRUE(ask_in_group(notes, "violet").results.empty());
  const RecallAnswer answer = notes.ask("violet");
  EXPECT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.stale, Staleness::Stale);
}

TEST(Freshness, SeesNewFilesAndSaysWhenItDidNotLook) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "violet kettle\n"}, {"memory/b.md", "green pot\n"}});
  notes.source.write("memory/new.md", "another kettle\n");
  EXPECT_EQ(notes.ask("kettle").stale, Staleness::Stale);
  notes.source.remove("memory/new.md");
  notes.options.limits.tree_check_files = 1;
  EXPECT_EQ(notes.ask("kettle").stale, Staleness::Unchecked);
}

}  // namespace
}  // namespace nacre::recall
