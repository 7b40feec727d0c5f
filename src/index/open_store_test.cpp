#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "db/database.h"
#include "index/schema.h"
#include "index/test_source.h"

namespace nacre::index {
namespace {

class OpenStore : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "nacre-index-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    path_ = directory_ + "/index.db";
  }
  void TearDown() override {
    ::chmod(directory_.c_str(), 0700);
    std::filesystem::remove_all(directory_);
  }

  std::unique_ptr<Store> writer(std::string* notice = nullptr) const {
    auto store = open_store({.path = path_, .read_only = false}, notice);
    NACRE_CHECK(store.ok() && store.value()->set_complete().ok());
    return std::move(store).value();
  }
  ErrorCode reader_error() const {
    const auto store = open_store({.path = path_});
    NACRE_CHECK(!store.ok());
    return store.error().code;
  }
  void execute(const std::string& sql) const {
    auto database = db::Database::open(path_, {.mode = db::OpenMode::ReadWrite});
    NACRE_CHECK(database.ok() && database.value()->execute(sql).ok());
  }
  std::vector<std::string> bad_files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      const std::string name = entry.path().filename();
      if (name.find(".bad-") != std::string::npos) names.push_back(name);
    }
    return names;
  }

  std::string directory_, path_;
};

FileDelta note(const std::string& path, const std::string& text) {
  FileDelta delta{.source = "notes", .path = path, .indexed_at_ns = kTestNow};
  delta.content = TestSource::content_of(path, {.text = text, .stamp = {}, .attributes = {}});
  return delta;
}

Result<ApplyReport> apply_one(Store& store, const std::string& path, const std::string& text) {
  std::vector<FileDelta> deltas;
  deltas.push_back(note(path, text));
  return store.apply(std::move(deltas));
}

TEST_F(OpenStore, ReadersFindNothingWhereNothingWasWritten) {
  EXPECT_EQ(reader_error(), ErrorCode::NotFound);
  EXPECT_FALSE(std::filesystem::exists(path_));
  std::ofstream(path_).close();
  EXPECT_EQ(reader_error(), ErrorCode::NotFound);
}

TEST_F(OpenStore, ReadersRefuseAnIndexWhoseFirstScanNeverEnded) {
  TestSource source;
  source.put("a.md", "one\n");
  source.put("b.md", "two\n");
  const auto store = open_store({.path = path_, .read_only = false});
  ASSERT_TRUE(store.ok());
  SyncOptions killed{.batch_bytes = 1};
  killed.stop = [&source] { return source.reads == 1; };
  sync_all(source, *store.value(), killed);
  EXPECT_EQ(reader_error(), ErrorCode::NotFound);
  sync_all(source, *store.value());
  EXPECT_TRUE(open_store({.path = path_}).ok());
}

TEST_F(OpenStore, DiscardsADamagedIndexUnreadWhenAsked) {
  ASSERT_TRUE(apply_one(*writer(), "a.md", "one\n").ok());
  std::string notice;
  const auto store = open_store({.path = path_, .read_only = false, .discard = true}, &notice);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(store.value()->info().value().files, 0U);
  EXPECT_EQ(bad_files().size(), 1U);
  EXPECT_NE(notice.find("built anew"), std::string::npos);
}

TEST_F(OpenStore, ReadersSeeWhatAWriterApplied) {
  const auto store = writer();
  ASSERT_TRUE(apply_one(*store, "a.md", "one\n").ok());
  const auto reader = open_store({.path = path_});
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader.value()->info().value().units, 1U);
  ASSERT_TRUE(apply_one(*store, "b.md", "two\n").ok());
  EXPECT_EQ(reader.value()->snapshot().value()->files().value().size(), 2U);
}

TEST_F(OpenStore, ReadersRefuseOtherVersionsAndTokenizers) {
  writer();
  execute("PRAGMA user_version=999");
  EXPECT_EQ(reader_error(), ErrorCode::Unsupported);
  execute("PRAGMA user_version=1; UPDATE meta SET value='other' WHERE key='tokenizer'");
  EXPECT_EQ(reader_error(), ErrorCode::Unsupported);
  execute("PRAGMA application_id=7");
  EXPECT_EQ(reader_error(), ErrorCode::Unsupported);
  EXPECT_TRUE(bad_files().empty());
}

