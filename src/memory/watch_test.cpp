#include "nacre/watch.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

#include "fs/descriptor.h"
#include "fs/temporary_directory.h"
#include "nacre/memory.h"

namespace nacre {
namespace {

using Kind = WatchReport::Kind;

// Plays one step for each report and ends after the last one.
class MemoryWatchTest : public ::testing::Test {
 protected:
  MemoryWatchTest() { config(""); }

  void config(const std::string& more) {
    write(".nacre/config.toml", "[watch]\ndebounce_ms = 10\ndelay_max_ms = 40\n" + more);
  }
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = directory_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::unique_ptr<Memory> open() const {
    return Memory::open({.workspace = directory_.path(), .ignore_environment = true}).value();
  }
  bool finds(const std::string& word) const {
    return !open()->recall({.query = word}).value().results.empty();
  }
  void stop() const { ASSERT_EQ(::eventfd_write(stop_.get(), 1), 0); }

  Status play(const std::vector<std::function<void(const WatchReport&)>>& steps) {
    const auto memory = open();
    std::size_t next = 0;
    return memory->watch({.stop_descriptor = stop_.get()}, [&](const WatchReport& report) {
      reports_.push_back(report);
      if (next < steps.size()) steps[next++](report);
      if (next == steps.size()) stop();
    });
  }

