#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"
#include "memory/undo_test_support.h"

namespace nacre::memory {
namespace {

TEST_F(UndoTest, TakesOutOnlyWhatWasWritten) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "one\n");
  append(setting_, "a.md", "two\n");
  put(setting_, "a.md", "a person's line\nold\none\ntwo\n");
  ASSERT_TRUE(done(undo(setting_, "1")));
  EXPECT_EQ(content(setting_, "a.md"), "a person's line\nold\ntwo\n");
}

TEST_F(UndoTest, GoesFurtherBackAndForthAgain) {
  put(setting_, "a.md", "0\n");
  for (const char* text : {"1\n", "2\n", "3\n"}) append(setting_, "a.md", text);
  ASSERT_TRUE(done(undo(setting_)));
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "0\n1\n");
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "0\n1\n2\n");
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "0\n1\n2\n3\n");
  EXPECT_FALSE(done(redo(setting_)));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(done(undo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "0\n");
  const auto nothing = undo(setting_);
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(nothing.value().reason, "nothing to undo");
}

TEST_F(UndoTest, WhatWasEditedOrIsGoneStays) {
  put(setting_, "MEMORY.md", "- old\n");
  const auto written = remember({.text = "the harbour opens at nine"});
  std::string text = content(setting_, "MEMORY.md");
  text.replace(text.find("nine"), 4, "ten!");
  put(setting_, "MEMORY.md", text);
  auto answer = undo(setting_);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::Conflict);
  EXPECT_EQ(answer.error().message,
            "'MEMORY.md', line 2: the entry was edited after it was written");
  EXPECT_NE(answer.error().hint, "");
  EXPECT_EQ(content(setting_, "MEMORY.md"), text);

  put(setting_, "MEMORY.md", "- old\n");
  answer = undo(setting_, written.id);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "'MEMORY.md' no longer holds what was written");
  ASSERT_TRUE(setting_.files->remove("/MEMORY.md").ok());
  answer = undo(setting_);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "'MEMORY.md' is no longer there, or empty");
  EXPECT_FALSE(setting_.root.exists("MEMORY.md"));
}

TEST_F(UndoTest, WhatStandsTwiceIsForAPersonToChoose) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "one\n");
  put(setting_, "a.md", "one\nold\nmore\none\n");
  const auto answer = undo(setting_);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message,
            "'a.md' holds what was written more than once: in line 1 and in line 4");
}

TEST_F(UndoTest, AReplaceIsUndoneOnlyWhileItStands) {
  put(setting_, "c.toml", "a = 1\n");
  replace(setting_, "c.toml", "a = 2\n");
  put(setting_, "c.toml", "a = 3\n");
  const auto refused = undo(setting_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::Conflict);
  EXPECT_NE(refused.error().hint.find(".nacre/history/1.kept"), std::string::npos);
  put(setting_, "c.toml", "a = 2\n");
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_EQ(content(setting_, "c.toml"), "a = 1\n");
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "c.toml"), "a = 2\n");
}

TEST_F(UndoTest, AFileThatItMadeGoesWithItsLastEntry) {
  remember({.text = "one", .to = "daily"});
  remember({.text = "two", .to = "daily"});
  const std::string path = "memory/2026-02-12.md";
  ASSERT_TRUE(done(undo(setting_, "1")));
  EXPECT_EQ(content(setting_, path).substr(0, 12), "# 2026-02-12");
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_FALSE(setting_.root.exists(path)) << content(setting_, path);
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_TRUE(setting_.root.exists(path));
}

TEST_F(UndoTest, AFileThatAPersonMadeStaysEmpty) {
  put(setting_, "a.md", "");
  ASSERT_TRUE(setting_.files->write_new("/b.md", "", false).ok());
  append(setting_, "b.md", "one\n");
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_TRUE(setting_.root.exists("b.md"));
  EXPECT_EQ(content(setting_, "b.md"), "");
}

TEST_F(UndoTest, WhatLaterEntriesNeedStays) {
  put(setting_, "memory/2026-02-12.md", "# 2026-02-12\n\n```\ncode that never ends");
  const std::string before = content(setting_, "memory/2026-02-12.md");
  remember({.text = "one", .to = "daily"});
  remember({.text = "two", .to = "daily"});
  ASSERT_TRUE(done(undo(setting_, "1")));
  const std::string text = content(setting_, "memory/2026-02-12.md");
  EXPECT_EQ(text.find("- one"), std::string::npos);
  EXPECT_TRUE(text.starts_with(before + "\n```\n")) << "else the second entry would be code";
}

