#include <gtest/gtest.h>

#include <algorithm>

#include "recall/test_workspace.h"

namespace nacre::recall {
namespace {

using Paths = std::vector<std::string>;

class Filtered : public testing::Test {
 protected:
  void SetUp() override {
    notes_.add({{"MEMORY.md", "- The kettle is violet. <!-- project: tea -->\n- A #home kettle.\n"},
                {"memory/2026-02-04.md", "We decided to buy the kettle.\n"},
                {"memory/2026-02-08.md", "The kettle test went well.\n"},
                {"memory/2025-11-01.md", "An old kettle test.\n"},
                {"projects/tea/memory.md", "Kettle project state.\n"},
                {"memory/archive/2024-01-01.md", "Archived kettle.\n"}});
  }

  TestWorkspace notes_{"2026-02-09T12:00:00Z"};
};

TEST_F(Filtered, KeepsLayersAndPaths) {
  EXPECT_EQ(notes_.paths("kettle layer:archive"), Paths{"memory/archive/2024-01-01.md"});
  EXPECT_EQ(notes_.paths("kettle path:projects/"), Paths{"projects/tea/memory.md"});
  EXPECT_EQ(notes_.paths("kettle path:memory/2026-*.md layer:daily").size(), 2U);
}

TEST_F(Filtered, KeepsDays) {
  EXPECT_EQ(notes_.paths("kettle after:2026-02-05"), Paths{"memory/2026-02-08.md"});
  EXPECT_EQ(notes_.paths("kettle before:2025-11-02 layer:daily"), Paths{"memory/2025-11-01.md"});
  EXPECT_EQ(notes_.paths("kettle date:2026-02-04"), Paths{"memory/2026-02-04.md"});
}

TEST_F(Filtered, KeepsProjectsOfFilesAndEntries) {
  RecallRequest request;
  request.query = "kettle";
  request.project = "Tea";
  const Paths paths = TestWorkspace::paths_of(notes_.ask(request));
  EXPECT_EQ(paths.size(), 2U);
  EXPECT_TRUE(notes_.paths("kettle project:coffee").empty());
}

TEST_F(Filtered, ATagHoldsTheTagsBelowIt) {
  notes_.add({{"notes/roof.md", "The roof leaks. #house/roof/阁楼\n"},
              {"notes/boat.md", "The houseboat leaks. #houseboat\n"}});
  EXPECT_EQ(notes_.paths("leaks tag:house"), Paths{"notes/roof.md"});
  EXPECT_EQ(notes_.paths("leaks tag:house/roof"), Paths{"notes/roof.md"});
  EXPECT_TRUE(notes_.paths("leaks tag:roof").empty());
}

TEST_F(Filtered, KeepsWhatLinksToAPage) {
  notes_.add(
      {{"notes/a.md", "- The lamp is from [[pages/Kestrel Shop|Kestrel]].\n- A lamp.\n- x\n"},
       {"notes/b.md", "The lamp of [[Kestrel Shopping]].\n"}});
  EXPECT_EQ(notes_.paths("lamp link:\"kestrel shop\""), Paths{"notes/a.md"});
  EXPECT_EQ(notes_.ask("link:[[Kestrel_Shop]]").results.size(), 0U);
  const RecallAnswer answer = notes_.ask("link:\"Kestrel Shop\"");
  ASSERT_EQ(answer.results.size(), 1U);
  EXPECT_EQ(answer.results[0].line, 1U);
}

TEST_F(Filtered, SaysWhichFilterLeavesNothing) {
  EXPECT_EQ(notes_.ask("kettle layer:conversation").reason, "layer 'conversation': 0 files");
  EXPECT_EQ(notes_.ask("kettle project:teaa").reason,
            "project 'teaa': no notes, did you mean 'tea'?");
  EXPECT_EQ(notes_.ask("kettle project:coffee").reason, "project 'coffee': no notes");
  EXPECT_EQ(notes_.ask("kettle path:project/").reason,
            "path 'project/': 0 files, did you mean 'projects/'?");
  EXPECT_EQ(notes_.ask("kettle session:abc").reason, "session 'abc': no conversations are indexed");
  // A filter that fits something is not to blame.
  EXPECT_EQ(notes_.ask("zeppelin layer:daily path:memory/ project:tea").reason, "");
  EXPECT_EQ(notes_.ask("kettle project:tea project:coffee").reason, "");
}

// What a group may not see changes no byte of why it found nothing.
TEST(FilteredForAGroup, SaysNothingOfWhatItMayNotSee) {
  const auto reasons = [](const TestWorkspace::Files& more) {
    TestWorkspace notes;
    TestWorkspace::Files files = {{"projects/tea/memory.md", "Kettle project state.\n"}};
    files.insert(files.end(), more.begin(), more.end());
    notes.add(files);
    std::string all;
    for (const char* query :
         {"kettle project:hidden", "kettle project:hiden", "kettle path:projects/hiden/",
          "kettle layer:long_term", "kettle layer:archive", "kettle path:secret.md"}) {
      RecallRequest request;
      request.query = query;
      request.scope.context = ContextKind::Group;
      all += notes.ask(request).reason + "\n";
    }
    return all;
  };
  const TestWorkspace::Files hidden = {
      {"projects/hidden/memory.md", "---\nvisibility: private\n---\nKettle.\n"},
      {"MEMORY.md", "- A kettle. <!-- project: hidden -->\n"},
      {"memory/archive/secret.md", "Kettle.\n"}};
  EXPECT_EQ(reasons(hidden), reasons({}));
  EXPECT_NE(reasons({}).find("project 'hiden': no notes\n"), std::string::npos);
}

TEST_F(Filtered, FindsNothingForWhatIsNotIndexedYet) {
  EXPECT_TRUE(notes_.paths("kettle session:abc").empty());
  EXPECT_TRUE(notes_.paths("kettle entity:bob").empty());
}

TEST_F(Filtered, ListsNewestFirstWithoutWords) {
  EXPECT_EQ(notes_.paths("layer:daily"),
            (Paths{"memory/2026-02-08.md", "memory/2026-02-04.md", "memory/2025-11-01.md"}));
  EXPECT_EQ(notes_.paths("yesterday"), Paths{"memory/2026-02-08.md"});
}

TEST_F(Filtered, PutsTheDayOfThePhraseFirstAndKeepsTheRest) {
  const RecallAnswer answer = notes_.ask("kettle test yesterday");
  ASSERT_GE(answer.results.size(), 2U);
  EXPECT_EQ(answer.results[0].path, "memory/2026-02-08.md");
  EXPECT_FALSE(answer.rewritten.date_filters);
  ASSERT_TRUE(answer.rewritten.date.has_value());
  EXPECT_GE(answer.results[0].score, answer.results[1].score);
  const Paths paths = TestWorkspace::paths_of(answer);
  EXPECT_NE(std::find(paths.begin(), paths.end(), "memory/2025-11-01.md"), paths.end());
}

TEST_F(Filtered, ShowsTheDayEvenIfItsWordsAreOthers) {
  EXPECT_EQ(notes_.ask("what did we decide yesterday").results.at(0).path, "memory/2026-02-08.md");
}

TEST(Phrases, MustStandInTheUnit) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "the violet kettle\n"},
             {"memory/b.md", "the kettle is violet\n"},
             {"memory/c.md", "a Violet\nkettle\n"}});
  EXPECT_EQ(notes.paths("\"violet kettle\""), (Paths{"memory/a.md", "memory/c.md"}));
  EXPECT_TRUE(notes.paths("\"kettle violet\"").empty());
  EXPECT_EQ(notes.paths("\"olet ket\"").size(), 2U);
}

