#include "memory/history.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/hash.h"
#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"
#include "memory/byte_search.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kAll = std::uint64_t{1} << 24;

fs::Root::Compose text(const std::string& bytes) {
  return [bytes](std::string_view) {
    return Result<std::optional<std::string>>(std::optional(bytes));
  };
}

std::string content(fs::FileSystem& files, const std::string& path) {
  const auto read = files.read(path, kAll);
  return read.ok() ? read.value() : "<missing>";
}

class HistoryTest : public ::testing::Test {
 protected:
  History command() { return {root_, *clock_, limits_}; }
  std::vector<WriteRecord> records() {
    auto read = HistoryLog(root_, limits_).read();
    EXPECT_TRUE(read.ok());
    return read.ok() ? std::move(read).value().records : std::vector<WriteRecord>();
  }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_memory_file_system();
  fs::Root root_ = fs::Root::open(*files_, "/").value();
  std::unique_ptr<base::ManualClock> clock_ =
      base::ManualClock::make(UnixMillis{1'700'000'000'000}, "UTC").value();
  HistoryLimits limits_;
};

TEST_F(HistoryTest, AnAppendIsRecordedWithoutACopy) {
  ASSERT_TRUE(root_.create("a.md", "old\n").value());
  History history = command();
  ASSERT_TRUE(history.append("log", "a.md", text("new\n")).ok());
  EXPECT_EQ(history.warning(), "");
  EXPECT_EQ(history.step(), 1U);
  const auto all = records();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].verb, "log");
  EXPECT_EQ(all[0].path, "a.md");
  EXPECT_EQ(all[0].kind, WriteKind::Insert);
  EXPECT_EQ(all[0].offset, 4U);
  EXPECT_EQ(all[0].length, 4U);
  EXPECT_EQ(all[0].time.value, 1'700'000'000'000);
  EXPECT_EQ(all[0].sha256, base::hex(base::sha256("new\n")));
  EXPECT_EQ(all[0].state, WriteState::Done);
  EXPECT_FALSE(all[0].whole_file);
  EXPECT_EQ(content(*files_, "/.nacre/history/writes.log").find("new"), std::string::npos);
}

TEST_F(HistoryTest, AReplaceKeepsWhatWasThereBefore) {
  ASSERT_TRUE(root_.create("a.md", "old\n").value());
  History history = command();
  ASSERT_TRUE(history.replace("config set", "a.md", text("new\n")).value());
  ASSERT_TRUE(history.replace("config set", "b.md", text("made\n")).value());
  const auto all = records();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].kind, WriteKind::Replace);
  EXPECT_EQ(HistoryLog(root_, limits_).kept(all[0]).value(), "old\n");
  EXPECT_EQ(all[0].step, 1U);
  EXPECT_EQ(all[1].step, 1U) << "one command is one step";
  EXPECT_TRUE(all[1].whole_file);
}

TEST_F(HistoryTest, WhatWritesNothingLeavesNoRecord) {
  ASSERT_TRUE(root_.create("a.md", "same").value());
  History history = command();
  EXPECT_FALSE(history.replace("x", "a.md", text("same")).value());
  const auto nothing = [](std::string_view) {
    return Result<std::optional<std::string>>(std::optional<std::string>());
  };
  EXPECT_FALSE(history.append("x", "a.md", nothing).value());
  EXPECT_TRUE(records().empty());
  EXPECT_EQ(history.step(), 0U);
}

TEST_F(HistoryTest, SwitchedOffItLeavesNothingAndSaysNothing) {
  limits_.entries_max = 0;
  History history = command();
  ASSERT_TRUE(history.append("log", "a.md", text("new\n")).ok());
  EXPECT_EQ(history.warning(), "");
  EXPECT_FALSE(files_->stat("/.nacre/history", false).ok());
}

TEST_F(HistoryTest, TheOldestCommandsAreForgottenFirst) {
  limits_.entries_max = 10;
  for (int i = 0; i < 200; ++i) {
    History history = command();
    ASSERT_TRUE(history.append("log", "a.md", text(std::to_string(i) + "\n")).ok());
    ASSERT_TRUE(history.append("log", "b.md", text(std::to_string(i) + "\n")).ok());
  }
  const auto all = records();
  ASSERT_EQ(all.size(), 10U);
  EXPECT_EQ(all.front().sequence, 391U);
  EXPECT_EQ(all.back().sequence, 400U);
  const std::string log = content(*files_, "/.nacre/history/writes.log");
  EXPECT_LE(summarize(log).records, limits_.entries_max + 17) << "the log itself is bounded";
}

