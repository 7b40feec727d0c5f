#include "fs/backup.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

void put(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

const BackupEntry* named(const Manifest& manifest, std::string_view path) {
  const auto found = std::find_if(manifest.entries.begin(), manifest.entries.end(),
                                  [&](const BackupEntry& entry) { return entry.path == path; });
  return found == manifest.entries.end() ? nullptr : &*found;
}

class BackupTest : public testing::Test {
 protected:
  BackupTest() {
    put(notes_ / "MEMORY.md", "- a long-term note\n");
    put(notes_ / "memory/2026-11-20.md", "# 2026-11-20\n");
    put(notes_ / "memory/big.bin", std::string(700'000, 'b'));
    put(notes_ / "node_modules/x/index.js", "no note");
    put(notes_ / "odd\nname\xFF.md", "odd");
    std::filesystem::create_symlink("memory/2026-11-20.md", notes_ / "today.md");
    put(config_ / "openclaw.json", "{}");
  }

  BackupRequest request() const {
    BackupRequest request{.path = store_ / "b/backup.tar.zst",
                          .roots = {{.name = "workspace", .path = notes_.path()},
                                    {.name = "openclaw.json", .path = config_ / "openclaw.json"}},
                          .tool = "nacre test",
                          .time = "2026-11-29T12:00:00Z"};
    request.leave_out = [](std::string_view relative) -> std::string {
      return relative == "node_modules" ? "packages of another program" : "";
    };
    return request;
  }

  std::unique_ptr<FileSystem> files_ = make_real_file_system();
  TemporaryDirectory notes_, config_, store_;
};

TEST_F(BackupTest, HoldsEveryFileWithItsHash) {
  const auto written = write_backup(*files_, request());
  ASSERT_TRUE(written.ok()) << written.error().message;
  const auto read = verify_backup(*files_, request().path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Manifest& manifest = read.value();
  EXPECT_EQ(manifest.tool, "nacre test");
  EXPECT_EQ(manifest.files(), 5U);
  EXPECT_TRUE(manifest.missing.empty());
  ASSERT_EQ(manifest.left_out.size(), 1U);
  EXPECT_EQ(manifest.left_out[0].path, "workspace/node_modules");
  ASSERT_NE(named(manifest, "workspace/MEMORY.md"), nullptr);
  // sha256sum of "- a long-term note\n"
  EXPECT_EQ(named(manifest, "workspace/MEMORY.md")->size, 19U);
  EXPECT_EQ(named(manifest, "workspace/memory/big.bin")->size, 700'000U);
  EXPECT_NE(named(manifest, "openclaw.json"), nullptr);
  EXPECT_NE(named(manifest, "workspace/odd\nname\xFF.md"), nullptr);
  ASSERT_NE(named(manifest, "workspace/today.md"), nullptr);
  EXPECT_EQ(named(manifest, "workspace/today.md")->target, "memory/2026-11-20.md");
  struct stat status {};
  ASSERT_EQ(::stat(request().path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(BackupTest, NeverWritesOverAFile) {
  put(request().path, "mine");
  const auto written = write_backup(*files_, request());
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::AlreadyExists);
}

TEST_F(BackupTest, StopsWhereSomethingCannotBeRead) {
  // A directory too deep stands for whatever rights forbid, which root does not feel.
  std::string deep = notes_.path();
  for (int i = 0; i < 300; ++i) deep += "/d";
  std::filesystem::create_directories(deep);
  BackupRequest asked = request();
  const auto refused = write_backup(*files_, asked);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("nested too deep"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(asked.path));
  EXPECT_TRUE(std::filesystem::is_empty(store_ / "b"));
  asked.allow_missing = true;
  const auto allowed = write_backup(*files_, asked);
  ASSERT_TRUE(allowed.ok()) << allowed.error().message;
  EXPECT_EQ(allowed.value().missing.size(), 1U);
}

// A file that is written to while it is read.
class RestlessFile final : public ReadableFile {
 public:
  RestlessFile(std::unique_ptr<ReadableFile> inner, std::string path, int& changes)
      : inner_(std::move(inner)), path_(std::move(path)), changes_(changes) {}
  Result<Stat> stat() override { return inner_->stat(); }
  Result<std::string> read_at(std::uint64_t offset, std::uint64_t bytes) override {
    if (changes_ > 0) {
      --changes_;
      if (changes_ % 2 == 0) {
        std::filesystem::resize_file(path_, 3);
      } else {
        std::ofstream(path_, std::ios::app) << "more";
      }
    }
    return inner_->read_at(offset, bytes);
  }

 private:
  std::unique_ptr<ReadableFile> inner_;
  std::string path_;
  int& changes_;
};

class RestlessFileSystem final : public FileSystem {
 public:
  RestlessFileSystem(FileSystem& inner, std::string name, int changes)
      : inner_(inner), name_(std::move(name)), changes_(changes) {}
  Result<std::unique_ptr<ReadableFile>> open(std::string_view path) override {
    auto file = inner_.open(path);
    if (!file.ok() || !path.ends_with(name_)) return file;
    return std::unique_ptr<ReadableFile>(
        new RestlessFile(std::move(file).value(), std::string(path), changes_));
  }
  Result<Stat> stat(std::string_view path, bool follow) override {
    return inner_.stat(path, follow);
  }
  Result<std::string> read(std::string_view path, std::uint64_t bytes_max) override {
    return inner_.read(path, bytes_max);
  }
  Result<std::vector<DirectoryEntry>> list(std::string_view path) override {
    return inner_.list(path);
  }
  Status make_directory(std::string_view path) override { return inner_.make_directory(path); }
  Result<std::unique_ptr<LockedFile>> lock(std::string_view path, bool create,
                                           int wait_ms) override {
    return inner_.lock(path, create, wait_ms);
  }
  Result<std::unique_ptr<LockedFile>> write_new(std::string_view path, std::string_view bytes,
                                                bool sync) override {
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
  Result<std::string> read_link(std::string_view path) override { return inner_.read_link(path); }
  Status set_attributes(std::string_view path, std::uint32_t mode,
                        std::int64_t modified_ns) override {
    return inner_.set_attributes(path, mode, modified_ns);
  }

 private:
  FileSystem& inner_;
  std::string name_;
  int changes_;
};

TEST_F(BackupTest, ReadsAFileAgainThatChangesMeanwhile) {
  RestlessFileSystem restless(*files_, "big.bin", 3);
  const auto written = write_backup(restless, request());
  ASSERT_TRUE(written.ok()) << written.error().message;
  const auto read = verify_backup(*files_, request().path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const BackupEntry* entry = named(read.value(), "workspace/memory/big.bin");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->size, std::filesystem::file_size(notes_ / "memory/big.bin"));
}

TEST_F(BackupTest, NamesAFileThatNeverRests) {
  RestlessFileSystem restless(*files_, "big.bin", 1000);
  const auto written = write_backup(restless, request());
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("big.bin: it keeps changing"), std::string::npos)
      << written.error().message;
}

TEST_F(BackupTest, ThatFailsOrDiesAtAnyCallLeavesNoFileOfThatName) {
  FaultFileSystem faults(*files_);
  const Error full{ErrorCode::Io, "write: No space left on device"};
  faults.fail_at(0, full);
  ASSERT_TRUE(write_backup(faults, request()).ok());
  const std::uint64_t calls = faults.calls();
  ASSERT_GT(calls, 30U);
  std::filesystem::remove_all(store_ / "b");
  for (std::uint64_t call = 1; call <= calls; ++call) {
    for (const bool dies : {false, true}) {
      SCOPED_TRACE(std::to_string(call) + (dies ? " dies" : " fails"));
      if (dies) {
        faults.die_at(call, 100);
      } else {
        faults.fail_at(call, full, 100);
      }
      const auto written = write_backup(faults, request());
      // Whatever has the name is whole, whether or not the call says so.
      if (std::filesystem::exists(request().path)) {
        EXPECT_TRUE(verify_backup(*files_, request().path).ok());
      } else {
        EXPECT_FALSE(written.ok());
      }
      if (!dies && !written.ok() && std::filesystem::exists(store_ / "b")) {
        for (const auto& left : std::filesystem::directory_iterator(store_ / "b")) {
          EXPECT_FALSE(left.path().string().ends_with(".tmp")) << left.path();
        }
      }
      std::filesystem::remove_all(store_ / "b");
    }
  }
}

TEST_F(BackupTest, ThatWasDamagedIsRefused) {
  ASSERT_TRUE(write_backup(*files_, request()).ok());
  std::string bytes = files_->read(request().path, 1 << 20).value();
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 60) {
    SCOPED_TRACE(at);
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    put(store_ / "damaged.tar.zst", damaged);
    const auto read = verify_backup(*files_, store_ / "damaged.tar.zst");
    // A flipped bit of padding or of a time harms nothing.
    if (read.ok()) {
      EXPECT_EQ(read.value().files(), 5U);
    }
  }
  put(store_ / "cut.tar.zst", bytes.substr(0, bytes.size() / 2));
  EXPECT_EQ(verify_backup(*files_, store_ / "cut.tar.zst").error().code, ErrorCode::Corruption);
}

TEST(BackupManifest, SaysTheSameWhenItIsReadAgain) {
  Manifest manifest{.tool = "nacre 1", .time = "2026-11-29T12:00:00Z"};
  manifest.roots = {{.name = "workspace", .path = "/home/u/\xFF"}};
  manifest.left_out = {{.path = "workspace/.git", .why = "history of git"}};
  manifest.entries = {
      {.path = "workspace/\xFF.md",
       .at = 1,
       .size = 3,
       .sha256 = std::string(64, 'a'),
       .mode = 0644,
       .modified_ns = 1'795'994'511'413'000'001},
      {.path = "workspace/l", .kind = ArchiveKind::Symlink, .target = "a\nb", .at = 2}};
  const auto back = parse_manifest(manifest_text(manifest));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(manifest_text(back.value()), manifest_text(manifest));
  EXPECT_EQ(back.value().entries[0].path, "workspace/\xFF.md");
  EXPECT_EQ(back.value().entries[0].modified_ns, 1'795'994'511'413'000'001);
}

TEST(BackupManifest, RefusesPathsThatLeadOut) {
  for (const std::string path : {"../x", "/etc/passwd", "a/../../b", "a//b", ""}) {
    Manifest manifest;
    manifest.entries = {{.path = path, .at = 1, .sha256 = std::string(64, 'a')}};
    EXPECT_FALSE(parse_manifest(manifest_text(manifest)).ok()) << path;
  }
}

TEST(BackupManifest, RefusesWhatIsNoManifest) {
  for (
      const std::string_view text :
      {"", "{}", "[]", R"({"format":"nacre-backup"})",
       R"({"format":"nacre-backup","version":2,"tool":"","time":"","roots":[],"left_out":[],"missing":[],"entries":[]})",
       R"({"format":"nacre-backup","version":1,"tool":"","time":"","roots":[],"left_out":[],"missing":[],"entries":[{"path":"a","kind":"file","at":1,"size":1,"sha256":"zz","mode":1,"modified_ns":1}]})"}) {
    EXPECT_FALSE(parse_manifest(text).ok()) << text;
  }
}

}  // namespace
}  // namespace nacre::fs
