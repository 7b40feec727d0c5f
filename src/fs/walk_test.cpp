#include "fs/walk.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

class WalkTest : public ::testing::Test {
 protected:
  void write(const std::string& name) {
    const std::filesystem::path path = directory_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << name;
  }
  std::vector<std::string> paths(const WalkOptions& options = {}) {
    result_ = walk(*files_, directory_.path(), options).value();
    std::vector<std::string> found;
    for (const WalkEntry& entry : result_.files) found.push_back(entry.path);
    return found;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  WalkResult result_;
};

using Paths = std::vector<std::string>;

TEST_F(WalkTest, FindsRegularFilesSortedByTheirBytes) {
  for (const char* name : {"b/a.md", "a.md", "b.md", "b/c/d.md", "B.md"}) write(name);
  ASSERT_EQ(::mkfifo((directory_ / "pipe.md").c_str(), 0600), 0);
  EXPECT_EQ(paths(), (Paths{"B.md", "a.md", "b.md", "b/a.md", "b/c/d.md"}));
  EXPECT_EQ(result_.files[1].stat.size, 4U);
  EXPECT_TRUE(result_.problems.empty());
}

TEST_F(WalkTest, LooksOnlyWhereItIsTold) {
  for (const char* name : {"a.md", "a.txt", "skip/b.md", "c/d.md"}) write(name);
  WalkOptions options;
  options.enter = [](std::string_view path) { return path != "skip"; };
  options.want = [](std::string_view path) { return path.ends_with(".md"); };
  EXPECT_EQ(paths(options), (Paths{"a.md", "c/d.md"}));
}

TEST_F(WalkTest, ReportsLinksOnceAndFollowsNone) {
  write("real/a.md");
  std::filesystem::create_symlink("real", directory_ / "directory");
  std::filesystem::create_symlink("..", directory_ / "real/up");
  std::filesystem::create_symlink("real/a.md", directory_ / "file.md");
  std::filesystem::create_symlink("nowhere", directory_ / "broken.md");
  std::filesystem::create_symlink("real/a.md", directory_ / "unwanted.txt");
  WalkOptions options;
  options.want = [](std::string_view path) { return path.ends_with(".md"); };
  EXPECT_EQ(paths(options), Paths{"real/a.md"});
  ASSERT_EQ(result_.problems.size(), 4U);
  EXPECT_EQ(result_.problems[0].path, "broken.md");
  EXPECT_EQ(result_.problems[1].path, "directory");
  EXPECT_EQ(result_.problems[1].message, "a symbolic link to a directory: not followed");
  EXPECT_FALSE(result_.problems[1].directory);
}

TEST_F(WalkTest, GoesOnPastADirectoryWithoutRights) {
  const auto memory = make_memory_file_system();
  ASSERT_TRUE(memory->make_directory("/closed").ok());
  ASSERT_TRUE(memory->write_new("/open.md", "", false).ok());
  FaultFileSystem faulty(*memory);
  constexpr std::uint64_t kSecondList = 3;  // After the first one and one stat.
  faulty.fail_at(kSecondList, Error{ErrorCode::PermissionDenied, "Permission denied"});
  const WalkResult found = walk(faulty, "/", {}).value();
  ASSERT_EQ(found.files.size(), 1U);
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_EQ(found.problems[0].path, "closed");
  EXPECT_TRUE(found.problems[0].directory);
}

TEST_F(WalkTest, StopsAtItsBounds) {
  write("1/2/3/deep.md");
  WalkOptions options;
  options.depth_max = 2;
  EXPECT_EQ(paths(options), Paths{});
  ASSERT_EQ(result_.problems.size(), 1U);
  EXPECT_EQ(result_.problems[0].path, "1/2/3");
  EXPECT_TRUE(result_.problems[0].directory);
  options.entries_max = 1;
  EXPECT_EQ(walk(*files_, directory_.path(), options).error().code, ErrorCode::ResourceExhausted);
}

TEST_F(WalkTest, AMissingStartIsAnError) {
  EXPECT_EQ(walk(*files_, directory_ / "none", {}).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace nacre::fs
