#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "fs/fault_file_system.h"
#include "fs/intent.h"
#include "fs/root.h"
#include "fs/target.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

Root::Compose line(const std::string& text) {
  return
      [text](std::string_view) { return Result<std::optional<std::string>>(std::optional(text)); };
}

std::string content(FileSystem& files, const std::string& path) {
  const auto read = files.read(path, kAll);
  return read.ok() ? read.value() : "<missing>";
}

// What interrupted writers have left.
std::size_t leftovers(FileSystem& files) {
  const auto entries = files.list("/.nacre/intents");
  return entries.ok() ? entries.value().size() : 0;
}

class WriteTest : public ::testing::Test {
 protected:
  std::unique_ptr<FileSystem> files_ = make_memory_file_system();
  Root root_ = Root::open(*files_, "/").value();
};

TEST_F(WriteTest, AppendsToWhatIsThere) {
  const auto first = root_.append("memory/a.md", line("one\n"));
  ASSERT_TRUE(first.ok());
  EXPECT_TRUE(first.value()->created);
  EXPECT_EQ(first.value()->offset, 0U);
  const auto second = root_.append("memory/a.md", [](std::string_view present) {
    EXPECT_EQ(present, "one\n");
    return Result<std::optional<std::string>>(std::optional<std::string>("two\n"));
  });
  EXPECT_FALSE(second.value()->created);
  EXPECT_EQ(second.value()->offset, 4U);
  EXPECT_EQ(content(*files_, "/memory/a.md"), "one\ntwo\n");
}

TEST_F(WriteTest, LeavesNoFileWhenThereIsNothingToWrite) {
  const auto nothing = root_.append(
      "a.md", [](std::string_view) { return Result<std::optional<std::string>>(std::nullopt); });
  EXPECT_FALSE(nothing.value().has_value());
  const auto failed = root_.append("a.md", [](std::string_view) {
    return Result<std::optional<std::string>>(Error{ErrorCode::InvalidArgument, "no"});
  });
  EXPECT_EQ(failed.error().message, "no");
  EXPECT_EQ(content(*files_, "/a.md"), "<missing>");
}

TEST_F(WriteTest, ReplacesAndSaysWhetherAnythingChanged) {
  ASSERT_TRUE(root_.create("a.md", "one").value());
  const auto upper = [](std::string_view present) {
    return Result<std::optional<std::string>>(std::optional(std::string(present.size(), 'X')));
  };
  EXPECT_TRUE(root_.replace("a.md", upper).value());
  EXPECT_FALSE(root_.replace("a.md", upper).value());
  EXPECT_EQ(content(*files_, "/a.md"), "XXX");
}

TEST_F(WriteTest, CreatesOnlyWhatIsNotThere) {
  EXPECT_TRUE(root_.create("d/a.md", "one").value());
  EXPECT_FALSE(root_.create("d/a.md", "two").value());
  EXPECT_TRUE(root_.create("d/empty.md", "").value());
  EXPECT_FALSE(root_.create("d/empty.md", "text").value());
  EXPECT_EQ(content(*files_, "/d/a.md"), "one");
  EXPECT_EQ(content(*files_, "/d/empty.md"), "");
}

TEST_F(WriteTest, RemovesWhatItIsToldTo) {
  ASSERT_TRUE(root_.create("d/a.md", "one").value());
  const auto say = [](bool yes) { return [yes](std::string_view) { return Result<bool>(yes); }; };
  EXPECT_FALSE(root_.remove("d/a.md", say(false)).value());
  EXPECT_EQ(content(*files_, "/d/a.md"), "one");
  EXPECT_TRUE(root_.remove("d/a.md", say(true)).value());
  EXPECT_EQ(content(*files_, "/d/a.md"), "<missing>");
  EXPECT_FALSE(root_.remove("d/a.md", say(true)).value()) << "there is none";
  EXPECT_EQ(content(*files_, "/d/a.md"), "<missing>") << "and asking makes none";
  const auto failed = [](std::string_view) {
    return Result<bool>(Error{ErrorCode::Conflict, "no"});
  };
  ASSERT_TRUE(root_.create("b.md", "two").value());
  EXPECT_EQ(root_.remove("b.md", failed).error().message, "no");
  EXPECT_EQ(content(*files_, "/b.md"), "two");
}