TEST_F(OpenStore, ReadersReportADamagedFile) {
  std::ofstream(path_) << std::string(10000, 'x');
  EXPECT_EQ(reader_error(), ErrorCode::Corruption);
  EXPECT_TRUE(bad_files().empty());
}

TEST_F(OpenStore, WritersMoveADamagedFileAsideAndKeepOne) {
  std::ofstream(path_) << std::string(10000, 'x');
  std::string notice;
  {
    const auto store = writer(&notice);
    EXPECT_EQ(store->info().value().files, 0U);
    EXPECT_NE(notice.find("index.db.bad-1"), std::string::npos);
    ASSERT_TRUE(apply_one(*store, "a.md", "one\n").ok());
  }
  notice.clear();
  EXPECT_EQ(writer(&notice)->info().value().files, 1U);
  EXPECT_TRUE(notice.empty());

  execute("PRAGMA user_version=1");
  EXPECT_EQ(writer(&notice)->info().value().files, 0U);
  EXPECT_NE(notice.find("older"), std::string::npos);
  // The first was no index by its looks, so it is not thrown away.
  EXPECT_EQ(bad_files().size(), 2U);
}

TEST_F(OpenStore, WritersLeaveTheIndexOfANewerProgramUnlessItIsDiscarded) {
  ASSERT_TRUE(apply_one(*writer(), "a.md", "one\n").ok());
  execute("PRAGMA user_version=999");
  std::string notice;
  const auto refused = open_store({.path = path_, .read_only = false}, &notice);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
  EXPECT_NE(refused.error().hint.find("update this nacre"), std::string::npos);
  EXPECT_TRUE(bad_files().empty());
  execute("PRAGMA user_version=3");
  EXPECT_EQ(writer()->info().value().files, 1U);
  execute("PRAGMA user_version=999");
  ASSERT_TRUE(open_store({.path = path_, .read_only = false, .discard = true}, &notice).ok());
  EXPECT_EQ(bad_files(), std::vector<std::string>{"index.db.bad-1"});
}

TEST_F(OpenStore, WritersNeverTakeASomebodyElsesDatabase) {
  {
    auto other = db::Database::open(path_, {.mode = db::OpenMode::ReadWrite});
    ASSERT_TRUE(other.value()->execute("CREATE TABLE mine(a); INSERT INTO mine VALUES(1)").ok());
  }
  for (const bool discard : {false, true}) {
    const auto store = open_store({.path = path_, .read_only = false, .discard = discard});
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().code, ErrorCode::Unsupported);
    EXPECT_NE(store.error().hint.find("index.cache_dir"), std::string::npos);
  }
  EXPECT_TRUE(bad_files().empty());
  auto other = db::Database::open(path_, {.mode = db::OpenMode::ReadOnly});
  EXPECT_TRUE(other.value()->prepare("SELECT a FROM mine").ok());
}

TEST_F(OpenStore, WritersFollowNoLink) {
  const std::string real = directory_ + "/real.db";
  std::ofstream(real).close();
  std::filesystem::create_symlink(real, path_);
  const auto store = open_store({.path = path_, .read_only = false});
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().code, ErrorCode::PermissionDenied);
  EXPECT_EQ(std::filesystem::file_size(real), 0U);
}

TEST_F(OpenStore, WhatWasSetAsideAndIsNoIndexStays) {
  for (int i = 0; i < 2; ++i) {
    std::filesystem::remove(path_);
    std::ofstream(path_) << std::string(10000, 'x');
    writer();
  }
  EXPECT_EQ(bad_files().size(), 2U);
  EXPECT_TRUE(looks_like_index(path_));
  EXPECT_FALSE(looks_like_index(path_ + ".bad-1"));
}

TEST_F(OpenStore, ReadersWorkInAReadOnlyDirectory) {
  if (::geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  {
    const auto store = writer();
    ASSERT_TRUE(apply_one(*store, "a.md", "one\n").ok());
  }
  ::chmod(directory_.c_str(), 0500);
  const auto reader = open_store({.path = path_});
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader.value()->info().value().units, 1U);
}

