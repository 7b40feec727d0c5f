#include "index/sync.h"

#include <gtest/gtest.h>

#include "index/test_source.h"

namespace nacre::index {
namespace {

std::vector<std::string> paths_in(Store& store) {
  std::vector<std::string> paths;
  const auto snapshot = store.snapshot();
  const auto rows = snapshot.value()->files();
  for (const FileRow& row : rows.value()) paths.push_back(row.path);
  return paths;
}

FileRow row_of(Store& store, std::string_view path) {
  const auto snapshot = store.snapshot();
  const auto row = snapshot.value()->file_by_path(path);
  NACRE_CHECK(row.ok() && row.value().has_value());
  return *row.value();
}

using Paths = std::vector<std::string>;

TEST(Sync, ReadsUnchangedItemsNeverAgain) {
  TestSource source;
  source.put("a.md", "one\n");
  source.put("b.md", "two\n");
  const auto store = memory_store();
  EXPECT_EQ(sync_all(source, *store).added, 2U);
  EXPECT_EQ(source.reads, 2);
  const IndexReport again = sync_all(source, *store);
  EXPECT_EQ(again.unchanged, 2U);
  EXPECT_EQ(again.units, 2U);
  EXPECT_EQ(source.reads, 2);
}

TEST(Sync, DistrustsAStampThatWasYoungWhenTaken) {
  TestSource source;
  source.put("a.md", "one\n");
  source.files["a.md"].stamp.modified_ns = kTestNow - 1'999'999'999;
  const auto store = memory_store();
  sync_all(source, *store);
  source.files["a.md"].text = "six\n";  // Same size, same stamp.
  const IndexReport report = sync_all(source, *store);
  EXPECT_EQ(report.updated, 1U);
  EXPECT_EQ(source.reads, 2);
}

TEST(Sync, TouchesAnItemWithAnotherStampAndTheSameContent) {
  TestSource source;
  source.put("a.md", "one\n");
  const auto store = memory_store();
  sync_all(source, *store);
  source.put("a.md", "one\n");
  const IndexReport report = sync_all(source, *store);
  EXPECT_EQ(report.unchanged, 1U);
  EXPECT_EQ(report.units_written, 0U);
  EXPECT_EQ(row_of(*store, "a.md").stamp, source.files["a.md"].stamp);
}

TEST(Sync, WritesOnlyTheUnitsThatAreNew) {
  TestSource source;
  source.put("a.md", "one\ntwo\nthree\n");
  const auto store = memory_store();
  sync_all(source, *store);
  source.put("a.md", "zero\none\ntwo\nthree\n");
  const IndexReport report = sync_all(source, *store);
  EXPECT_EQ(report.updated, 1U);
  EXPECT_EQ(report.units_written, 1U);
  EXPECT_EQ(report.units, 4U);
}

TEST(Sync, RecordsWhatFailsAndGoesOn) {
  TestSource source;
  source.put("a.md", "one\n");
  source.put("b.md", "two\n");
  const auto store = memory_store();
  sync_all(source, *store);
  source.put("a.md", "one and more\n");
  source.put("b.md", "two and more\n");
  source.failing.insert("a.md");
  const IndexReport report = sync_all(source, *store);
  EXPECT_EQ(report.failed, 1U);
  EXPECT_EQ(report.updated, 1U);
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].path, "a.md");
  EXPECT_EQ(row_of(*store, "a.md").state, FileState::Failed);
  EXPECT_EQ(row_of(*store, "a.md").reason, "no right to read");
  EXPECT_EQ(row_of(*store, "a.md").units, 1U);  // What was known stays.

  source.failing.clear();
  EXPECT_EQ(sync_all(source, *store).updated, 1U);
  EXPECT_EQ(row_of(*store, "a.md").state, FileState::Indexed);
  EXPECT_EQ(row_of(*store, "a.md").reason, "");
}

TEST(Sync, RecordsANewItemThatFails) {
  TestSource source;
  source.put("a.md", "one\n");
  source.failing.insert("a.md");
  const auto store = memory_store();
  EXPECT_EQ(sync_all(source, *store).failed, 1U);
  EXPECT_EQ(row_of(*store, "a.md").state, FileState::Failed);
  EXPECT_EQ(sync_all(source, *store).failed, 1U);  // Tried again each time.
}