TEST_F(UndoTest, AReceiptIsAnIdItsStartOrANumber) {
  put(setting_, "MEMORY.md", "- old\n");
  const auto first = remember({.text = "one"});
  const auto second = remember({.text = "two"});
  EXPECT_EQ(undo(setting_, "zzzz").value().reason,
            "no write in the history has the receipt 'zzzz'");
  EXPECT_TRUE(undo(setting_, first.id.substr(0, 3)).value().steps.empty());
  ASSERT_TRUE(done(undo(setting_, first.id.substr(0, 8))));
  EXPECT_EQ(content(setting_, "MEMORY.md").find("- one"), std::string::npos);
  EXPECT_EQ(undo(setting_, first.id).value().reason, "write 1 is taken back already");
  EXPECT_EQ(redo(setting_, second.id).value().reason, "write 2 stands already");
  ASSERT_TRUE(done(redo(setting_, first.id)));
  ASSERT_TRUE(done(undo(setting_, "2")));
  EXPECT_EQ(content(setting_, "MEMORY.md").find("- two"), std::string::npos);
}

TEST_F(UndoTest, ADryRunChangesNothingAndShowsTheLines) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "- new <!-- id: abc -->\n");
  const auto answer = undo_files({.dry_run = true}, setting_);
  ASSERT_TRUE(done(answer));
  const UndoChange& change = answer.value().steps[0].changes[0];
  EXPECT_EQ(change.line, 2U);
  EXPECT_EQ(change.summary, "new");
  EXPECT_EQ(change.removed, "- new <!-- id: abc -->\n");
  EXPECT_EQ(change.added, "");
  EXPECT_EQ(content(setting_, "a.md"), "old\n- new <!-- id: abc -->\n");
  EXPECT_EQ(undo_list({}, setting_).value().steps.size(), 1U);
}

TEST_F(UndoTest, ShowsNoSecretThatAPersonWrote) {
  put(setting_, "c.toml", "password: hunter2-Xy7#kq\n");
  replace(setting_, "c.toml", "nothing\n");
  const auto answer = undo_files({.dry_run = true}, setting_);
  ASSERT_TRUE(done(answer));
  EXPECT_EQ(answer.value().steps[0].changes[0].added, "password: [redacted:password]\n");
}

TEST_F(UndoTest, IsForTheOwnerAlone) {
  append(setting_, "a.md", "new\n");
  for (const Scope& scope : {Scope{.context = ContextKind::Group}, Scope{.user = "li"},
                             Scope{.context = ContextKind::Subagent}}) {
    EXPECT_EQ(undo_files({.scope = scope}, setting_).error().code, ErrorCode::PermissionDenied);
    EXPECT_EQ(undo_list({.scope = scope}, setting_).error().code, ErrorCode::PermissionDenied);
  }
  EXPECT_EQ(content(setting_, "a.md"), "new\n");
}

TEST_F(UndoTest, AStepOfTwoFilesIsUndoneWholeOrNot) {
  put(setting_, "a.md", "a\n");
  put(setting_, "b.md", "b\n");
  const auto bytes = [](std::string_view) {
    return Result<std::optional<std::string>>(std::optional<std::string>("new\n"));
  };
  History history(setting_);
  ASSERT_TRUE(history.append("remember", "a.md", bytes).ok());
  ASSERT_TRUE(history.append("remember", "b.md", bytes).ok());
  put(setting_, "a.md", "a\nedited\n");
  EXPECT_EQ(undo(setting_).error().code, ErrorCode::Conflict);
  EXPECT_EQ(content(setting_, "b.md"), "b\nnew\n");
  put(setting_, "a.md", "a\nnew\n");
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_EQ(content(setting_, "a.md"), "a\n");
  EXPECT_EQ(content(setting_, "b.md"), "b\n");
}

TEST_F(UndoTest, TwoReplacesOfOneStepComeBackInTheirOrder) {
  put(setting_, "c.toml", "0");
  History history(setting_);
  for (const char* text : {"1", "2"}) {
    ASSERT_TRUE(history
                    .replace("adopt", "c.toml",
                             [&](std::string_view) {
                               return Result<std::optional<std::string>>(
                                   std::optional<std::string>(text));
                             })
                    .value());
  }
  ASSERT_TRUE(done(undo(setting_)));
  EXPECT_EQ(content(setting_, "c.toml"), "0");
  ASSERT_TRUE(done(redo(setting_)));
  EXPECT_EQ(content(setting_, "c.toml"), "2");
}