TEST_F(OpenStore, OffersTheViewMemoryChunks) {
  const auto store = writer();
  ASSERT_TRUE(apply_one(*store, "a.md", "one\ntwo\n").ok());
  auto database = db::Database::open(path_, {.mode = db::OpenMode::ReadOnly});
  db::Statement rows =
      database.value()
          ->prepare(
              "SELECT id, file_path, start_line, end_line, content, embedding, "
              "content_hash, created_at, updated_at FROM memory_chunks ORDER BY id")
          .value();
  ASSERT_TRUE(rows.step().value());
  EXPECT_EQ(rows.text(1), "a.md");
  EXPECT_EQ(rows.integer(2), 1);
  EXPECT_EQ(rows.text(4), "one");
  EXPECT_TRUE(rows.is_null(5));
  EXPECT_EQ(rows.text(6), base::hex(base::sha256("one")));
  EXPECT_EQ(rows.integer(7), kTestNow / 1'000'000);
  EXPECT_EQ(rows.integer(8), kTestNow / 1'000'000);
}

// Runs `work` in a process of its own.
template <typename Work>
pid_t start(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  return child;
}

std::string numbered_lines(int from, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "river " + std::to_string(from + i) + "\n";
  return text;
}

TEST_F(OpenStore, AKilledApplyLeavesAWholeGeneration) {
  {
    const auto store = writer();
    ASSERT_TRUE(apply_one(*store, "a.md", numbered_lines(0, 10)).ok());
  }
  for (unsigned delay_us = 500; delay_us < 60'000; delay_us = delay_us * 3 / 2) {
    SCOPED_TRACE(delay_us);
    const pid_t child = start([&] {
      const auto store = writer();
      for (int i = 1;; ++i) {
        if (!apply_one(*store, "a.md", numbered_lines(i * 1000, 10 + i % 300)).ok()) ::_exit(1);
      }
    });
    ::usleep(delay_us);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));

    const auto store = writer();
    const auto snapshot = store->snapshot();
    const FileRow file = snapshot.value()->file_by_path("a.md").value().value();
    std::vector<lexical::Posting> postings;
    ASSERT_TRUE(snapshot.value()->postings().read(lexical::Field::Body, "river", postings).ok());
    std::uint32_t alive = 0;
    for (const lexical::Posting& posting : postings) {
      if (snapshot.value()->table()[posting.unit].partition != lexical::kDeadPartition) ++alive;
    }
    ASSERT_EQ(alive, file.units);
    ASSERT_EQ(snapshot.value()->table().by_file().size(), file.units);
  }
}

TEST_F(OpenStore, TwoProcessesApplyAtOnceWithoutLosingAnything) {
  constexpr int kProcesses = 3, kNotes = 40;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(start([&] {
      const auto store = writer();
      for (int i = 0; i < kNotes; ++i) {
        const std::string path = std::to_string(process) + "-" + std::to_string(i) + ".md";
        if (!apply_one(*store, path, "river " + path + "\n").ok()) ::_exit(1);
      }
    }));
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_EQ(WEXITSTATUS(status), 0);
  }
  const auto store = writer();
  EXPECT_EQ(store->info().value().files, static_cast<std::uint32_t>(kProcesses * kNotes));
  std::vector<lexical::Posting> postings;
  ASSERT_TRUE(
      store->snapshot().value()->postings().read(lexical::Field::Body, "river", postings).ok());
  EXPECT_EQ(postings.size(), static_cast<std::size_t>(kProcesses * kNotes));
}

TEST_F(OpenStore, ManyWritersOfADamagedFileEndWithOneIndex) {
  std::ofstream(path_) << std::string(10000, 'x');
  std::vector<pid_t> children;
  for (int process = 0; process < 4; ++process) {
    children.push_back(start([&] {
      const auto store = writer();
      if (!apply_one(*store, std::to_string(process) + ".md", "river\n").ok()) ::_exit(1);
    }));
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(writer()->info().value().files, 4U);
  EXPECT_EQ(bad_files().size(), 1U);
}

}  // namespace
}  // namespace nacre::index
