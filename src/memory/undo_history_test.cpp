// Undo and its history: bounds, damage, several at once.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "fs/temporary_directory.h"
#include "memory/undo_test_support.h"

namespace nacre::memory {
namespace {

using UndoHistory = UndoTest;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

// Whatever the bounds and whatever was done: each step of the list can be undone, in its order,
// and all that was undone comes back, in its order.
TEST(UndoBounds, TheListHoldsAndWhatWasUndoneComesBack) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    Setting setting = setting_on(fs::make_memory_file_system());
    const std::uint64_t entries = 1 + random() % 6, bytes = 500 + random() % 4000;
    bound(setting, entries, bytes);
    put(setting, "a.md", "start\n");
    put(setting, "c.toml", "start\n");
    for (int i = 0; i < 60; ++i) {
      const std::string line = std::to_string(i) + std::string(random() % 900, 'x') + ".\n";
      History history(setting);
      const auto bytes_of = [&](std::string_view) {
        return Result<std::optional<std::string>>(std::optional(line));
      };
      const std::uint64_t what = random() % 6;
      if (what < 2) {
        ASSERT_TRUE(history.append("log", "a.md", bytes_of).ok());
      } else if (what < 3) {
        const std::string before = content(setting, "c.toml");
        ASSERT_TRUE(history.replace("config set", "c.toml", bytes_of).ok());
        // Without a record it stands in the way of the ones before it.
        if (!history.warning().empty()) put(setting, "c.toml", before);
      } else if (what < 5) {
        // As far as the list says, and back to where it was.
        const std::string a = content(setting, "a.md"), c = content(setting, "c.toml");
        const UndoList list = undo_list({}, setting).value();
        const std::size_t steps = list.steps.size();
        for (std::size_t step = 0; step < steps; ++step) {
          const auto answer = undo(setting);
          ASSERT_TRUE(done(answer))
              << step << " of " << steps << ": "
              << (answer.ok() ? answer.value().reason : answer.error().message);
          ASSERT_EQ(answer.value().steps[0].number, list.steps[step].number);
        }
        ASSERT_EQ(undo(setting).value().reason, "nothing to undo");
        for (std::size_t step = 0; step < steps; ++step) ASSERT_TRUE(done(redo(setting)));
        ASSERT_EQ(content(setting, "a.md"), a);
        ASSERT_EQ(content(setting, "c.toml"), c);
        ASSERT_EQ(undo_list({}, setting).value().steps.size(), steps);
      } else {
        // Undone, and not brought back before the next one: that one's text is kept for good.
        static_cast<void>(undo(setting).ok());
      }
    }
    const UndoList list = undo_list({}, setting).value();
    EXPECT_LE(list.steps.size(), entries);
  }
}

TEST_F(UndoHistory, WhatWasUndoneIsNeverForgotten) {
  bound(setting_, 1, 2000);
  put(setting_, "a.md", "old\n");
  const std::string text = std::string(900, 'p') + ".\n";
  append(setting_, "a.md", text);
  ASSERT_TRUE(done(undo(setting_)));
  // Many newer writes, and those with no room for their undo say so.
  bool refused = false;
  for (int i = 0; i < 40; ++i) {
    History history(setting_);
    const auto bytes = [&](std::string_view) {
      return Result<std::optional<std::string>>(
          std::optional(std::string(i < 20 ? 500 : 1200, 'n')));
    };
    ASSERT_TRUE(history.append("log", "b.md", bytes).ok());
    EXPECT_EQ(history.warning().empty(), i < 20) << history.warning();
    refused = refused || history.warning().find("history.bytes_max") != std::string::npos;
  }
  EXPECT_TRUE(refused);
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "old\n" + text);
}

TEST_F(UndoHistory, AnUndoThatHasNoRoomChangesNothing) {
  bound(setting_, 10, 2000);
  append(setting_, "made.md", "new\n");
  // The file goes with its text, and all of it is kept.
  const std::string text = "new\n" + std::string(3000, '\n');
  put(setting_, "made.md", text);
  const auto answer = undo(setting_);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::ResourceExhausted);
  EXPECT_EQ(answer.error().message,
            "what it takes out does not fit into history.bytes_max (2000 bytes)");
  EXPECT_EQ(content(setting_, "made.md"), text);
  EXPECT_EQ(undo_list({}, setting_).value().steps.size(), 1U);
  bound(setting_, 10, 4000);
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_FALSE(setting_.root.exists("made.md"));
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "made.md"), text);
}