TEST_F(UndoTest, TheListSaysWhatNoLongerCan) {
  put(setting_, "a.md", "old\n");
  append(setting_, "a.md", "one\n");
  append(setting_, "a.md", "two\n");
  append(setting_, "a.md", "three\n");
  ASSERT_TRUE(done(undo(setting_)));
  put(setting_, "a.md", "old\nONE\ntwo\n");
  const UndoList list = undo_list({}, setting_).value();
  ASSERT_EQ(list.steps.size(), 2U);
  EXPECT_EQ(list.steps[0].number, 2U);
  EXPECT_EQ(list.steps[0].time, "2026-02-12T09:03:20Z");
  EXPECT_EQ(list.steps[0].verb, "log");
  EXPECT_EQ(list.steps[0].changes[0].line, 3U);
  EXPECT_EQ(list.steps[0].changes[0].summary, "two");
  EXPECT_NE(list.steps[1].conflict, "");
  EXPECT_EQ(list.undone, 1U);
  EXPECT_EQ(undo_list({.limit = 1}, setting_).value().more, 1U);
}

// The last entry undone gives the bytes before it, whatever the file looked like; undone in
// any order, nobody else's lines are touched.
TEST(UndoProperty, EntriesLeaveNoTrace) {
  const std::vector<std::string> starts = {
      "",
      "x",
      "# Notes\n",
      "# Notes\r\n\r\n- a\r\n",
      "- a\n- b",
      "para\n\n\n",
      "```\nopen",
      "# MEMORY\n\n## User profile\n\n- tea\n\n## Notes\n\n## Open items\n\nlast",
      "---\ntags: [a]\n---\n\ntext\n"};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Setting setting = setting_on(fs::make_memory_file_system());
    const std::string start = starts[random() % starts.size()];
    if (!start.empty()) put(setting, "MEMORY.md", start);
    std::vector<std::string> snapshots;
    const std::size_t entries = 1 + random() % 6;
    for (std::size_t i = 0; i < entries; ++i) {
      snapshots.push_back(content(setting, "MEMORY.md"));
      History history(setting);
      const HistorySink sink(history, "remember");
      const workspace::EntryWriter writer(setting.root, *setting.clock, setting.language, &sink);
      RememberRequest request{.text = "entry " + std::to_string(i)};
      if (random() % 3 == 0) request.category = random() % 2 == 0 ? "Open items" : "Ideas";
      ASSERT_TRUE(writer.remember(request).ok());
    }
    if (random() % 2 == 0) {
      for (std::size_t i = entries; i-- > 0;) {
        ASSERT_TRUE(done(undo(setting)));
        ASSERT_EQ(content(setting, "MEMORY.md"), snapshots[i]);
      }
      for (std::size_t i = 1; i < entries; ++i) {
        ASSERT_TRUE(done(redo(setting)));
        ASSERT_EQ(content(setting, "MEMORY.md"), snapshots[i]);
      }
      continue;
    }
    std::vector<std::size_t> order(entries);
    for (std::size_t i = 0; i < entries; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t gone = 0; gone < entries; ++gone) {
      const std::string before = content(setting, "MEMORY.md");
      const auto answer = undo(setting, std::to_string(order[gone] + 1));
      ASSERT_TRUE(done(answer)) << (answer.ok() ? answer.value().reason : answer.error().message)
                                << " with\n"
                                << before;
      const std::string now = content(setting, "MEMORY.md");
      for (std::size_t i = 0; i < entries; ++i) {
        const bool there = now.find("entry " + std::to_string(order[i])) != std::string::npos;
        ASSERT_EQ(there, i > gone) << order[i] << " in\n" << now;
      }
      // What a person wrote is there, byte for byte and in order, up to the insertions.
      std::size_t at = 0;
      for (const char byte : start) {
        at = now.find(byte, at);
        ASSERT_NE(at, std::string::npos) << now;
        ++at;
      }
    }
  }
}

// Files as texts, and what each write did to them.
struct Model {
  struct Write {
    std::uint64_t number = 0;
    std::string path, line;     // Of an append.
    std::string before, after;  // Of a replace.
    bool undone = false;
    std::string before_undo, after_undo;
  };
  std::map<std::string, std::string> files;
  std::vector<Write> writes;

  // The content without it; nullopt for a conflict.
  std::optional<std::string> undone(const Write& write) const {
    const std::string& now = files.at(write.path);
    if (write.line.empty()) return now == write.after ? std::optional(write.before) : std::nullopt;
    const std::size_t at = now.find(write.line);
    if (at == std::string::npos) return std::nullopt;
    return now.substr(0, at) + now.substr(at + write.line.size());
  }
  Write* last_standing() {
    const auto found = std::find_if(writes.rbegin(), writes.rend(),
                                    [](const Write& write) { return !write.undone; });
    return found == writes.rend() ? nullptr : &*found;
  }
};

