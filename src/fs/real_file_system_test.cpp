#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "fs/file_system.h"
#include "fs/root.h"
#include "fs/system_error.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

class RealFileSystemTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) {
    std::ofstream(directory_ / name, std::ios::binary) << bytes;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<FileSystem> files_ = make_real_file_system();
};

TEST_F(RealFileSystemTest, ReadsWhatIsThereAndNoMoreThanAllowed) {
  write("a", "12345");
  EXPECT_EQ(files_->read(directory_ / "a", 5).value(), "12345");
  const auto refused = files_->read(directory_ / "a", 4);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::ResourceExhausted);
}

TEST_F(RealFileSystemTest, AnErrorNamesThePathAndSaysItInTheSystemsWords) {
  const auto missing = files_->read(directory_ / "b", kAll);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
  EXPECT_EQ(missing.error().message,
            "open '" + (directory_ / "b") + "': No such file or directory");
}

TEST(SystemError, SaysWhatToDoAboutRightsAndFullDisks) {
  EXPECT_EQ(system_error(EACCES, "open", "/x").code, ErrorCode::PermissionDenied);
  EXPECT_NE(system_error(EACCES, "open", "/x").hint.find("ls -ld '/x'"), std::string::npos);
  EXPECT_EQ(system_error(EROFS, "open", "/x").code, ErrorCode::PermissionDenied);
  EXPECT_FALSE(system_error(EROFS, "open", "/x").hint.empty());
  EXPECT_EQ(system_error(ENOSPC, "write", "/x").code, ErrorCode::ResourceExhausted);
  EXPECT_NE(system_error(ENOSPC, "write", "/x").hint.find("free some space"), std::string::npos);
  EXPECT_EQ(system_error(EMFILE, "open", "/x").code, ErrorCode::ResourceExhausted);
  EXPECT_EQ(system_error(EIO, "read", "/x").message, "read '/x': Input/output error");
}

