#include "fs/restore.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/hash.h"
#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

void put(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

class RestoreTest : public testing::Test {
 protected:
  RestoreTest() {
    put(notes_ / "MEMORY.md", "- one\n");
    put(notes_ / "memory/a.md", "two\n");
    put(notes_ / "closed/b.md", "three\n");
    std::filesystem::create_symlink("/somewhere/else", notes_ / "away");
    ::chmod((notes_ / "MEMORY.md").c_str(), 0640);
    ::chmod((notes_ / "closed").c_str(), 0500);
    const auto written = write_backup(
        *files_, {.path = backup(), .roots = {{.name = "workspace", .path = notes_.path()}}});
    EXPECT_TRUE(written.ok()) << written.error().message;
  }

  std::string backup() const { return store_ / "b.tar.zst"; }
  Result<Manifest> restore(bool force = false) const {
    return restore_backup(*files_, {.backup = backup(), .directory = to_ / "here", .force = force});
  }
  std::string restored(const std::string& name) const {
    return files_->read(to_ / ("here/workspace/" + name), 1 << 20).value();
  }

  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  TemporaryDirectory notes_, store_, to_;
};

TEST_F(RestoreTest, BringsBackFilesRightsTimesAndLinks) {
  const auto done = restore();
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(restored("MEMORY.md"), "- one\n");
  EXPECT_EQ(restored("memory/a.md"), "two\n");
  EXPECT_EQ(restored("closed/b.md"), "three\n");
  const Stat before = files_->stat(notes_ / "MEMORY.md", false).value();
  const Stat after = files_->stat(to_ / "here/workspace/MEMORY.md", false).value();
  EXPECT_EQ(after.mode, before.mode);
  EXPECT_EQ(after.modified_ns, before.modified_ns);
  EXPECT_EQ(files_->stat(to_ / "here/workspace/closed", false).value().mode, 0500U);
  EXPECT_EQ(files_->read_link(to_ / "here/workspace/away").value(), "/somewhere/else");
}

TEST_F(RestoreTest, OverwritesOnlyByForce) {
  put(to_ / "here/workspace/MEMORY.md", "mine, newer");
  const auto refused = restore();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::AlreadyExists);
  EXPECT_NE(refused.error().message.find("workspace/MEMORY.md"), std::string::npos);
  EXPECT_EQ(restored("MEMORY.md"), "mine, newer");
  EXPECT_FALSE(std::filesystem::exists(to_ / "here/workspace/memory/a.md"));
  ASSERT_TRUE(restore(true).ok());
  EXPECT_EQ(restored("MEMORY.md"), "- one\n");
}

TEST_F(RestoreTest, WritesThroughNoLink) {
  TemporaryDirectory victim;
  std::filesystem::create_directories(to_ / "here/workspace");
  std::filesystem::create_directory_symlink(victim.path(), to_ / "here/workspace/memory");
  const auto refused = restore(true);
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(std::filesystem::is_empty(victim.path()));
  EXPECT_FALSE(std::filesystem::exists(to_ / "here/workspace/MEMORY.md"));
}

TEST_F(RestoreTest, ReplacesALinkInsteadOfFollowingIt) {
  put(to_ / "victim", "untouched");
  std::filesystem::create_directories(to_ / "here/workspace");
  std::filesystem::create_symlink(to_ / "victim", to_ / "here/workspace/MEMORY.md");
  EXPECT_FALSE(restore().ok());
  ASSERT_TRUE(restore(true).ok());
  EXPECT_EQ(files_->read(to_ / "victim", 100).value(), "untouched");
  EXPECT_EQ(restored("MEMORY.md"), "- one\n");
}

TEST_F(RestoreTest, WritesNothingOfADamagedBackup) {
  std::string bytes = files_->read(backup(), 1 << 20).value();
  put(backup(), bytes.substr(0, bytes.size() - bytes.size() / 3));
  EXPECT_FALSE(restore().ok());
  EXPECT_FALSE(std::filesystem::exists(to_ / "here"));
}

// A backup made by somebody who wants more than to back up.
TEST_F(RestoreTest, RefusesAnArchiveWhoseEntryIsAboveALinkOfItsOwn) {
  TemporaryDirectory victim;
  const auto hash = [](std::string_view text) { return base::hex(base::sha256(text)); };
  Manifest manifest{.tool = "evil", .time = "2026-11-29T12:00:00Z"};
  manifest.entries = {
      {.path = "w/out", .kind = ArchiveKind::Symlink, .target = victim.path(), .at = 1},
      {.path = "w/out/x.md", .at = 2, .size = 1, .sha256 = hash("x"), .mode = 0644}};
  std::string archive;
  {
    const auto writer = ArchiveWriter::open([&](std::string_view bytes) -> Status {
      archive += bytes;
      return Ok{};
    });
    ASSERT_TRUE(writer.ok()) << writer.error().message;
    const std::string text = manifest_text(manifest);
    ASSERT_TRUE(
        writer.value()
            ->entry({.path = "w/out", .kind = ArchiveKind::Symlink, .target = victim.path()})
            .ok());
    ASSERT_TRUE(writer.value()->entry({.path = "w/out/x.md", .size = 1}).ok());
    ASSERT_TRUE(writer.value()->data("x").ok());
    ASSERT_TRUE(
        writer.value()->entry({.path = std::string(kManifestName), .size = text.size()}).ok());
    ASSERT_TRUE(writer.value()->data(text).ok());
    ASSERT_TRUE(writer.value()->close().ok());
  }
  put(store_ / "evil.tar.zst", archive);
  const auto done = restore_backup(
      *files_, {.backup = store_ / "evil.tar.zst", .directory = to_ / "e", .force = true});
  EXPECT_FALSE(done.ok());
  EXPECT_TRUE(std::filesystem::is_empty(victim.path()));
}

TEST_F(RestoreTest, ThatFailsLeavesNoTornFile) {
  FaultFileSystem faults(*files_);
  faults.fail_at(0, Error{});
  ASSERT_TRUE(restore_backup(faults, {.backup = backup(), .directory = to_ / "here"}).ok());
  const std::uint64_t calls = faults.calls();
  for (std::uint64_t call = 1; call <= calls; ++call) {
    SCOPED_TRACE(call);
    std::filesystem::remove_all(to_ / "here");
    faults.fail_at(call, Error{ErrorCode::Io, "write: No space left on device"}, 1);
    (void)restore_backup(faults, {.backup = backup(), .directory = to_ / "here"});
    for (const auto& [name, bytes] : {std::pair<std::string, std::string>("MEMORY.md", "- one\n"),
                                      {"memory/a.md", "two\n"},
                                      {"closed/b.md", "three\n"}}) {
      const auto there = files_->read(to_ / ("here/workspace/" + name), 100);
      if (there.ok()) {
        EXPECT_EQ(there.value(), bytes);
      }
    }
  }
}

}  // namespace
}  // namespace nacre::fs