  fs::TemporaryDirectory directory_;
  fs::Descriptor stop_{::eventfd(0, EFD_CLOEXEC)};
  std::vector<WatchReport> reports_;
};

TEST_F(MemoryWatchTest, IndexesAllBeforeItIsReadyAndFollowsThen) {
  write("memory/a.md", "the violet kettle\n");
  ASSERT_TRUE(play({[&](const WatchReport& report) {
                      EXPECT_EQ(report.kind, Kind::Ready);
                      EXPECT_EQ(report.index.added, 1U);
                      EXPECT_TRUE(finds("kettle"));
                      write("memory/a.md", "the green teapot\n");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.kind, Kind::Synced);
                      EXPECT_EQ(report.paths, std::vector<std::string>{"memory/a.md"});
                      EXPECT_EQ(report.index.updated, 1U);
                      EXPECT_TRUE(finds("teapot"));
                      EXPECT_FALSE(finds("kettle"));
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, RecognisesAMovedDirectoryByItsContent) {
  write("memory/old/a.md", "the violet kettle\n");
  write("memory/old/b.md", "the green teapot\n");
  ASSERT_TRUE(play({[&](const WatchReport&) {
                      std::filesystem::rename(directory_ / "memory/old", directory_ / "memory/new");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.moved, 2U);
                      EXPECT_EQ(report.index.added + report.index.removed, 0U);
                      EXPECT_TRUE(finds("teapot"));
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, IgnoresWhatTheIgnoreFileSaysFromNowOn) {
  write("memory/a.md", "the violet kettle\n");
  write("memory/b.md", "the green teapot\n");
  write("memory/c.md", "the red pot\n");
  ASSERT_TRUE(play({[&](const WatchReport&) { write(".nacreignore", "memory/a.md\n"); },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.removed, 1U);
                      EXPECT_TRUE(report.all);
                      EXPECT_FALSE(finds("kettle"));
                      std::filesystem::remove(directory_ / ".nacreignore");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.added, 1U);
                      EXPECT_TRUE(finds("kettle"));
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, NamesNoDirectoryBesideAllNotesThatMoved) {
  write("memory/a.md", "the violet kettle\n");
  write("memory/b.md", "the green teapot\n");
  ASSERT_TRUE(play({[&](const WatchReport&) {
                      const auto memory = directory_.path() + "/memory";
                      std::filesystem::create_directory(memory + "/archive");
                      std::filesystem::rename(memory + "/a.md", memory + "/archive/a.md");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.moved, 1U);
                      EXPECT_FALSE(report.paths.empty());
                      for (const std::string& path : report.paths) {
                        EXPECT_TRUE(path.ends_with(".md")) << path;
                      }
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, GoesByTheConfigurationAsItIsNow) {
  write("memory/a.md", "the violet kettle\n");
  write("memory/b.md", "the green teapot\n");
  write("memory/c.md", "the red pot\n");
  ASSERT_TRUE(play({[&](const WatchReport&) {
                      write(".nacre/config.toml", "index.ignore = [\"memory/a.md\"]\n");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.removed, 1U);
                      EXPECT_FALSE(finds("kettle"));
                      write(".nacre/config.toml", "index.ignore = [\n");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.kind, Kind::Warning);
                      EXPECT_NE(report.reason.find("config.toml"), std::string::npos);
                      write(".nacre/config.toml", "");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.added, 1U);
                      EXPECT_TRUE(finds("kettle"));
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, FollowsAnExtraPathThatWasAway) {
  const fs::TemporaryDirectory elsewhere;
  const std::string stick = elsewhere / "stick", away = elsewhere / "away";
  std::filesystem::create_directory(stick);
  std::ofstream(stick + "/a.md") << "the violet kettle\n";
  config("poll_ms = 20\n[index]\nextra_paths = [\"" + stick + "\"]\n");
  write("memory/b.md", "the green teapot\n");
  ASSERT_TRUE(play({[&](const WatchReport& report) {
                      EXPECT_EQ(report.index.added, 2U);
                      std::filesystem::rename(stick, away);
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.kind, Kind::Warning);
                      std::ofstream(away + "/c.md") << "the red pot\n";
                      std::filesystem::rename(away, stick);
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.added, 1U);
                      EXPECT_TRUE(finds("pot"));
                      // Not before it is watched again, but then without any other change.
                      std::ofstream(stick + "/d.md") << "the grey pan\n";
                    },
                    [&](const WatchReport&) { EXPECT_TRUE(finds("pan")); }})
                  .ok());
  EXPECT_TRUE(finds("kettle"));
}

TEST_F(MemoryWatchTest, ManyChangesAreOneComparison) {
  config("paths_max = 5\n");
  write("memory/a.md", "the violet kettle\n");
  ASSERT_TRUE(play({[&](const WatchReport&) {
                      for (int i = 0; i < 20; ++i) {
                        write("memory/new" + std::to_string(i) + ".md", "the green teapot\n");
                      }
                    },
                    [&](const WatchReport& report) {
                      EXPECT_TRUE(report.all);
                      EXPECT_EQ(report.paths, std::vector<std::string>{});
                      EXPECT_EQ(report.index.added, 20U);
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, RebuildsAnIndexThatIsTakenAway) {
  write("memory/a.md", "the violet kettle\n");
  write("memory/b.md", "the green teapot\n");
  ASSERT_TRUE(play({[&](const WatchReport&) {
                      std::filesystem::remove_all(directory_ / ".nacre/cache");
                      write("memory/a.md", "the violet pan\n");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.added, 2U);
                      EXPECT_TRUE(finds("teapot"));
                    }})
                  .ok());
}

TEST_F(MemoryWatchTest, LooksWhereItIsAskedTo) {
  config("polling = true\npoll_ms = 10\n");
  write("memory/a.md", "the violet kettle\n");
  write("memory/b.md", "the green teapot\n");
  ASSERT_TRUE(play({[&](const WatchReport& report) {
                      EXPECT_TRUE(report.polling);
                      write("memory/a.md", "the violet frying pan\n");
                    },
                    [&](const WatchReport& report) {
                      EXPECT_EQ(report.index.updated, 1U);
                      std::filesystem::remove(directory_ / "memory/b.md");
                    },
                    [&](const WatchReport& report) { EXPECT_EQ(report.index.removed, 1U); }})
                  .ok());
  for (const WatchReport& report : reports_) EXPECT_NE(report.kind, Kind::Warning) << report.reason;
}

TEST_F(MemoryWatchTest, EndsAtOnceWhenItIsTold) {
  write("memory/a.md", "the violet kettle\n");
  stop();
  ASSERT_TRUE(play({}).ok());
  EXPECT_TRUE(reports_.empty());
}

// Its removal is not reported while somebody stands in it.
TEST_F(MemoryWatchTest, FailsWhenTheWorkspaceIsReplaced) {
  write("memory/a.md", "the violet kettle\n");
  const fs::Descriptor held(::open(directory_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const auto ended = play({[&](const WatchReport&) {
                             std::filesystem::remove_all(directory_.path());
                             std::filesystem::create_directory(directory_.path());
                           },
                           [](const WatchReport&) {}});
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

TEST_F(MemoryWatchTest, FailsWhenTheWorkspaceGoesAway) {
  write("memory/a.md", "the violet kettle\n");
  const fs::TemporaryDirectory elsewhere;
  const std::string moved = elsewhere / "moved";
  const auto ended =
      play({[&](const WatchReport&) { std::filesystem::rename(directory_.path(), moved); },
            [](const WatchReport&) {}});
  std::filesystem::rename(moved, directory_.path());
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace nacre
