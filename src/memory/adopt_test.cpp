#include "memory/adopt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "db/database.h"
#include "fs/backup.h"
#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"
#include "memory/old_index.h"

namespace nacre::memory {
namespace {

void put(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

class AdoptTest : public testing::Test {
 protected:
  AdoptTest() {
    environment_.home = home_.path();
    environment_.current_directory = home_.path();
    put(home_ / ".openclaw/openclaw.json", R"({
      agents: { defaults: { userTimezone: "Asia/Shanghai" } },
      memory: { search: { provider: "openai", query: { maxResults: 8 },
                          remote: { apiKey: "sk-secret-of-the-owner" } } },
    })");
    put(home_ / ".openclaw/workspace/MEMORY.md", "- The kiln controller is a Fenwick 9\n");
    put(home_ / ".openclaw/workspace/memory/2026-11-20.md", "# 2026-11-20\n\n柠檬树换了盆。\n");
    put(home_ / ".openclaw/workspace/BOOTSTRAP.md", "hello\n");
    put(home_ / ".openclaw/agents/main/sessions/a.jsonl", "{}\n");
    put(home_ / ".openclaw/agents/main/sessions/b.jsonl", "{}\n");
  }

  Result<AdoptReport> run(AdoptRequest request = {}) {
    return adopt(request, *files_, environment_, {});
  }

  // Everything below a directory but what is ours.
  static std::map<std::string, std::string> contents(const std::string& directory) {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
      const std::string path = entry.path();
      if (!entry.is_regular_file() || path.find("/.nacre") != path.npos) continue;
      std::ifstream file(path, std::ios::binary);
      all[path] = {std::istreambuf_iterator<char>(file), {}};
    }
    return all;
  }
  bool has_state() const { return std::filesystem::exists(home_ / ".openclaw/workspace/.nacre"); }
  std::vector<std::string> backups() const {
    std::vector<std::string> paths;
    if (!std::filesystem::exists(home_ / ".nacre-backups")) return paths;
    for (const auto& entry : std::filesystem::directory_iterator(home_ / ".nacre-backups")) {
      paths.push_back(entry.path());
    }
    return paths;
  }

  fs::TemporaryDirectory home_;
  std::unique_ptr<fs::FileSystem> files_ = fs::make_real_file_system();
  workspace::OpenClawEnvironment environment_;
};

const AdoptItem* item_of(const AdoptReport& report, std::string_view kind) {
  for (const AdoptItem& item : report.items) {
    if (item.kind == kind) return &item;
  }
  return nullptr;
}

TEST_F(AdoptTest, ThatIsADryRunSaysAllAndWritesNothing) {
  const auto before = contents(home_.path());
  const auto report = run();
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_FALSE(report.value().applied);
  EXPECT_TRUE(report.value().changed);
  EXPECT_EQ(report.value().found_by, "~/.openclaw");
  ASSERT_NE(item_of(report.value(), "sessions"), nullptr);
  EXPECT_EQ(item_of(report.value(), "sessions")->files, 2U);
  EXPECT_EQ(item_of(report.value(), "sessions")->state, AdoptState::Found);
  EXPECT_EQ(item_of(report.value(), "notes")->files, 2U);
  EXPECT_EQ(item_of(report.value(), "instructions")->files, 1U);
  EXPECT_EQ(report.value().next, std::vector<std::string>{"nacre adopt --yes"});
  EXPECT_EQ(contents(home_.path()), before);
  EXPECT_FALSE(has_state());
  EXPECT_TRUE(backups().empty());
}

TEST_F(AdoptTest, BacksUpTakesOverIndexesAndIsDone) {
  const auto before = contents(home_.path());
  const auto report = run({.apply = true});
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_TRUE(report.value().applied);
  EXPECT_EQ(contents(home_.path()), before);
  const auto backup = fs::verify_backup(*files_, report.value().backup.path);
  ASSERT_TRUE(backup.ok()) << backup.error().message;
  EXPECT_EQ(backup.value().files(), 4U);
  const auto memory = Memory::open({.workspace = home_ / ".openclaw/workspace"});
  ASSERT_TRUE(memory.ok());
  const auto answer = memory.value()->recall({.query = "柠檬树"});
  ASSERT_TRUE(answer.ok());
  ASSERT_FALSE(answer.value().results.empty());
  EXPECT_EQ(answer.value().results[0].path, "memory/2026-11-20.md");
  EXPECT_EQ(memory.value()->status().value().timezone, "Asia/Shanghai");

  const std::string config =
      files_->read(home_ / ".openclaw/workspace/.nacre/config.toml", 1 << 20).value();
  EXPECT_EQ(config.find("secret"), std::string::npos);
  const auto again = run({.apply = true});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_FALSE(again.value().changed);
  EXPECT_TRUE(again.value().backup.path.empty());
  EXPECT_EQ(backups().size(), 1U);
  EXPECT_EQ(files_->read(home_ / ".openclaw/workspace/.nacre/config.toml", 1 << 20).value(),
            config);
}

TEST_F(AdoptTest, WritesNothingWhereTheConfigurationIsBroken) {
  put(home_ / ".openclaw/openclaw.json", "{ agents: oops");
  const auto looked = run();
  ASSERT_TRUE(looked.ok());
  EXPECT_EQ(item_of(looked.value(), "config")->state, AdoptState::Ignored);
  EXPECT_FALSE(looked.value().warnings.empty());
  const auto refused = run({.apply = true});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::Corruption);
  EXPECT_FALSE(has_state());
  EXPECT_TRUE(backups().empty());
}