TEST_F(WriteTest, DoesNotRemoveWhatAnotherProgramHasJustWritten) {
  ASSERT_TRUE(root_.create("a.md", "one").value());
  const auto removed = root_.remove("a.md", [&](std::string_view) -> Result<bool> {
    EXPECT_TRUE(files_->remove("/a.md").ok());
    EXPECT_TRUE(files_->write_new("/a.md", "theirs", false).ok());
    return true;
  });
  EXPECT_EQ(removed.error().code, ErrorCode::Conflict);
  EXPECT_EQ(content(*files_, "/a.md"), "theirs");
}

TEST_F(WriteTest, AReplaceThatAnotherProgramOvertookIsTriedAgain) {
  ASSERT_TRUE(root_.create("a.md", "one").value());
  int calls = 0;
  const auto edit = [&](std::string_view present) {
    // An editor saves in the middle of the first attempt.
    if (++calls == 1) {
      EXPECT_TRUE(files_->write_new("/new", "foreign", true).ok());
      EXPECT_TRUE(files_->rename("/new", "/a.md").ok());
    }
    return Result<std::optional<std::string>>(std::optional(std::string(present) + "+"));
  };
  EXPECT_TRUE(root_.replace("a.md", edit).value());
  EXPECT_EQ(content(*files_, "/a.md"), "foreign+");
  EXPECT_EQ(calls, 2);
}

TEST_F(WriteTest, AReplaceThatIsAlwaysOvertakenIsAConflict) {
  ASSERT_TRUE(root_.create("a.md", "one").value());
  int calls = 0;
  const auto edit = [&](std::string_view) {
    EXPECT_TRUE(files_->write_new("/new", "foreign" + std::to_string(++calls), true).ok());
    EXPECT_TRUE(files_->rename("/new", "/a.md").ok());
    return Result<std::optional<std::string>>(std::optional<std::string>("mine"));
  };
  EXPECT_EQ(root_.replace("a.md", edit, 2).error().code, ErrorCode::Conflict);
  EXPECT_EQ(content(*files_, "/a.md"), "foreign2");
}

TEST_F(WriteTest, RefusesAFileThatIsTooLongToBeReadWhole) {
  ASSERT_TRUE(files_->write_new("/a.md", std::string(kWritableBytesMax + 1, 'x'), false).ok());
  EXPECT_EQ(root_.append("a.md", line("y")).error().code, ErrorCode::ResourceExhausted);
}

// The protocol under a fault at each of its calls.
struct Outcome {
  bool acknowledged = false;
  std::uint64_t calls = 0;
};

template <typename Action>
Outcome run_with(FileSystem& files, std::uint64_t at, bool death, std::size_t torn, Action action) {
  FaultFileSystem faulty(files);
  Root root = Root::open(faulty, "/").value();
  if (death) {
    faulty.die_at(at, torn);
  } else {
    faulty.fail_at(at, Error{ErrorCode::Io, "injected"}, torn);
  }
  const bool acknowledged = action(root);
  return {acknowledged, faulty.calls()};
}

bool append_two(const Root& root) {
  return root.append("d/a.md", line("two\n")).ok();
}

// A fault that is never reached: the run just counts the calls.
std::uint64_t calls_of_append(bool fresh) {
  const auto files = make_memory_file_system();
  const Root root = Root::open(*files, "/").value();
  if (!fresh) {
    EXPECT_TRUE(root.append("d/a.md", line("one\n")).ok());
  }
  return run_with(*files, 1000, true, 0, append_two).calls;
}

TEST(AppendCrash, ADeathAtAnyCallLeavesAWholeFileAndLosesNothingAcknowledged) {
  for (const bool fresh : {false, true}) {
    const std::string before = fresh ? "" : "one\n";
    const std::uint64_t calls = calls_of_append(fresh);
    ASSERT_GE(calls, 8U);
    for (std::uint64_t at = 1; at <= calls; ++at) {
      for (const std::size_t torn : {0U, 1U, 3U, 50U, 400U}) {
        SCOPED_TRACE(testing::Message() << "fresh " << fresh << " call " << at << " torn " << torn);
        const auto files = make_memory_file_system();
        const Root root = Root::open(*files, "/").value();
        if (!fresh) {
          ASSERT_TRUE(root.append("d/a.md", line("one\n")).ok());
        }
        const Outcome run = run_with(*files, at, true, torn, append_two);

        // The next writer comes straight after, or recovery does.
        const bool by_writer = torn % 2 == 0;
        if (!by_writer) {
          ASSERT_TRUE(root.recover().ok());
        }
        ASSERT_TRUE(root.append("d/a.md", line("three\n")).ok());
        const std::string found = content(*files, "/d/a.md");
        const bool complete = found == before + "two\nthree\n";
        ASSERT_TRUE(complete || (!run.acknowledged && found == before + "three\n")) << found;

        ASSERT_TRUE(root.recover().ok());
        ASSERT_TRUE(root.recover().value().empty());
        ASSERT_EQ(leftovers(*files), 0U);
        ASSERT_EQ(content(*files, "/d/a.md"), found);
      }
    }
  }
}