TEST_F(RealFileSystemTest, DoesNotHangOnAPipeNorReadADirectory) {
  ASSERT_EQ(::mkfifo((directory_ / "pipe.md").c_str(), 0600), 0);
  EXPECT_EQ(files_->read(directory_ / "pipe.md", kAll).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(files_->read(directory_.path(), kAll).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(files_->lock(directory_ / "pipe.md", true, 0).error().code, ErrorCode::InvalidArgument);
}

TEST_F(RealFileSystemTest, APrivateDirectoryIsClosedToOthersButAnOpenOneStaysOpen) {
  ASSERT_TRUE(make_private_directory(*files_, directory_ / "a/cache").ok());
  EXPECT_EQ(files_->stat(directory_ / "a/cache", true).value().mode, 0700U);
  ASSERT_EQ(::chmod((directory_ / "a/cache").c_str(), 0750), 0);
  ASSERT_TRUE(make_private_directory(*files_, directory_ / "a/cache").ok());
  EXPECT_EQ(files_->stat(directory_ / "a/cache", true).value().mode, 0750U);
}

TEST_F(RealFileSystemTest, AnAppendFollowsAFileThatAnEditorPutsInItsPlace) {
  write("a.md", "old\n");
  const Root root = Root::open(*files_, directory_.path()).value();
  int saves = 0;
  const auto add = [&](std::string_view present) -> Result<std::optional<std::string>> {
    if (++saves == 1) {
      write("b.md", "edited\n");
      EXPECT_TRUE(files_->rename(directory_ / "b.md", directory_ / "a.md").ok());
    }
    return std::optional<std::string>(std::string(present.substr(0, 3)) + "+\n");
  };
  ASSERT_TRUE(root.append("a.md", add).ok());
  EXPECT_EQ(files_->read(directory_ / "a.md", kAll).value(), "edited\nedi+\n");
}

TEST_F(RealFileSystemTest, AnAppendGivesUpOnAFileThatIsReplacedAgainAndAgain) {
  write("a.md", "old\n");
  const Root root = Root::open(*files_, directory_.path()).value();
  const auto add = [&](std::string_view) -> Result<std::optional<std::string>> {
    write("b.md", "edited\n");
    EXPECT_TRUE(files_->rename(directory_ / "b.md", directory_ / "a.md").ok());
    return std::optional<std::string>("+\n");
  };
  EXPECT_EQ(root.append("a.md", add).error().code, ErrorCode::Conflict);
}

TEST_F(RealFileSystemTest, ListsByNameWithKinds) {
  write("b.md", "");
  ASSERT_TRUE(files_->make_directory(directory_ / "a/deep/er").ok());
  ASSERT_EQ(::symlink("b.md", (directory_ / "c").c_str()), 0);
  const auto entries = files_->list(directory_.path());
  ASSERT_TRUE(entries.ok());
  ASSERT_EQ(entries.value().size(), 3U);
  EXPECT_EQ(entries.value()[0].name, "a");
  EXPECT_EQ(entries.value()[0].kind, FileKind::Directory);
  EXPECT_EQ(entries.value()[1].kind, FileKind::Regular);
  EXPECT_EQ(entries.value()[2].kind, FileKind::Symlink);
}

TEST_F(RealFileSystemTest, MakesNoDirectoryWhereAFileIs) {
  write("a", "");
  EXPECT_EQ(files_->make_directory(directory_ / "a").error().code, ErrorCode::AlreadyExists);
  EXPECT_FALSE(files_->make_directory(directory_ / "a/b").ok());
}

TEST_F(RealFileSystemTest, SeesNanosecondsAndInodes) {
  write("a", "1");
  const timespec times[2] = {{1000, 1}, {2000, 123456789}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (directory_ / "a").c_str(), times, 0), 0);
  const Stat stat = files_->stat(directory_ / "a", false).value();
  EXPECT_EQ(stat.modified_ns, 2000'123456789);
  EXPECT_NE(stat.inode, 0U);
}

TEST_F(RealFileSystemTest, ALockKeepsOthersOutUntilItGoes) {
  auto held = files_->lock(directory_ / "a", true, 0);
  ASSERT_TRUE(held.ok());
  const auto second = files_->lock(directory_ / "a", true, 5);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::Unavailable);
  held.value().reset();
  EXPECT_TRUE(files_->lock(directory_ / "a", false, 0).ok());
}

TEST_F(RealFileSystemTest, ALockIsOnTheFileThatHasTheNameNow) {
  write("a", "old");
  write("b", "new");
  auto held = files_->lock(directory_ / "a", false, 0);
  ASSERT_TRUE(held.ok());
  ASSERT_TRUE(files_->rename(directory_ / "b", directory_ / "a").ok());
  auto fresh = files_->lock(directory_ / "a", false, 0);
  ASSERT_TRUE(fresh.ok());
  EXPECT_EQ(fresh.value()->read_all().value(), "new");
}

TEST_F(RealFileSystemTest, LocksNoSymlink) {
  write("a", "");
  ASSERT_EQ(::symlink("a", (directory_ / "link").c_str()), 0);
  EXPECT_EQ(files_->lock(directory_ / "link", true, 0).error().code, ErrorCode::PermissionDenied);
}

TEST_F(RealFileSystemTest, WritesANewFileOnce) {
  EXPECT_TRUE(files_->write_new(directory_ / "a", "one", true).ok());
  EXPECT_EQ(files_->write_new(directory_ / "a", "two", true).error().code,
            ErrorCode::AlreadyExists);
  EXPECT_EQ(files_->read(directory_ / "a", kAll).value(), "one");
}

TEST_F(RealFileSystemTest, CopiesTheModeOfAFile) {
  write("a", "");
  write("b", "");
  ASSERT_EQ(::chmod((directory_ / "a").c_str(), 0640), 0);
  ASSERT_TRUE(files_->copy_rights(directory_ / "a", directory_ / "b").ok());
  EXPECT_EQ(files_->stat(directory_ / "b", false).value().mode, 0640U);
}

TEST_F(RealFileSystemTest, WritesBehindTheEndAndTruncates) {
  auto file = files_->lock(directory_ / "a", true, 0);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file.value()->write_at(2, "xy").ok());
  EXPECT_EQ(file.value()->read_all().value(), std::string("\0\0xy", 4));
  ASSERT_TRUE(file.value()->truncate(3).ok());
  ASSERT_TRUE(file.value()->sync().ok());
  EXPECT_EQ(file.value()->size().value(), 3U);
}

TEST_F(RealFileSystemTest, AFullDiskIsSaidToBeFull) {
  // /dev/full fails every write as a full disk does, but is no regular file.
  const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (fd < 0) GTEST_SKIP() << "no /dev/full";
  ASSERT_LT(::pwrite(fd, "x", 1, 0), 0);
  EXPECT_EQ(system_error(errno, "write", "/dev/full").code, ErrorCode::ResourceExhausted);
  ::close(fd);
}

}  // namespace
}  // namespace nacre::fs