TEST_F(AdoptTest, WithoutABackupChangesNothing) {
  fs::FaultFileSystem faults(*files_);
  const Error full{ErrorCode::Io, "write: No space left on device"};
  const auto before = contents(home_.path());
  const std::string state = home_ / ".openclaw/workspace/.nacre";
  faults.fail_at(0, full);
  ASSERT_TRUE(adopt({.apply = true}, faults, environment_, {}).ok());
  const std::uint64_t calls = faults.calls();
  std::uint64_t refused = 0;
  // Once there is a backup, a sample will do: each run then builds an index, too.
  constexpr std::uint64_t kSample = 5;
  for (std::uint64_t call = 1; call <= calls; call += has_state() ? kSample : 1) {
    SCOPED_TRACE(call);
    std::filesystem::remove_all(state);
    std::filesystem::remove_all(home_ / ".nacre-backups");
    faults.fail_at(call, full, 10);
    const auto report = adopt({.apply = true}, faults, environment_, {});
    EXPECT_EQ(contents(home_.path()), before);
    if (!report.ok()) ++refused;
    // Whatever is written is written after a whole backup.
    if (has_state()) {
      ASSERT_EQ(backups().size(), 1U);
      EXPECT_TRUE(fs::verify_backup(*files_, backups()[0]).ok());
    }
  }
  EXPECT_GT(refused, 20U);
}

TEST_F(AdoptTest, RefusesABackupInsideOfWhatItIsToKeep) {
  const auto report = run({.apply = true, .backup = home_ / ".openclaw/workspace/backup.tar.zst"});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::InvalidArgument);
  EXPECT_FALSE(has_state());
}

TEST_F(AdoptTest, LooksIntoOldIndexesWithoutTouchingThem) {
  const std::string path = home_ / ".openclaw/memory/main.sqlite";
  std::filesystem::create_directories(home_ / ".openclaw/memory");
  {
    const auto database = db::Database::open(path, {.mode = db::OpenMode::ReadWrite});
    ASSERT_TRUE(database.ok());
    ASSERT_TRUE(database.value()
                    ->execute("CREATE TABLE files(path); CREATE TABLE chunks(text);"
                              "CREATE TABLE meta(key, value);"
                              "INSERT INTO files VALUES ('a'), ('b');"
                              "INSERT INTO chunks VALUES (1), (2), (3);"
                              "INSERT INTO meta VALUES ('memory_index_meta_v1', "
                              "'{\"model\":\"text-embedding-x\"}');")
                    .ok());
    // Open, and so with its newest rows in the log alone.
    const auto before = contents(home_ / ".openclaw/memory");
    const auto index = look_into_old_index(*files_, path);
    ASSERT_TRUE(index.ok()) << index.error().message;
    EXPECT_EQ(index.value().files, 2U);
    EXPECT_EQ(index.value().chunks, 3U);
    EXPECT_EQ(index.value().model, "text-embedding-x");
    EXPECT_EQ(contents(home_ / ".openclaw/memory"), before);
  }
  const auto report = run();
  ASSERT_TRUE(report.ok());
  ASSERT_NE(item_of(report.value(), "index"), nullptr);
  EXPECT_EQ(item_of(report.value(), "index")->state, AdoptState::Ignored);
  put(path, "this is no database, whatever its name says, and never was one at all");
  std::filesystem::remove(path + "-wal");
  EXPECT_EQ(look_into_old_index(*files_, path).error().code, ErrorCode::Corruption);
  ASSERT_TRUE(run().ok());
}

TEST_F(AdoptTest, GivesABackupBack) {
  const auto report = run({.apply = true});
  ASSERT_TRUE(report.ok());
  const auto restored = restore_backup({.backup = report.value().backup.path, .directory = "back"},
                                       *files_, environment_);
  ASSERT_TRUE(restored.ok()) << restored.error().message;
  EXPECT_EQ(restored.value().files, 4U);
  EXPECT_EQ(files_->read(home_ / "back/workspace/MEMORY.md", 100).value(),
            "- The kiln controller is a Fenwick 9\n");
  EXPECT_TRUE(std::filesystem::exists(home_ / "back/openclaw.json"));
}

}  // namespace
}  // namespace nacre::memory