void check_undo(const Setting& setting, Model& model, Model::Write& write, bool by_receipt) {
  const auto answer = undo(setting, by_receipt ? std::to_string(write.number) : std::string());
  const auto expected = model.undone(write);
  ASSERT_EQ(done(answer), expected.has_value());
  if (!expected) {
    ASSERT_EQ(answer.error().code, ErrorCode::Conflict);
    return;
  }
  write.undone = true;
  write.before_undo = model.files[write.path];
  write.after_undo = *expected;
  model.files[write.path] = *expected;
}

void check_redo(const Setting& setting, Model& model, Model::Write& write) {
  const auto answer = redo(setting, std::to_string(write.number));
  std::string& file = model.files[write.path];
  if (file == write.after_undo) {
    ASSERT_TRUE(done(answer));
    file = write.before_undo;
    write.undone = false;
  } else if (done(answer)) {
    // Its place was found again: the line is there once, and nothing else changed.
    ASSERT_FALSE(write.line.empty());
    std::string now = content(setting, write.path);
    const std::size_t at = now.find(write.line);
    ASSERT_NE(at, std::string::npos);
    ASSERT_EQ(now.substr(0, at) + now.substr(at + write.line.size()), file);
    file = now;
    write.undone = false;
  } else {
    ASSERT_EQ(answer.error().code, ErrorCode::Conflict);
  }
}

TEST(UndoProperty, DoesWhatAModelDoes) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Setting setting = setting_on(fs::make_memory_file_system());
    Model model;
    for (const char* path : {"a.md", "b.md"}) {
      model.files[path] = "start of " + std::string(path) + "\n";
      put(setting, path, model.files[path]);
    }
    for (int i = 0; i < 60; ++i) {
      const std::string path = random() % 2 == 0 ? "a.md" : "b.md";
      std::string& file = model.files[path];
      const std::string line = "line " + std::to_string(i) + ".\n";
      const std::uint64_t what = random() % 12;
      if (what < 4) {
        model.writes.push_back({.number = append(setting, path, line), .path = path, .line = line});
        file += line;
      } else if (what < 5) {
        const std::string after = random() % 3 == 0 ? line : file + "and " + line;
        model.writes.push_back({.number = replace(setting, path, after),
                                .path = path,
                                .before = file,
                                .after = after});
        file = after;
      } else if (what < 6) {
        // Somebody writes above everything, or changes the last line.
        if (random() % 2 == 0) {
          file.insert(0, "person's " + line);
        } else {
          file.insert(file.size() - 1, "!");
        }
        put(setting, path, file);
      } else if (what < 9) {
        Model::Write* write = model.last_standing();
        if (write == nullptr) {
          ASSERT_FALSE(done(undo(setting)));
        } else {
          ASSERT_NO_FATAL_FAILURE(check_undo(setting, model, *write, false));
        }
      } else if (!model.writes.empty()) {
        Model::Write& write = model.writes[random() % model.writes.size()];
        if (write.undone) {
          ASSERT_NO_FATAL_FAILURE(check_redo(setting, model, write));
        } else {
          ASSERT_NO_FATAL_FAILURE(check_undo(setting, model, write, true));
        }
      }
      for (const auto& [name, text] : model.files) ASSERT_EQ(content(setting, name), text);
    }
  }
}