TEST(Sync, DropsWhatVanishesBetweenListingAndReading) {
  TestSource source;
  source.put("a.md", "one\n");
  source.put("b.md", "two\n");
  source.vanishing.insert("b.md");
  const auto store = memory_store();
  EXPECT_EQ(sync_all(source, *store).added, 1U);
  EXPECT_EQ(paths_in(*store), Paths{"a.md"});
}

TEST(Sync, DoesNotTakeBackWhatAnotherWriterBroughtMeanwhile) {
  TestSource source;
  source.put("a.md", "one\n");
  const auto store = memory_store();
  sync_all(source, *store);
  source.put("a.md", "one\ntwo\n");
  source.after_read = [&] {
    source.put("a.md", "one\ntwo\nthree\n");
    sync_all(source, *store);
  };
  const IndexReport report = sync_all(source, *store);
  EXPECT_EQ(report.updated, 1U);
  EXPECT_EQ(report.units, 3U);
  EXPECT_EQ(row_of(*store, "a.md").stamp, source.files["a.md"].stamp);
}

TEST(Sync, DropsWhatGoesAwayOnItsWayToTheStore) {
  TestSource source;
  source.put("a.md", "one\n");
  const auto store = memory_store();
  source.after_read = [&] { source.files.clear(); };
  sync_all(source, *store);
  EXPECT_TRUE(paths_in(*store).empty());
}

TEST(Sync, RemovesWhatIsGone) {
  TestSource source;
  for (const char* path : {"a.md", "b.md", "c.md"}) source.put(path, path);
  const auto store = memory_store();
  sync_all(source, *store);
  source.files.erase("b.md");
  EXPECT_EQ(sync_all(source, *store).removed, 1U);
  EXPECT_EQ(paths_in(*store), (Paths{"a.md", "c.md"}));
}

TEST(Sync, RemovesNothingWhenMostIsGoneUnlessAllowed) {
  TestSource source;
  for (const char* path : {"a.md", "b.md", "c.md"}) source.put(path, path);
  const auto store = memory_store();
  sync_all(source, *store);
  source.files.erase("a.md");
  source.files.erase("b.md");
  const IndexReport refused = sync_all(source, *store);
  EXPECT_EQ(refused.removed, 0U);
  EXPECT_FALSE(refused.complete);
  EXPECT_NE(refused.reason.find("2 of 3"), std::string::npos);
  EXPECT_EQ(paths_in(*store).size(), 3U);
  EXPECT_EQ(sync_all(source, *store, {.allow_mass_removal = true}).removed, 2U);
  EXPECT_EQ(paths_in(*store), Paths{"c.md"});
}

TEST(Sync, WhatTheConfigurationLeavesOutIsNotLost) {
  TestSource source;
  for (const char* path : {"@x/a.md", "@x/b.md", "@x/c.md", "d.md"}) source.put(path, path);
  const auto store = memory_store();
  sync_all(source, *store);
  for (const char* path : {"@x/a.md", "@x/b.md", "@x/c.md"}) source.files.erase(path);
  source.left_out = "@x/";
  const IndexReport report = sync_all(source, *store);
  EXPECT_TRUE(report.complete) << report.reason;
  EXPECT_EQ(report.removed, 3U);
  EXPECT_EQ(paths_in(*store), Paths{"d.md"});
}

TEST(Sync, RemovesNothingBelowADirectoryThatCouldNotBeRead) {
  TestSource source;
  for (const char* path : {"a.md", "memory/b.md", "memory2/c.md", "d.md", "e.md"})
    source.put(path, path);
  const auto store = memory_store();
  sync_all(source, *store);
  source.problems.push_back({"memory", "permission denied", true});
  source.files.erase("a.md");
  const IndexReport report = sync_all(source, *store);
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.removed, 1U);
  EXPECT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(paths_in(*store), (Paths{"d.md", "e.md", "memory/b.md", "memory2/c.md"}));
}