TEST_F(UndoHistory, TheWordsOfAListHaveNoMarks) {
  const std::pair<const char*, const char*> cases[] = {
      {"- **标题 T**: hello <!-- id: abc -->\n", "标题 T: hello"},
      {"## A heading\n", "A heading"},
      {"* > quoted\n", "quoted"},
      {"---\n***\n- 5 * 3 is 2**4 - 1\n", "5 * 3 is 2**4 - 1"},
      {"-5 degrees\n", "-5 degrees"},
      {"**\n- #tag\n", "#tag"}};
  put(setting_, "a.md", "old\n");
  for (const auto& [text, words] : cases) {
    append(setting_, "a.md", text);
    EXPECT_EQ(undo_list({.limit = 1}, setting_).value().steps[0].changes[0].summary, words);
  }
}

TEST_F(UndoHistory, HistorySwitchedOffStillBringsBackWhatWasUndone) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "new\n");
  ASSERT_TRUE(done(undo(setting_)));
  bound(setting_, 0, 1000);
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_FALSE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "old\nnew\n");
}

TEST_F(UndoHistory, AnEntryWrittenAgainDoesNotComeBackBesideItself) {
  put(setting_, "MEMORY.md", "- old\n");
  const auto first = remember({.text = "one"});
  ASSERT_TRUE(done(undo(setting_)));
  const auto second = remember({.text = "one"});
  ASSERT_EQ(first.id, second.id);
  EXPECT_EQ(redo(setting_).value().reason, "nothing to bring back");
  EXPECT_EQ(redo(setting_, "1").value().reason, "write 1 stands again, as write 3");
  EXPECT_EQ(undo_list({}, setting_).value().undone, 0U);
  EXPECT_EQ(count(content(setting_, "MEMORY.md"), "- one"), 1U);
  // Undone again, one of both comes back.
  ASSERT_TRUE(done(undo(setting_)));
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(redo(setting_).value().reason, "nothing to bring back");
  EXPECT_EQ(count(content(setting_, "MEMORY.md"), "- one"), 1U);
}

TEST_F(UndoHistory, WhatAPersonPutBackDoesNotComeTwice) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "- new\n");
  ASSERT_TRUE(done(undo(setting_)));
  put(setting_, "a.md", "old\n- new\n");
  const auto answer = redo(setting_);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::Conflict);
  EXPECT_EQ(answer.error().message, "'a.md', line 2: what was written stands there already");
  EXPECT_EQ(content(setting_, "a.md"), "old\n- new\n");
}

// Any damage of the log, one byte or the rest of it, at every place: what is undone is the last
// write, or it is refused.
TEST(UndoDamage, NoOlderWriteIsTakenBackInPlaceOfALostOne) {
  const auto prepare = [](const Setting& setting) {
    put(setting, "a.md", "0\n");
    for (const char* text : {"1\n", "2\n", "3\n"}) append(setting, "a.md", text);
  };
  const std::string path = "/.nacre/history/writes.log";
  std::string whole;
  {
    const Setting setting = setting_on(fs::make_memory_file_system());
    prepare(setting);
    whole = setting.files->read(path, kAll).value();
  }
  std::size_t refusals = 0;
  for (const bool cut : {true, false}) {
    for (std::size_t at = 0; at < whole.size(); at += cut ? 1 : 3) {
      SCOPED_TRACE(std::to_string(at) + (cut ? " cut" : " changed"));
      const Setting setting = setting_on(fs::make_memory_file_system());
      prepare(setting);
      std::string damaged = whole.substr(0, at);
      if (!cut) damaged += std::string(1, static_cast<char>(whole[at] ^ 1)) + whole.substr(at + 1);
      ASSERT_TRUE(setting.files->remove(path).ok());
      ASSERT_TRUE(setting.files->write_new(path, damaged, false).ok());
      const auto answer = undo(setting);
      const std::string now = content(setting, "a.md");
      if (done(answer)) {
        EXPECT_EQ(now, "0\n1\n2\n");
        continue;
      }
      ++refusals;
      EXPECT_EQ(now, "0\n1\n2\n3\n");
      ASSERT_FALSE(answer.ok());
      EXPECT_EQ(answer.error().code, ErrorCode::Corruption);
      EXPECT_EQ(history_warnings(setting).size(), 1U);
      EXPECT_EQ(undo_list({}, setting).value().warnings, history_warnings(setting));
      // A newer write can be undone, and then the damage is told of again.
      append(setting, "a.md", "4\n");
      ASSERT_TRUE(done(undo(setting)));
      EXPECT_FALSE(undo(setting).ok());
      EXPECT_EQ(content(setting, "a.md"), "0\n1\n2\n3\n");
    }
  }
  EXPECT_GT(refusals, 100U);
}

TEST_F(UndoHistory, AnEarlierWriteThanTheLostOneIsUndoneByItsReceipt) {
  put(setting_, "a.md", "0\n");
  for (const char* text : {"1\n", "2\n", "3\n"}) append(setting_, "a.md", text);
  const std::string path = "/.nacre/history/writes.log";
  std::string log = setting_.files->read(path, kAll).value();
  log[log.find(" 2 0 {") + 8] ^= 1;
  ASSERT_TRUE(setting_.files->remove(path).ok());
  ASSERT_TRUE(setting_.files->write_new(path, log, false).ok());
  ASSERT_TRUE(done(undo(setting_)));
  const auto refused = undo(setting_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "the history is damaged: write 2 cannot be undone any more");
  ASSERT_TRUE(done(undo(setting_, "1")));
  EXPECT_EQ(content(setting_, "a.md"), "0\n2\n");
}