TEST(Exclusions, DropUnitsThatContainTheWord) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "kettle draft\n"},
             {"memory/b.md", "kettle drafty\n"},
             {"memory/c.md", "kettle 白内障手术\n"}});
  EXPECT_EQ(notes.paths("kettle -draft"), (Paths{"memory/b.md", "memory/c.md"}));
  EXPECT_EQ(notes.paths("kettle -白内障"), (Paths{"memory/a.md", "memory/b.md"}));
  EXPECT_EQ(notes.paths("kettle -\"kettle draft\""), (Paths{"memory/b.md", "memory/c.md"}));
}

TEST(Validity, LeavesExpiredItemsOutAndCountsThem) {
  TestWorkspace notes("2026-02-09T12:00:00Z");
  notes.add({{"MEMORY.md",
              "- Kettle guarantee runs. <!-- valid: 2024-01-01..2025-12-31 -->\n"
              "- Kettle stands left. <!-- valid: 2026-01-01.. -->\n"}});
  const RecallAnswer now = notes.ask("kettle");
  ASSERT_EQ(now.results.size(), 1U);
  EXPECT_EQ(now.results[0].valid, "2026-01-01..");
  EXPECT_EQ(now.expired_left_out, 1U);

  RecallRequest request;
  request.query = "kettle";
  request.history = true;
  EXPECT_EQ(notes.ask(request).results.size(), 2U);
  request.history = false;
  request.as_of = "2025-06-01";
  const RecallAnswer then = notes.ask(request);
  ASSERT_EQ(then.results.size(), 1U);
  EXPECT_EQ(then.results[0].line, 1U);
}

