#include "fs/watch.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

using Kind = WatchEvent::Kind;
constexpr int kDeadlineMs = 10'000;
constexpr int kNoNamespace = 77;

class WatchTest : public ::testing::Test {
 protected:
  WatchTest() {
    options_.enter = [](std::string_view path) { return !path.ends_with("skip"); };
    options_.want = [](std::string_view path) { return path.ends_with(".md"); };
  }

  void write(const std::string& name, const std::string& text = "text") {
    const std::filesystem::path path = directory_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::app) << text;
  }
  void open() { watch_ = open_watch(*files_, directory_.path(), options_).value(); }

  // All that has come, until it holds `wanted`.
  bool comes(const WatchEvent& wanted) {
    for (;;) {
      if (std::find(seen_.begin(), seen_.end(), wanted) != seen_.end()) return true;
      pollfd waited{.fd = watch_->descriptor(), .events = POLLIN, .revents = 0};
      if (::poll(&waited, 1, kDeadlineMs) <= 0) return false;
      const auto events = watch_->take(0).value();
      seen_.insert(seen_.end(), events.begin(), events.end());
    }
  }
  bool has_seen(std::string_view path) const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const WatchEvent& event) { return event.path.find(path) == 0; });
  }

  // How many directories the kernel watches for us.
  std::size_t watched_directories() const {
    std::ifstream info("/proc/self/fdinfo/" + std::to_string(watch_->descriptor()));
    std::size_t count = 0;
    for (std::string line; std::getline(info, line);) {
      count += line.starts_with("inotify wd:") ? 1U : 0U;
    }
    return count;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  WatchOptions options_;
  std::unique_ptr<Watch> watch_;
  std::vector<WatchEvent> seen_;
};

TEST_F(WatchTest, TellsOfWritesRemovalsAndMoves) {
  write("a.md");
  write("deep/er/b.md");
  open();
  EXPECT_TRUE(watch_->take(0).value().empty());
  EXPECT_EQ(watch_->due_in_ms(0), std::nullopt);
  write("a.md");
  EXPECT_TRUE(comes({Kind::Changed, "a.md"}));
  std::filesystem::rename(directory_ / "deep/er/b.md", directory_ / "c.md");
  EXPECT_TRUE(comes({Kind::Changed, "c.md"}));
  EXPECT_TRUE(comes({Kind::Removed, "deep/er/b.md"}));
  std::filesystem::remove(directory_ / "c.md");
  EXPECT_TRUE(comes({Kind::Removed, "c.md"}));
}

TEST_F(WatchTest, TellsOfAWriterThatNeverCloses) {
  write("log.md");
  open();
  std::ofstream log(directory_ / "log.md", std::ios::app);
  log << "a line" << std::flush;
  EXPECT_TRUE(comes({Kind::Changed, "log.md"}));
}

TEST_F(WatchTest, FindsWhatWasInADirectoryBeforeItWasWatched) {
  open();
  for (int i = 0; i < 50; ++i) {
    const std::string name = "new" + std::to_string(i) + "/x/y/a.md";
    write(name);
    ASSERT_TRUE(comes({Kind::Changed, name})) << name;
  }
  write("new7/x/y/b.md");
  EXPECT_TRUE(comes({Kind::Changed, "new7/x/y/b.md"}));
  EXPECT_EQ(watched_directories(), 151U);
}

TEST_F(WatchTest, FollowsADirectoryThatMoves) {
  write("old/x/a.md");
  open();
  std::filesystem::rename(directory_ / "old", directory_ / "new");
  EXPECT_TRUE(comes({Kind::Removed, "old"}));
  EXPECT_TRUE(comes({Kind::Changed, "new/x/a.md"}));
  seen_.clear();
  write("new/x/a.md");
  EXPECT_TRUE(comes({Kind::Changed, "new/x/a.md"}));
  EXPECT_FALSE(has_seen("old"));
  EXPECT_EQ(watched_directories(), 3U);
}

TEST_F(WatchTest, KeepsUpWithDirectoriesThatComeAndGo) {
  open();
  for (int i = 0; i < 20; ++i) {
    write("here/deep/a.md");
    std::filesystem::remove_all(directory_ / "here");
  }
  write("here/deep/b.md");
  EXPECT_TRUE(comes({Kind::Changed, "here/deep/b.md"}));
  seen_.clear();
  write("here/deep/last.md");
  EXPECT_TRUE(comes({Kind::Changed, "here/deep/last.md"}));
  EXPECT_EQ(watched_directories(), 3U);
}

TEST_F(WatchTest, OpensNoDirectoryThatTheWalkWouldNot) {
  write("skip/deep/a.md");
  write("kept/a.md");
  write("kept/skip/b.md");
  open();
  EXPECT_EQ(watched_directories(), 2U);
  write("skip/deep/b.md");
  write("other/skip/deep/c.md");
  write("kept/a.txt");
  write("kept/end.md");
  EXPECT_TRUE(comes({Kind::Changed, "kept/end.md"}));
  EXPECT_TRUE(watch_->take(0).value().empty());
  EXPECT_EQ(seen_, (std::vector<WatchEvent>{{Kind::Changed, "kept/end.md"}}));
  EXPECT_EQ(watched_directories(), 3U);
}

TEST_F(WatchTest, DoesNotFollowLinks) {
  write("real/a.md");
  std::filesystem::create_directory_symlink("real", directory_ / "link");
  open();
  std::filesystem::create_directory_symlink("..", directory_ / "real/up");
  write("real/b.md");
  EXPECT_TRUE(comes({Kind::Changed, "real/b.md"}));
  EXPECT_FALSE(has_seen("link"));
  EXPECT_EQ(watched_directories(), 2U);
}

