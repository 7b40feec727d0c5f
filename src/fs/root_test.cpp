#include "fs/root.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

class RootTest : public ::testing::Test {
 protected:
  std::string prepared_workspace() {
    std::filesystem::create_directories(outer_ / "workspace/memory");
    std::ofstream(outer_ / "secret.md") << "secret";
    std::ofstream(outer_ / "workspace/memory/a.md") << "inside";
    return outer_ / "workspace";
  }
  void link(const std::string& target, const std::string& name) {
    ASSERT_EQ(::symlink(target.c_str(), (outer_ / ("workspace/" + name)).c_str()), 0);
  }

  TemporaryDirectory outer_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  Root root_ = Root::open(*files_, prepared_workspace()).value();
};

TEST_F(RootTest, OpensDirectoriesOnly) {
  EXPECT_EQ(Root::open(*files_, outer_ / "none").error().code, ErrorCode::NotFound);
  EXPECT_EQ(Root::open(*files_, outer_ / "secret.md").error().code, ErrorCode::InvalidArgument);
}

TEST_F(RootTest, RefusesWhatCouldLeadOut) {
  const std::string nul("a\0b", 3);
  for (const std::string& path :
       {std::string(), std::string("/etc/passwd"), std::string("../secret.md"), std::string(".."),
        std::string("memory/../../secret.md"), std::string("memory/.."), std::string("."),
        std::string("./a"), std::string("memory//a.md"), std::string("memory/"), std::string("/"),
        std::string("memory/./a.md"), nul, std::string(5000, 'a')}) {
    SCOPED_TRACE(path);
    EXPECT_EQ(root_.read(path, kAll).error().code, ErrorCode::PermissionDenied);
    EXPECT_FALSE(root_.exists(path));
  }
}

TEST_F(RootTest, TakesDotsAndBackslashesInNamesAsTheyAre) {
  std::ofstream(outer_ / "workspace/..a..md") << "dots";
  std::ofstream(outer_ / "workspace/..\\secret.md") << "backslash";
  EXPECT_EQ(root_.read("..a..md", kAll).value(), "dots");
  EXPECT_EQ(root_.read("..\\secret.md", kAll).value(), "backslash");
}

TEST_F(RootTest, ReadsANameWithALineEndButCreatesNone) {
  std::ofstream(outer_ / "workspace/a\nb.md") << "odd";
  EXPECT_EQ(root_.read("a\nb.md", kAll).value(), "odd");
  EXPECT_EQ(root_.create("c\nd.md", "x").error().code, ErrorCode::PermissionDenied);
  EXPECT_FALSE(root_.exists("c\nd.md"));
}

TEST_F(RootTest, FollowsALinkThatStaysInside) {
  link("memory", "notes");
  link("memory/a.md", "b.md");
  EXPECT_EQ(root_.read("notes/a.md", kAll).value(), "inside");
  EXPECT_EQ(root_.read("b.md", kAll).value(), "inside");
  EXPECT_EQ(root_.resolve("notes/new.md").value(), outer_ / "workspace/memory/new.md");
}

TEST_F(RootTest, RefusesALinkThatLeadsOutOrNowhere) {
  link("../secret.md", "out.md");
  link("..", "up");
  link(outer_.path(), "absolute");
  link("missing", "dangling");
  link("loop", "loop");
  for (const char* path : {"out.md", "up/secret.md", "absolute/secret.md", "up/new.md", "dangling",
                           "dangling/new.md", "loop", "loop/a"}) {
    SCOPED_TRACE(path);
    EXPECT_EQ(root_.read(path, kAll).error().code, ErrorCode::PermissionDenied);
    EXPECT_EQ(root_.create(path, "x").error().code, ErrorCode::PermissionDenied);
  }
  EXPECT_FALSE(std::filesystem::exists(outer_ / "new.md"));
}

TEST_F(RootTest, DoesNotTakeASiblingWithTheSamePrefixForItself) {
  std::filesystem::create_directories(outer_ / "workspace-2");
  link("../workspace-2", "sibling");
  EXPECT_EQ(root_.resolve("sibling/a").error().code, ErrorCode::PermissionDenied);
}

TEST_F(RootTest, AFileIsNoDirectory) {
  EXPECT_EQ(root_.read("memory/a.md/b", kAll).error().code, ErrorCode::NotFound);
}

TEST_F(RootTest, OtherCaseIsAnotherName) {
  EXPECT_EQ(root_.read("MEMORY/A.md", kAll).error().code, ErrorCode::NotFound);
}

TEST_F(RootTest, WorksAtTheRootOfTheFileSystem) {
  const auto files = make_memory_file_system();
  const Root root = Root::open(*files, "/").value();
  EXPECT_TRUE(root.create("a/b.md", "x").value());
  EXPECT_EQ(root.read("a/b.md", kAll).value(), "x");
  EXPECT_TRUE(root.replace("a/b.md",
                           [](std::string_view) {
                             return Result<std::optional<std::string>>(
                                 std::optional<std::string>("y"));
                           })
                  .value());
  EXPECT_EQ(files->read("/a/b.md", kAll).value(), "y");
}

// Whatever is asked for: nothing outside is ever read or made.
TEST_F(RootTest, NoHostilePathLeavesTheRoot) {
  link("..", "up");
  link("../secret.md", "out.md");
  const std::vector<std::string> parts = {"..", ".", "",   "up", "memory",    "a.md", "out.md",
                                          "/",  "~", "\\", "*",  "secret.md", "...",  " "};
  std::mt19937_64 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string path;
    for (std::uint64_t count = 1 + random() % 6; count > 0; --count) {
      path += parts[random() % parts.size()];
      if (random() % 5 != 0) path += '/';
    }
    const auto real = root_.resolve(path);
    if (real.ok()) {
      ASSERT_TRUE(real.value().starts_with(outer_ / "workspace/")) << path;
    }
    const auto read = root_.read(path, kAll);
    if (read.ok()) {
      ASSERT_EQ(read.value(), "inside") << path;
    }
  }
}

}  // namespace
}  // namespace nacre::fs