// Killed at each call of an undo of three files, and of bringing it back: by then or by
// finish_undo all are as before or all as after, and undo and redo go on from there.
TEST(UndoCrash, ADeathAtAnyCallLeavesBeforeOrAfter) {
  for (const bool back : {false, true}) {
    int said_so = 0;
    for (std::uint64_t call = 1;; ++call) {
      SCOPED_TRACE(std::to_string(call) + (back ? " of a redo" : " of an undo"));
      const auto disk = fs::make_memory_file_system();
      auto faults = std::make_unique<fs::FaultFileSystem>(*disk);
      fs::FaultFileSystem& fault = *faults;
      bool died = false;
      {
        const Setting setting = setting_on(std::move(faults));
        put(setting, "a.md", "a\n");
        const auto bytes = [](std::string_view) {
          return Result<std::optional<std::string>>(std::optional<std::string>("new\n"));
        };
        History history(setting);
        ASSERT_TRUE(history.append("remember", "a.md", bytes).ok());
        ASSERT_TRUE(history.append("remember", "b.md", bytes).ok());
        put(setting, "c.toml", "1");
        ASSERT_TRUE(history
                        .replace("remember", "c.toml",
                                 [](std::string_view) {
                                   return Result<std::optional<std::string>>(
                                       std::optional<std::string>("2"));
                                 })
                        .ok());
        if (back) {
          ASSERT_TRUE(done(undo(setting)));
        }
        fault.die_at(call, 5);
        const auto answer = back ? redo(setting) : undo(setting);
        const bool in_part =
            !answer.ok() &&
            answer.error().hint.find("one of its files is changed") != std::string::npos;
        if (in_part) {
          ++said_so;
          EXPECT_EQ(disk->read(back ? "/a.md" : "/c.toml", kAll).value(), back ? "a\nnew\n" : "1");
        }
        died = fault.dead();
      }
      Setting after{.files = nullptr,
                    .root = fs::Root::open(*disk, "/").value(),
                    .clock = base::ManualClock::make(UnixMillis{0}, "UTC").value()};
      ASSERT_TRUE(after.root.recover().ok());
      finish_undo(after);
      const bool there = content(after, "a.md") == "a\nnew\n";
      EXPECT_EQ(content(after, "a.md"), there ? "a\nnew\n" : "a\n");
      EXPECT_EQ(content(after, "b.md"), there ? "new\n" : "");
      EXPECT_EQ(content(after, "c.toml"), there ? "2" : "1");
      ASSERT_TRUE(done(there ? undo(after) : redo(after)));
      EXPECT_EQ(content(after, "a.md"), there ? "a\n" : "a\nnew\n");
      EXPECT_EQ(content(after, "b.md"), there ? "" : "new\n");
      EXPECT_EQ(content(after, "c.toml"), there ? "1" : "2");
      EXPECT_FALSE(done(there ? undo(after) : redo(after)));
      if (!died) break;
    }
    EXPECT_GT(said_so, 0) << "who stops between two files says so";
  }
}

TEST(UndoCrash, AFailureAtAnyCallLeavesBeforeOrAfter) {
  for (std::uint64_t call = 1;; ++call) {
    SCOPED_TRACE(call);
    const auto disk = fs::make_memory_file_system();
    auto faults = std::make_unique<fs::FaultFileSystem>(*disk);
    fs::FaultFileSystem& fault = *faults;
    const Setting setting = setting_on(std::move(faults));
    put(setting, "a.md", "a\n");
    append(setting, "a.md", "new\n");
    fault.fail_at(call, Error{ErrorCode::Io, "no space left"});
    const auto answer = undo(setting);
    const std::uint64_t calls = fault.calls();
    fault.fail_at(0, Error{});
    const std::string now = content(setting, "a.md");
    if (done(answer)) {
      EXPECT_EQ(now, "a\n");
    } else if (now != "a\n") {
      EXPECT_EQ(now, "a\nnew\n");
      EXPECT_TRUE(done(undo(setting))) << "nothing stands in the way of another try";
    }
    if (call > calls) break;
  }
}

TEST(UndoConcurrency, AppendsBesideAnUndoAreNotLost) {
  const fs::TemporaryDirectory directory;
  constexpr int kEach = 30;
  const auto write = [&](const std::string& who) {
    const Setting setting = setting_on(fs::make_real_file_system(), directory.path());
    for (int i = 0; i < kEach; ++i) append(setting, "a.md", who + std::to_string(i) + ".\n");
  };
  {
    const Setting setting = setting_on(fs::make_real_file_system(), directory.path());
    put(setting, "a.md", "start\n");
    for (int i = 0; i < kEach; ++i) append(setting, "a.md", "u" + std::to_string(i) + ".\n");
  }
  std::thread first(write, "x"), second(write, "y");
  const Setting setting = setting_on(fs::make_real_file_system(), directory.path());
  for (int i = 1; i <= kEach; ++i) {
    const auto answer = undo(setting, std::to_string(i));
    EXPECT_TRUE(done(answer)) << (answer.ok() ? answer.value().reason : answer.error().message);
  }
  first.join();
  second.join();
  const std::string text = content(setting, "a.md");
  EXPECT_TRUE(text.starts_with("start\n"));
  EXPECT_EQ(text.find('u'), std::string::npos);
  for (int i = 0; i < kEach; ++i) {
    EXPECT_NE(text.find("\nx" + std::to_string(i) + ".\n"), std::string::npos);
    EXPECT_NE(text.find("\ny" + std::to_string(i) + ".\n"), std::string::npos);
  }
}

}  // namespace
}  // namespace nacre::memory