TEST_F(HistoryTest, WhatIsKeptStaysBelowItsBound) {
  limits_.bytes_max = 2000;
  ASSERT_TRUE(root_.create("a.md", std::string(300, 'x')).value());
  for (char letter = 'a'; letter < 'm'; ++letter) {
    History history = command();
    ASSERT_TRUE(history.replace("x", "a.md", text(std::string(300, letter))).value());
    EXPECT_EQ(history.warning(), "");
    std::uint64_t bytes = 0;
    const auto entries = files_->list("/.nacre/history");
    for (const fs::DirectoryEntry& entry : entries.value()) {
      if (!entry.name.ends_with(".kept")) continue;
      bytes += files_->stat("/.nacre/history/" + entry.name, false).value().size;
    }
    EXPECT_LE(bytes, 1000U) << "there is as much room for what undoing them will keep";
  }
  ASSERT_EQ(records().size(), 3U);
  EXPECT_EQ(HistoryLog(root_, limits_).kept(records().back()).value(), std::string(300, 'k'));
}

TEST_F(HistoryTest, WhatIsTooLongToKeepIsWrittenAllTheSame) {
  limits_.bytes_max = 100;
  ASSERT_TRUE(root_.create("a.md", std::string(300, 'x')).value());
  History history = command();
  ASSERT_TRUE(history.replace("x", "a.md", text("short")).value());
  EXPECT_EQ(content(*files_, "/a.md"), "short");
  EXPECT_NE(history.warning().find("cannot be undone"), std::string::npos);
  EXPECT_NE(history.warning().find("history.bytes_max"), std::string::npos);
}

TEST_F(HistoryTest, AnotherAttemptTakesThePlaceOfTheFirst) {
  ASSERT_TRUE(root_.create("a.md", "one").value());
  int calls = 0;
  History history = command();
  const auto edit = [&](std::string_view present) -> Result<std::optional<std::string>> {
    // Another program writes between our look and our rename.
    if (++calls == 1) {
      EXPECT_TRUE(files_->remove("/a.md").ok());
      EXPECT_TRUE(files_->write_new("/a.md", "two", false).ok());
    }
    return std::optional(std::string(present) + "!");
  };
  ASSERT_TRUE(history.replace("x", "a.md", edit).value());
  EXPECT_EQ(content(*files_, "/a.md"), "two!");
  const auto all = records();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(HistoryLog(root_, limits_).kept(all[0]).value(), "two");
}

TEST_F(HistoryTest, DeletedItStartsAnew) {
  History first = command();
  ASSERT_TRUE(first.append("log", "a.md", text("1\n")).ok());
  ASSERT_TRUE(files_->remove("/.nacre/history/writes.log").ok());
  EXPECT_TRUE(records().empty());
  History second = command();
  ASSERT_TRUE(second.append("log", "a.md", text("2\n")).ok());
  EXPECT_EQ(second.warning(), "");
  EXPECT_EQ(records().size(), 1U);
}

TEST_F(HistoryTest, TornAndForeignLinesArePassedOver) {
  History first = command();
  ASSERT_TRUE(first.append("log", "a.md", text("1\n")).ok());
  const std::string path = "/.nacre/history/writes.log";
  const std::string whole = content(*files_, path);
  ASSERT_TRUE(files_->remove(path).ok());
  ASSERT_TRUE(
      files_->write_new(path, "hello\n" + whole + whole.substr(0, whole.size() / 2), false).ok());
  History second = command();
  ASSERT_TRUE(second.append("log", "a.md", text("2\n")).ok());
  const auto all = records();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].state, WriteState::Done);
  EXPECT_EQ(all[1].sequence, 2U);
  EXPECT_EQ(all[1].state, WriteState::Done);
}

// At every call of a write, with a failure and with a death: the note is written or not, a
// note that is acknowledged has its record or a warning, and no record is half one.
TEST(HistoryFaults, NoFailureOfTheHistoryStopsAWrite) {
  for (const bool replaces : {false, true}) {
    for (std::uint64_t call = 1;; ++call) {
      SCOPED_TRACE(std::to_string(call) + (replaces ? " of a replace" : " of an append"));
      const auto disk = fs::make_memory_file_system();
      ASSERT_TRUE(disk->write_new("/a.md", "one\n", false).ok());
      fs::FaultFileSystem files(*disk);
      const auto root = fs::Root::open(files, "/").value();
      const auto clock = base::ManualClock::make(UnixMillis{0}, "UTC").value();
      files.fail_at(call, Error{ErrorCode::Io, "no space left"}, 7);
      History history(root, *clock, {});
      const bool written = replaces ? history.replace("x", "a.md", text("one\ntwo\n")).ok()
                                    : history.append("x", "a.md", text("two\n")).ok();
      const std::uint64_t calls = files.calls();
      const std::string now = content(*disk, "/a.md");
      // A replace whose directory cannot be synced is told to have failed, and stands.
      if (written || !replaces) {
        EXPECT_EQ(now, written ? "one\ntwo\n" : "one\n");
      }
      const auto plain = fs::Root::open(*disk, "/").value();
      const auto all = HistoryLog(plain, {}).read();
      ASSERT_TRUE(all.ok());
      if (written && history.warning().empty()) {
        ASSERT_EQ(all.value().records.size(), 1U);
      }
      if (!written) {
        for (const WriteRecord& record : all.value().records)
          EXPECT_NE(record.state, WriteState::Done);
      }
      if (call > calls) break;
    }
  }
}