TEST(Sync, TakesOverTheUnitsOfAMovedItem) {
  TestSource source;
  source.put("a.md", "one\ntwo\n");
  source.put("z.md", "other\n");
  const auto store = memory_store();
  sync_all(source, *store);
  const std::uint32_t id = row_of(*store, "a.md").id;
  source.files["b.md"] = source.files["a.md"];
  source.files.erase("a.md");
  const IndexReport report = sync_all(source, *store);
  EXPECT_EQ(report.moved, 1U);
  EXPECT_EQ(report.removed, 0U);
  EXPECT_EQ(report.units_written, 1U);  // The title, which is the path.
  EXPECT_EQ(row_of(*store, "b.md").id, id);
  EXPECT_EQ(paths_in(*store), (Paths{"b.md", "z.md"}));
}

TEST(Sync, LooksOnlyAtThePathsItIsGiven) {
  TestSource source;
  for (const char* path : {"a.md", "memory/b.md", "memory/c.md"}) source.put(path, path);
  const auto store = memory_store();
  EXPECT_EQ(sync_all(source, *store, {.paths = {"memory"}}).added, 2U);
  EXPECT_EQ(paths_in(*store), (Paths{"memory/b.md", "memory/c.md"}));
  EXPECT_EQ(sync_all(source, *store, {.paths = {"a.md"}}).added, 1U);
  EXPECT_EQ(paths_in(*store).size(), 3U);

  source.lists = 0;
  source.put("a.md", "changed\n");
  EXPECT_EQ(sync_all(source, *store, {.paths = {"a.md"}}).updated, 1U);
  EXPECT_EQ(source.lists, 0);  // One stat, no walk.

  source.files.erase("a.md");
  source.files.erase("memory/b.md");
  EXPECT_EQ(sync_all(source, *store, {.paths = {"a.md"}}).removed, 1U);
  EXPECT_EQ(paths_in(*store), (Paths{"memory/b.md", "memory/c.md"}));
}

TEST(Sync, BringsNoPathThatTheSourceDoesNotList) {
  TestSource source;
  source.put("a.md", "one\n");
  source.put("hidden/b.md", "two\n");
  source.problems.push_back({"hidden", "ignored", true});
  const auto store = memory_store();
  EXPECT_EQ(sync_all(source, *store, {.paths = {"hidden/b.md"}}).added, 0U);
  EXPECT_TRUE(paths_in(*store).empty());
}

TEST(Sync, BuildsFromNothingWhenAsked) {
  TestSource source;
  source.put("a.md", "one\n");
  const auto store = memory_store();
  sync_all(source, *store);
  const IndexReport report = sync_all(source, *store, {.rebuild = true});
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.units, 1U);
}

TEST(Sync, ReportsProgressForEachItem) {
  TestSource source;
  for (const char* path : {"a.md", "b.md"}) source.put(path, path);
  const auto store = memory_store();
  std::vector<std::string> seen;
  SyncOptions options;
  options.progress = [&](const Progress& progress) {
    seen.push_back(std::to_string(progress.done) + "/" + std::to_string(progress.total) + " " +
                   std::string(progress.path));
  };
  sync_all(source, *store, options);
  EXPECT_EQ(seen, (std::vector<std::string>{"1/2 a.md", "2/2 b.md"}));
}

TEST(Compare, NamesWhatDiffersWithoutReading) {
  TestSource source;
  for (const char* path : {"a.md", "b.md", "c.md"}) source.put(path, path);
  const auto store = memory_store();
  sync_all(source, *store);
  source.put("b.md", "changed\n");
  source.files.erase("c.md");
  source.put("d.md", "new\n");
  source.reads = 0;
  const auto snapshot = store->snapshot();
  const auto difference = compare(source, *snapshot.value());
  ASSERT_TRUE(difference.ok());
  EXPECT_EQ(source.reads, 0);
  ASSERT_EQ(difference.value().files.size(), 3U);
  EXPECT_EQ(difference.value().files[0].path, "b.md");
  EXPECT_EQ(difference.value().files[0].state, FileState::Stale);
  EXPECT_EQ(difference.value().files[1].path, "c.md");
  EXPECT_EQ(difference.value().files[1].state, FileState::Stale);
  EXPECT_EQ(difference.value().files[2].path, "d.md");
  EXPECT_EQ(difference.value().files[2].state, FileState::Pending);
  EXPECT_TRUE(difference.value().complete);
}

}  // namespace
}  // namespace nacre::index