TEST(AppendFault, AFailureAtAnyCallIsToldAndUndone) {
  const std::uint64_t calls = calls_of_append(false);
  for (std::uint64_t at = 1; at <= calls; ++at) {
    for (const std::size_t torn : {0U, 2U}) {
      SCOPED_TRACE(testing::Message() << "call " << at << " torn " << torn);
      const auto files = make_memory_file_system();
      const Root root = Root::open(*files, "/").value();
      ASSERT_TRUE(root.append("d/a.md", line("one\n")).ok());
      const Outcome run = run_with(*files, at, false, torn, append_two);
      ASSERT_EQ(content(*files, "/d/a.md"), run.acknowledged ? "one\ntwo\n" : "one\n");
      ASSERT_TRUE(root.append("d/a.md", line("three\n")).ok());
      ASSERT_EQ(content(*files, "/d/a.md"),
                run.acknowledged ? "one\ntwo\nthree\n" : "one\nthree\n");
    }
  }
}

TEST(ReplaceCrash, ADeathAtAnyCallLeavesTheOldOrTheNewFile) {
  const auto edit = [](const Root& root) {
    return root
        .replace("d/a.md",
                 [](std::string_view) {
                   return Result<std::optional<std::string>>(std::optional<std::string>("new"));
                 })
        .ok();
  };
  bool finished = false;
  for (std::uint64_t at = 1; !finished; ++at) {
    ASSERT_LT(at, 100U);
    for (const std::size_t torn : {0U, 2U}) {
      SCOPED_TRACE(testing::Message() << "call " << at << " torn " << torn);
      const auto files = make_memory_file_system();
      const Root root = Root::open(*files, "/").value();
      ASSERT_TRUE(root.create("d/a.md", "old").value());
      const Outcome run = run_with(*files, at, true, torn, edit);
      const std::string found = content(*files, "/d/a.md");
      ASSERT_TRUE(found == "new" || (found == "old" && !run.acknowledged)) << found;
      ASSERT_TRUE(root.recover().ok());
      ASSERT_EQ(leftovers(*files), 0U);
      ASSERT_EQ(content(*files, "/d/a.md"), found);
      finished = run.acknowledged && run.calls < at;
    }
  }
}

TEST_F(WriteTest, RecoveryTellsWhatItDid) {
  ASSERT_TRUE(root_.create("a.md", "one\n").value());
  const Intent intent = make_intent("a.md", "one\n", "two\n");
  ASSERT_TRUE(files_->make_directory("/.nacre/intents").ok());
  ASSERT_TRUE(files_->write_new("/.nacre/intents/" + intent_name("b.md"), "garbage", true).ok());
  ASSERT_TRUE(
      files_->write_new("/.nacre/intents/" + intent_name("a.md"), encode_intent(intent), true)
          .ok());
  ASSERT_TRUE(files_->write_new("/.nacre/intents/" + temp_name("c.md"), "half", true).ok());
  EXPECT_EQ(root_.recover().value().size(), 2U);
  EXPECT_EQ(content(*files_, "/a.md"), "one\ntwo\n");
  EXPECT_TRUE(files_->list("/.nacre/intents").value().empty());
}

TEST_F(WriteTest, RecoveryLeavesALivingWritersFilesAlone) {
  ASSERT_TRUE(root_.create("a.md", "one\n").value());
  ASSERT_TRUE(files_->make_directory("/.nacre/intents").ok());
  const auto held = files_->lock("/.nacre/intents/" + temp_name("a.md"), true, 0);
  ASSERT_TRUE(held.ok());
  EXPECT_TRUE(root_.recover().value().empty());
  EXPECT_EQ(content(*files_, "/.nacre/intents/" + temp_name("a.md")), "");
}