TEST_F(UndoHistory, KeptTextThatWasDamagedIsNotWritten) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "precious\n");
  ASSERT_TRUE(done(undo(setting_)));
  const std::string path = "/.nacre/history/2.kept";
  const std::string kept = content(setting_, path.substr(1));
  for (const std::string& damaged : {std::string(), kept + "x", std::string(kept.size(), 'x')}) {
    ASSERT_TRUE(setting_.files->remove(path).ok());
    ASSERT_TRUE(setting_.files->write_new(path, damaged, false).ok());
    const auto answer = redo(setting_);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().code, ErrorCode::Corruption);
    EXPECT_EQ(content(setting_, "a.md"), "old\n");
  }
  ASSERT_TRUE(setting_.files->remove(path).ok());
  EXPECT_EQ(redo(setting_).error().code, ErrorCode::Corruption);
  ASSERT_TRUE(setting_.files->write_new(path, kept, false).ok());
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "old\nprecious\n");
}

TEST(UndoConcurrency, EachUndoTakesTheNextAndEachRedoBringsOneBack) {
  const fs::TemporaryDirectory directory;
  constexpr int kEach = 8;
  const Setting setting = setting_on(fs::make_real_file_system(), directory.path());
  put(setting, "a.md", "start\n");
  for (int i = 0; i < kEach; ++i) append(setting, "a.md", std::to_string(i) + ".\n");
  const std::string all = content(setting, "a.md");
  const auto together = [&](bool redo, std::atomic<int>& turned) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 2 * kEach; ++thread) {
      threads.emplace_back([&] {
        const Setting own = setting_on(fs::make_real_file_system(), directory.path());
        const auto answer = undo_files({.redo = redo}, own);
        ASSERT_TRUE(answer.ok()) << answer.error().message;
        if (done(answer)) ++turned;
      });
    }
    for (std::thread& thread : threads) thread.join();
  };
  std::atomic<int> undone = 0, redone = 0;
  together(false, undone);
  EXPECT_EQ(undone, kEach);
  EXPECT_EQ(content(setting, "a.md"), "start\n");
  together(true, redone);
  EXPECT_EQ(redone, kEach);
  EXPECT_EQ(content(setting, "a.md"), all);
}

TEST(UndoOnDisk, AFileThatWasClosedToOthersComesBackClosed) {
  const fs::TemporaryDirectory directory;
  const Setting setting = setting_on(fs::make_real_file_system(), directory.path());
  append(setting, "fresh.md", "new\n");
  const std::uint32_t usual = setting.files->stat(directory / "fresh.md", false).value().mode;
  for (const bool closed : {true, false}) {
    const std::string name = closed ? "closed.md" : "open.md", path = directory / name;
    append(setting, name, "new\n");
    ASSERT_EQ(::chmod(path.c_str(), closed ? 0600 : 0644), 0);
    ASSERT_TRUE(done(undo(setting)));
    ASSERT_FALSE(setting.root.exists(name));
    ASSERT_TRUE(done(redo(setting)));
    EXPECT_EQ(content(setting, name), "new\n");
    EXPECT_EQ(setting.files->stat(path, false).value().mode, closed ? 0600U : usual);
  }
}

TEST(UndoOnDisk, AHistoryThatIsNoFileIsSaidToBeUnreadable) {
  for (const char* what : {"directory", "pipe", "no directory"}) {
    SCOPED_TRACE(what);
    const fs::TemporaryDirectory directory;
    const Setting setting = setting_on(fs::make_real_file_system(), directory.path());
    const std::string log = directory / ".nacre/history/writes.log";
    std::filesystem::create_directories(directory / ".nacre");
    if (what == std::string("no directory")) {
      std::ofstream(directory / ".nacre/history") << "x";
    } else {
      std::filesystem::create_directory(directory / ".nacre/history");
      if (what == std::string("pipe")) {
        ASSERT_EQ(::mkfifo(log.c_str(), 0600), 0);
      } else {
        std::filesystem::create_directory(log);
      }
    }
    for (const auto& answer : {undo(setting), redo(setting)}) {
      ASSERT_FALSE(answer.ok());
      EXPECT_EQ(answer.error().code, ErrorCode::Corruption);
      EXPECT_TRUE(answer.error().message.starts_with("the history cannot be read"));
    }
    EXPECT_EQ(undo_list({}, setting).error().code, ErrorCode::Corruption);
    EXPECT_EQ(history_warnings(setting).size(), 1U);
  }
}

}  // namespace
}  // namespace nacre::memory