TEST(Validity, LeavesOutWhatIsNotValidYet) {
  TestWorkspace notes("2026-02-09T12:00:00Z");
  notes.add({{"MEMORY.md", "- Kettle moves. <!-- valid: 2026-03-01.. -->\n"}});
  EXPECT_TRUE(notes.paths("kettle").empty());
}

TEST(Superseding, LeavesOutWhatAnotherEntryReplaces) {
  TestWorkspace notes("2026-02-09T12:00:00Z");
  notes.add({{"MEMORY.md",
              "- Kettle in the hall. <!-- id: old -->\n"
              "- Kettle in the kitchen. <!-- id: new --> <!-- supersedes: old -->\n"}});
  const RecallAnswer now = notes.ask("kettle");
  ASSERT_EQ(now.results.size(), 1U);
  EXPECT_EQ(now.results[0].id, "new");
  EXPECT_EQ(now.expired_left_out, 1U);
  RecallRequest request;
  request.query = "kettle";
  request.history = true;
  EXPECT_EQ(notes.ask(request).results.size(), 2U);
}

TEST(Superseding, IsNotDoneByWhatTheScopeCannotSee) {
  TestWorkspace notes("2026-02-09T12:00:00Z");
  notes.add({{"projects/tea/memory.md", "- Kettle in the hall. <!-- id: old -->\n"},
             {"MEMORY.md", "- Kettle is lost. <!-- id: new --> <!-- supersedes: old -->\n"}});
  RecallRequest request;
  request.query = "kettle";
  request.scope.context = ContextKind::Group;
  EXPECT_EQ(notes.ask(request).results.size(), 1U);
}

TEST(Days, ThatWereAskedAboutComeFirstAmongNotesWithAllWords) {
  TestWorkspace notes("2026-11-24T09:00:00Z");
  notes.add({{"memory/2026-11-16.md", "On call: on call is Mira, on call all week.\n"},
             {"memory/2026-11-23.md", "The pager moved: Chen is on call from today.\n"}});
  const Paths paths = notes.paths("who is on call this week?");
  ASSERT_EQ(paths.size(), 2U);
  EXPECT_EQ(paths[0], "memory/2026-11-23.md");
}

TEST(All, SaysWhenItsBoundWasMet) {
  TestWorkspace notes;
  notes.add({{"MEMORY.md", "- kettle one\n- kettle two\n- kettle three\n"}});
  notes.options.limits.all_max = 2;
  RecallRequest request;
  request.query = "kettle";
  request.all = true;
  const RecallAnswer answer = notes.ask(request);
  EXPECT_EQ(answer.results.size(), 2U);
  EXPECT_FALSE(answer.complete);
  EXPECT_NE(answer.reason.find("recall.all_max"), std::string::npos);
}

}  // namespace
}  // namespace nacre::recall
