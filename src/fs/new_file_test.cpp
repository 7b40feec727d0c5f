#include "fs/new_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fs/file_system.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

using Way = Result<Descriptor> (*)(const std::string&, std::string_view, bool);

class NewFile : public ::testing::TestWithParam<Way> {
 protected:
  Result<Descriptor> make(const std::string& name, std::string_view bytes) {
    return GetParam()(directory_ / name, bytes, true);
  }
  std::string content(const std::string& name) {
    return files_->read(directory_ / name, kAll).value();
  }
  std::size_t files() { return files_->list(directory_.path()).value().size(); }

  TemporaryDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
};

TEST_P(NewFile, IsThereWithAllItsBytesAndTheUsersMask) {
  const mode_t before = ::umask(027);
  ASSERT_TRUE(make("a.md", "text").ok());
  ::umask(before);
  EXPECT_EQ(content("a.md"), "text");
  EXPECT_EQ(files_->stat(directory_ / "a.md", false).value().mode, 0640U);
  ASSERT_TRUE(make("empty.md", "").ok());
  EXPECT_EQ(content("empty.md"), "");
  EXPECT_EQ(files(), 2U);
}

TEST_P(NewFile, IsLockedForAsLongAsItsMakerHoldsIt) {
  {
    const auto made = make("a.md", "text");
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(files_->lock(directory_ / "a.md", false, 0).error().code, ErrorCode::Unavailable);
  }
  EXPECT_TRUE(files_->lock(directory_ / "a.md", false, 0).ok());
}

TEST_P(NewFile, NeverTakesTheNameOfAnother) {
  std::ofstream(directory_ / "a.md") << "mine";
  std::filesystem::create_symlink("nowhere", directory_ / "link.md");
  EXPECT_EQ(make("a.md", "text").error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(make("link.md", "text").error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(content("a.md"), "mine");
  EXPECT_EQ(make("none/a.md", "text").error().code, ErrorCode::NotFound);
  EXPECT_EQ(files(), 2U);
}

TEST_P(NewFile, OnlyOneOfManyProcessesMakesIt) {
  constexpr int kProcesses = 6, kRounds = 20;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      int made = 0;
      for (int round = 0; round < kRounds; ++round) {
        const auto done = make(std::to_string(round) + ".md", std::to_string(process));
        if (!done.ok() && done.error().code != ErrorCode::AlreadyExists) ::_exit(99);
        made += done.ok() ? 1 : 0;
      }
      ::_exit(made);
    }
    children.push_back(child);
  }
  int made = 0;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_NE(WEXITSTATUS(status), 99);
    made += WEXITSTATUS(status);
  }
  EXPECT_EQ(made, kRounds);
  EXPECT_EQ(files(), std::size_t{kRounds});
}

INSTANTIATE_TEST_SUITE_P(Ways, NewFile, ::testing::Values(&write_unnamed, &write_beside));

// A death between the two steps of link and unlink leaves one file with two names.
TEST(NewFileBeside, NeverWritesToWhatADeadProcessLeft) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "old.md") << "precious";
  std::filesystem::create_hard_link(directory / "old.md", directory / std::string(kNewFileName));
  ASSERT_TRUE(write_beside(directory / "new.md", "text", true).ok());
  const auto files = make_real_file_system();
  EXPECT_EQ(files->read(directory / "old.md", kAll).value(), "precious");
  EXPECT_EQ(files->read(directory / "new.md", kAll).value(), "text");
  EXPECT_EQ(files->list(directory.path()).value().size(), 2U);
}

}  // namespace
}  // namespace nacre::fs
