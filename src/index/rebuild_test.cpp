#include "index/rebuild.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "db/database.h"
#include "fs/temporary_directory.h"
#include "index/test_source.h"

namespace nacre::index {
namespace {

class RebuildTest : public testing::Test {
 protected:
  RebuildTest() {
    source_.put("a.md", "- the ladder is with the neighbour\n");
    source_.put("b.md", "- the kettle is violet\n");
    NACRE_CHECK(sync(source_, *open(), options_).ok());
  }

  StoreOptions store_options(bool read_only) const {
    return {.path = directory_ / "index.db", .read_only = read_only};
  }
  std::unique_ptr<Store> open(bool read_only = false) const {
    auto store = open_store(store_options(read_only));
    NACRE_CHECK(store.ok());
    return std::move(store).value();
  }
  static std::vector<std::string> paths_of(Store& store) {
    const auto snapshot = store.snapshot();
    const std::vector<FileRow> rows = snapshot.value()->files().value();
    std::vector<std::string> paths;
    for (const FileRow& row : rows) paths.push_back(row.path);
    return paths;
  }
  std::vector<std::string> leftovers() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
      const std::string name = entry.path().filename();
      if (name.find(".new") != std::string::npos && !name.ends_with(".lock")) names.push_back(name);
    }
    return names;
  }

  fs::TemporaryDirectory directory_;
  TestSource source_;
  SyncOptions options_{.now_ns = kTestNow};
};

using Strings = std::vector<std::string>;

TEST_F(RebuildTest, ReadersHaveTheOldIndexUntilTheNewOneIsThere) {
  source_.files.erase("b.md");
  source_.put("c.md", "- new\n");
  const auto reader = open(true);
  int looks = 0;
  SyncOptions options = options_;
  options.allow_mass_removal = true;
  options.progress = [&](const Progress&) {
    ++looks;
    EXPECT_EQ(paths_of(*reader), (Strings{"a.md", "b.md"}));
  };
  const auto report = rebuild(source_, store_options(false), options);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_GT(looks, 0);
  EXPECT_EQ(report.value().added, 2U);
  EXPECT_EQ(paths_of(*reader), (Strings{"a.md", "c.md"}));
  EXPECT_EQ(leftovers(), Strings());
}

TEST_F(RebuildTest, TheGenerationOnlyGrows) {
  const std::uint64_t before = open(true)->info().value().generation;
  ASSERT_TRUE(rebuild(source_, store_options(false), options_).ok());
  const std::uint64_t after = open(true)->info().value().generation;
  EXPECT_GT(after, before);
  ASSERT_TRUE(rebuild(source_, store_options(false), options_).ok());
  EXPECT_GT(open(true)->info().value().generation, after);
}

TEST_F(RebuildTest, AStoreThatIsOpenGoesOnWithTheNewContent) {
  const auto writer = open();
  ASSERT_EQ(paths_of(*writer).size(), 2U);
  source_.put("c.md", "- the ferry leaves at nine\n");
  ASSERT_TRUE(rebuild(source_, store_options(false), options_).ok());
  source_.put("d.md", "- later\n");
  ASSERT_TRUE(sync(source_, *writer, options_).ok());
  EXPECT_EQ(paths_of(*writer), (Strings{"a.md", "b.md", "c.md", "d.md"}));
  EXPECT_TRUE(db::Database::open(directory_ / "index.db", {}).value()->check_integrity().ok());
}

TEST_F(RebuildTest, BringsWhatAnotherWriterDidMeanwhile) {
  SyncOptions options = options_;
  bool once = false;
  options.progress = [&](const Progress& at) {
    if (at.done < at.total || std::exchange(once, true)) return;
    source_.put("late.md", "- written while it was built\n");
    NACRE_CHECK(sync(source_, *open(), options_).ok());
  };
  const auto report = rebuild(source_, store_options(false), options);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(paths_of(*open(true)), (Strings{"a.md", "b.md", "late.md"}));
  EXPECT_EQ(report.value().units, open(true)->info().value().units);
}

TEST_F(RebuildTest, ASecondOneIsToldThatTheIndexIsBusy) {
  SyncOptions options = options_;
  options.progress = [&](const Progress&) {
    const auto second = rebuild(source_, store_options(false), options_);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, ErrorCode::Unavailable);
    EXPECT_NE(second.error().message.find("index busy"), std::string::npos);
  };
  EXPECT_TRUE(rebuild(source_, store_options(false), options).ok());
}

TEST_F(RebuildTest, ClearsWhatAKilledOneLeft) {
  std::ofstream(directory_ / "index.db.new") << "half an index";
  std::ofstream(directory_ / "index.db.new-wal") << "half a log";
  ASSERT_TRUE(rebuild(source_, store_options(false), options_).ok());
  EXPECT_EQ(leftovers(), Strings());
  EXPECT_EQ(paths_of(*open(true)), (Strings{"a.md", "b.md"}));
}

TEST_F(RebuildTest, StoppedHalfwayLeavesTheOldIndex) {
  source_.put("c.md", "- new\n");
  SyncOptions options = options_;
  options.stop = [] { return true; };
  const auto report = rebuild(source_, store_options(false), options);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report.value().complete);
  EXPECT_EQ(paths_of(*open(true)), (Strings{"a.md", "b.md"}));
  EXPECT_EQ(leftovers(), Strings());
}

TEST_F(RebuildTest, PagesOfAnotherSizeAreReplacedInPlace) {
  {
    auto database = db::Database::open(directory_ / "index.db", {.mode = db::OpenMode::ReadWrite});
    ASSERT_TRUE(database.value()
                    ->execute("PRAGMA journal_mode=DELETE; PRAGMA page_size=4096; VACUUM; "
                              "PRAGMA journal_mode=WAL")
                    .ok());
  }
  source_.put("c.md", "- new\n");
  ASSERT_TRUE(rebuild(source_, store_options(false), options_).ok());
  EXPECT_EQ(paths_of(*open(true)), (Strings{"a.md", "b.md", "c.md"}));
}

}  // namespace
}  // namespace nacre::index