TEST_F(WriteTest, AnIntentNeverTouchesWhatAnotherProgramWrote) {
  ASSERT_TRUE(root_.create("a.md", "one\nedited by hand\n").value());
  const Intent intent = make_intent("a.md", "one\n", "two\n");
  const std::string record = "/.nacre/intents/" + intent_name("a.md");
  ASSERT_TRUE(files_->make_directory("/.nacre/intents").ok());
  ASSERT_TRUE(files_->write_new(record, encode_intent(intent), true).ok());
  EXPECT_EQ(root_.recover().value().size(), 1U);
  EXPECT_EQ(content(*files_, "/a.md"), "one\nedited by hand\n");
}

TEST_F(WriteTest, AnIntentDoesNotBringADeletedFileBack) {
  const Intent intent = make_intent("gone.md", "one\n", "two\n");
  ASSERT_TRUE(files_->make_directory("/.nacre/intents").ok());
  const std::string record = "/.nacre/intents/" + intent_name("gone.md");
  ASSERT_TRUE(files_->write_new(record, encode_intent(intent), true).ok());
  EXPECT_TRUE(root_.recover().value().empty());
  EXPECT_EQ(content(*files_, "/gone.md"), "<missing>");
  EXPECT_EQ(content(*files_, record), "<missing>");
}

// Denies everything below .nacre, as a state directory of another user does.
class ReadOnlyState final : public FileSystem {
 public:
  explicit ReadOnlyState(FileSystem& inner) : inner_(inner) {}
  Result<Stat> stat(std::string_view path, bool follow) override {
    return inner_.stat(path, follow);
  }
  Result<std::string> read(std::string_view path, std::uint64_t most) override {
    return inner_.read(path, most);
  }
  Result<std::vector<DirectoryEntry>> list(std::string_view path) override {
    return inner_.list(path);
  }
  Status make_directory(std::string_view path) override {
    if (state(path)) return denied();
    return inner_.make_directory(path);
  }
  Result<std::unique_ptr<LockedFile>> lock(std::string_view path, bool create, int wait) override {
    if (state(path)) return denied();
    return inner_.lock(path, create, wait);
  }
  Result<std::unique_ptr<LockedFile>> write_new(std::string_view path, std::string_view bytes,
                                                bool sync) override {
    if (state(path)) return denied();
    return inner_.write_new(path, bytes, sync);
  }
  Status rename(std::string_view from, std::string_view to) override {
    return inner_.rename(from, to);
  }
  Status remove(std::string_view path) override { return inner_.remove(path); }
  Status sync_directory(std::string_view path) override { return inner_.sync_directory(path); }
  Status copy_rights(std::string_view from, std::string_view to) override {
    return inner_.copy_rights(from, to);
  }
  Result<std::string> real_path(std::string_view path) override { return inner_.real_path(path); }

 private:
  static bool state(std::string_view path) { return path.starts_with("/.nacre"); }
  static Error denied() { return Error{ErrorCode::PermissionDenied, "Permission denied"}; }
  FileSystem& inner_;
};

TEST(WriteWithoutState, AppendsAndReplacesByATempFileBeside) {
  const auto files = make_memory_file_system();
  ReadOnlyState denying(*files);
  const Root root = Root::open(denying, "/").value();
  ASSERT_TRUE(root.append("d/a.md", line("one\n")).ok());
  ASSERT_TRUE(root.append("d/a.md", line("two\n")).ok());
  EXPECT_EQ(content(*files, "/d/a.md"), "one\ntwo\n");
  EXPECT_EQ(files->list("/d").value().size(), 1U);
}

TEST(WriteOnDisk, AReplaceKeepsTheModeAndALinksTarget) {
  const TemporaryDirectory directory;
  const auto files = make_real_file_system();
  const Root root = Root::open(*files, directory.path()).value();
  std::ofstream(directory / "a.md") << "one\n";
  ASSERT_EQ(::chmod((directory / "a.md").c_str(), 0600), 0);
  std::filesystem::create_symlink("a.md", directory / "link.md");
  ASSERT_TRUE(root.replace("link.md",
                           [](std::string_view present) {
                             return Result<std::optional<std::string>>(
                                 std::optional(std::string(present) + "two\n"));
                           })
                  .value());
  EXPECT_EQ(content(*files, directory / "a.md"), "one\ntwo\n");
  EXPECT_EQ(files->stat(directory / "a.md", false).value().mode, 0600U);
  EXPECT_EQ(files->stat(directory / "link.md", false).value().kind, FileKind::Symlink);
}

}  // namespace
}  // namespace nacre::fs