TEST(HistoryFaults, AfterADeathTheRecordIsThereBeforeTheWrite) {
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE(call);
    const auto disk = fs::make_memory_file_system();
    ASSERT_TRUE(disk->write_new("/a.md", "one\n", false).ok());
    fs::FaultFileSystem files(*disk);
    const auto root = fs::Root::open(files, "/").value();
    const auto clock = base::ManualClock::make(UnixMillis{0}, "UTC").value();
    files.die_at(call, 9);
    {
      History history(root, *clock, {});
      static_cast<void>(history.append("x", "a.md", text("two\n")).ok());
    }
    const bool died = files.dead();
    const auto plain = fs::Root::open(*disk, "/").value();
    ASSERT_TRUE(plain.recover().ok());
    const std::string now = content(*disk, "/a.md");
    const auto all = HistoryLog(plain, {}).read();
    ASSERT_TRUE(all.ok());
    if (now != "one\n") {
      EXPECT_EQ(now, "one\ntwo\n");
      ASSERT_EQ(all.value().records.size(), 1U);
    }
    // The next one goes on where this one stopped.
    History next(plain, *clock, {});
    ASSERT_TRUE(next.append("x", "a.md", text("three\n")).ok());
    EXPECT_EQ(next.warning(), "");
    EXPECT_EQ(HistoryLog(plain, {}).read().value().records.size(), all.value().records.size() + 1);
    if (!died) break;
  }
}

TEST(HistoryOnDisk, IsClosedToOthers) {
  const fs::TemporaryDirectory directory;
  const auto files = fs::make_real_file_system();
  const auto root = fs::Root::open(*files, directory.path()).value();
  const auto clock = base::ManualClock::make(UnixMillis{0}, "UTC").value();
  ASSERT_TRUE(root.create("a.md", "one").value());
  History history(root, *clock, {});
  ASSERT_TRUE(history.replace("x", "a.md", text("two")).value());
  EXPECT_EQ(files->stat(directory / ".nacre/history", false).value().mode, 0700U);
  EXPECT_EQ(files->stat(directory / ".nacre/history/writes.log", false).value().mode, 0600U);
  EXPECT_EQ(files->stat(directory / ".nacre/history/1.kept", false).value().mode, 0600U);
  EXPECT_TRUE(root.exists(".nacre/.gitignore")) << "git must not see it";
}

TEST(HistoryOnDisk, ALinkOutOfTheWorkspaceIsNotFollowed) {
  const fs::TemporaryDirectory directory, outside;
  const auto files = fs::make_real_file_system();
  const auto root = fs::Root::open(*files, directory.path()).value();
  const auto clock = base::ManualClock::make(UnixMillis{0}, "UTC").value();
  std::filesystem::create_directory(directory / ".nacre");
  std::filesystem::create_symlink(outside.path(), directory / ".nacre/history");
  History history(root, *clock, {});
  ASSERT_TRUE(history.append("x", "a.md", text("two")).ok());
  EXPECT_NE(history.warning(), "");
  EXPECT_TRUE(std::filesystem::is_empty(outside.path()));
}

TEST(HistoryOnDisk, ManyWritersShareOneSequence) {
  const fs::TemporaryDirectory directory;
  constexpr int kWriters = 4, kEach = 25;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      const auto files = fs::make_real_file_system();
      const auto root = fs::Root::open(*files, directory.path()).value();
      const auto clock = base::ManualClock::make(UnixMillis{0}, "UTC").value();
      for (int i = 0; i < kEach; ++i) {
        History history(root, *clock, {.entries_max = 1000, .bytes_max = 10'000});
        const std::string path = "n" + std::to_string(writer % 2) + ".md";
        EXPECT_TRUE(history.append("x", path, text(std::string(10, 'x') + "\n")).ok());
        EXPECT_EQ(history.warning(), "");
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  const auto files = fs::make_real_file_system();
  const auto root = fs::Root::open(*files, directory.path()).value();
  const auto all = HistoryLog(root, {}).read().value().records;
  ASSERT_EQ(all.size(), std::size_t{kWriters * kEach});
  // Whoever was second to make a file had given a number to a try that came to nothing.
  std::uint64_t last = 0;
  for (const WriteRecord& record : all) {
    EXPECT_GT(record.sequence, last);
    EXPECT_EQ(record.state, WriteState::Done);
    last = record.sequence;
  }
  EXPECT_LT(last, std::uint64_t{kWriters * kEach + 2 * kWriters});
}

TEST(ByteSearch, FindsEveryPlaceAndNoOther) {
  const std::string body = "abcabcaabcxabc";
  EXPECT_EQ(find_bytes(body, print_of("abc"), 9), (std::vector<std::size_t>{0, 3, 7, 11}));
  EXPECT_EQ(find_bytes(body, print_of("abc"), 2), (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(find_bytes("aaaa", print_of("aa"), 9), (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(find_bytes(body, print_of("abd"), 9).empty());
  EXPECT_TRUE(find_bytes("ab", print_of("abc"), 9).empty());
  EXPECT_TRUE(find_bytes(body, print_of(""), 9).empty());
  EXPECT_EQ(find_bytes(body, print_of(body), 9), (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace nacre::memory