TEST_F(WatchTest, SaysWhenTheQueueOfTheSystemRanOver) {
  std::size_t queue_max = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> queue_max;
  if (queue_max == 0 || queue_max > 100'000) GTEST_SKIP() << "the queue is too long to fill";
  write("a.md");
  write("b.md");
  open();
  // Two in turn, since equal neighbours in the queue are one.
  std::ofstream a(directory_ / "a.md"), b(directory_ / "b.md");
  for (std::size_t i = 0; i < queue_max; ++i) (i % 2 == 0 ? a : b) << 'x' << std::flush;
  EXPECT_TRUE(comes({Kind::Overflow, ""}));
  seen_.clear();
  write("new/c.md");
  EXPECT_TRUE(comes({Kind::Changed, "new/c.md"}));
}

TEST_F(WatchTest, EndsWithItsDirectory) {
  std::filesystem::create_directory(directory_ / "root");
  watch_ = open_watch(*files_, directory_ / "root", options_).value();
  std::filesystem::remove(directory_ / "root");
  const auto events = watch_->take(0);
  ASSERT_FALSE(events.ok());
  EXPECT_EQ(events.error().code, ErrorCode::NotFound);
  EXPECT_EQ(open_watch(*files_, directory_ / "none", options_).error().code, ErrorCode::NotFound);
}

// The limits of a user namespace of one's own; -1 where one may not have one.
int with_inotify_limit(const char* limit, int count, const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    const bool limited = ::unshare(CLONE_NEWUSER) == 0 && [&] {
      std::ofstream file(std::string("/proc/sys/user/") + limit);
      return static_cast<bool>(file << count << std::flush);
    }();
    ::_exit(limited ? body() : kNoNamespace);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status)) return 1;
  return WEXITSTATUS(status) == kNoNamespace ? -1 : WEXITSTATUS(status);
}

TEST_F(WatchTest, LooksInsteadWhereTheSystemHasNoInstanceLeft) {
  write("a.md");
  const int failed = with_inotify_limit("max_inotify_instances", 0, [this] {
    open();
    if (watch_->descriptor() != -1 || watch_->polling_because().empty()) return 1;
    write("a.md");
    return watch_->take(1).value().size() == 1 ? 0 : 2;
  });
  if (failed < 0) GTEST_SKIP() << "user namespaces are not allowed here";
  EXPECT_EQ(failed, 0);
}

TEST_F(WatchTest, LooksFromThenOnWhenTheWatchesRunOut) {
  write("a.md");
  const int failed = with_inotify_limit("max_inotify_watches", 2, [this] {
    open();
    if (watch_->descriptor() == -1) return 1;
    write("one/a.md");
    write("two/a.md");
    if (!comes({Kind::Overflow, ""})) return 2;
    if (watch_->descriptor() != -1) return 3;
    write("two/b.md");
    const auto events = watch_->take(10'000).value();
    return events == std::vector<WatchEvent>{{Kind::Changed, "two/b.md"}} ? 0 : 4;
  });
  if (failed < 0) GTEST_SKIP() << "user namespaces are not allowed here";
  EXPECT_EQ(failed, 0);
}

class PollingWatchTest : public ::testing::Test {
 protected:
  void open() {
    options_.polling = true;
    options_.poll_ms = 100;
    options_.enter = [](std::string_view path) { return path != "skip"; };
    options_.want = [](std::string_view path) { return path.ends_with(".md"); };
    watch_ = open_watch(*files_, "/", options_).value();
  }
  void write(std::string_view path, std::string_view bytes) {
    static_cast<void>(files_->remove(path));
    ASSERT_TRUE(files_->write_new(path, bytes, false).ok());
  }

  std::unique_ptr<FileSystem> files_ = make_memory_file_system();
  WatchOptions options_;
  std::unique_ptr<Watch> watch_;
};

TEST_F(PollingWatchTest, SeesChangesAtTheNextLook) {
  ASSERT_TRUE(files_->make_directory("/memory").ok());
  ASSERT_TRUE(files_->make_directory("/skip").ok());
  write("/memory/a.md", "one");
  open();
  EXPECT_EQ(watch_->descriptor(), -1);
  EXPECT_EQ(watch_->polling_because(), "asked to");
  EXPECT_EQ(watch_->due_in_ms(1000), 0);
  EXPECT_TRUE(watch_->take(1000).value().empty());
  EXPECT_EQ(watch_->due_in_ms(1040), 60);

  write("/memory/a.md", "longer");
  write("/memory/b.md", "new");
  write("/memory/b.txt", "new");
  write("/skip/c.md", "new");
  EXPECT_TRUE(watch_->take(1099).value().empty());
  EXPECT_EQ(watch_->take(1100).value(), (std::vector<WatchEvent>{{Kind::Changed, "memory/a.md"},
                                                                 {Kind::Changed, "memory/b.md"}}));
  EXPECT_TRUE(watch_->take(1200).value().empty());
}

TEST_F(PollingWatchTest, ARemovalIsAnOverflow) {
  write("/a.md", "one");
  write("/b.md", "two");
  open();
  ASSERT_TRUE(files_->remove("/a.md").ok());
  write("/b.md", "three");
  EXPECT_EQ(watch_->take(1000).value(), (std::vector<WatchEvent>{{Kind::Overflow, ""}}));
  EXPECT_TRUE(watch_->take(2000).value().empty());
}

}  // namespace
}  // namespace nacre::fs
