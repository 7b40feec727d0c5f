#include "db/database.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "db/database_fixture.h"

namespace nacre::db {
namespace {

TEST(Database, IsCreatedWhenMissing) {
  const ScratchFolder folder;
  const auto database = writable(folder / "index.db");
  EXPECT_EQ(database->path(), folder / "index.db");
  ASSERT_TRUE(database->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2)").ok());
  EXPECT_EQ(database->changes(), 2);
  EXPECT_EQ(scalar(*database, "SELECT count(*) FROM t"), 2);
}

TEST(Database, KeepsWhatWasWritten) {
  const ScratchFolder folder;
  ASSERT_TRUE(writable(folder / "a.db")->execute("CREATE TABLE t AS SELECT 7 AS x").ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "a.db-wal"));  // The last one out put it away.
  EXPECT_EQ(scalar(*readable(folder / "a.db"), "SELECT x FROM t"), 7);
}

TEST(Database, IsOpenedAsTheHeaderSays) {
  const ScratchFolder folder;
  const auto database = writable(folder / "a.db");
  Statement mode = database->prepare("PRAGMA journal_mode").value();
  ASSERT_TRUE(mode.step().value());
  EXPECT_EQ(mode.text(0), "wal");
  EXPECT_EQ(database->pragma("synchronous").value(), 1);
  EXPECT_EQ(database->pragma("trusted_schema").value(), 0);
  EXPECT_EQ(database->pragma("cell_size_check").value(), 1);
  EXPECT_EQ(database->pragma("cache_size").value(), -8192);
  EXPECT_EQ(database->pragma("mmap_size").value(), 256 << 20);
}

TEST(Database, ReadingWhatIsNotThereIsNotFound) {
  const ScratchFolder folder;
  const auto database = Database::open(folder / "none.db", {});
  ASSERT_FALSE(database.ok());
  EXPECT_EQ(database.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(database.error().message.starts_with("open: database '" + folder / "none.db"))
      << database.error().message;
  EXPECT_FALSE(std::filesystem::exists(folder / "none.db"));
}

TEST(Database, RefusesPathsThatAreNone) {
  for (const std::string& path : {std::string(), std::string("a\0b", 3)}) {
    const auto database = Database::open(path, {.mode = OpenMode::ReadWrite});
    ASSERT_FALSE(database.ok());
    EXPECT_EQ(database.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(Database, ANameThatLooksLikeAUriIsAName) {
  const ScratchFolder folder;
  const std::string name = folder / "50% what?mode=memory#x.db";
  writable(name);
  EXPECT_TRUE(std::filesystem::exists(name));
}

TEST(Database, ReadOnlyWritesNothing) {
  const ScratchFolder folder;
  const auto writer = writable(folder / "a.db");
  ASSERT_TRUE(writer->execute("CREATE TABLE t(x)").ok());
  const auto reader = readable(folder / "a.db");
  const Status written = reader->execute("INSERT INTO t VALUES(1)");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::PermissionDenied);
  EXPECT_EQ(Transaction::begin(*reader, Transaction::Kind::Write).error().code,
            ErrorCode::PermissionDenied);
}

TEST(Database, AFolderIsNoDatabase) {
  const ScratchFolder folder;
  const auto database = Database::open(folder.path(), {.mode = OpenMode::ReadWrite});
  ASSERT_FALSE(database.ok());
  EXPECT_EQ(database.error().code, ErrorCode::Io);
}

TEST(Database, AFileOfOtherBytesIsCorrupt) {
  const ScratchFolder folder;
  std::ofstream(folder / "a.db") << std::string(5000, 'x');
  for (const OpenMode mode : {OpenMode::ReadOnly, OpenMode::ReadWrite}) {
    const auto database = Database::open(folder / "a.db", {.mode = mode});
    ASSERT_FALSE(database.ok());
    EXPECT_EQ(database.error().code, ErrorCode::Corruption);
    EXPECT_EQ(database.error().message,
              "open: database '" + folder / "a.db" + "': file is not a database");
  }
}

// A database of some pages whose root page of `t` is overwritten.
void make_damaged(const std::string& path) {
  {
    const auto database = writable(path);
    ASSERT_TRUE(database
                    ->execute("CREATE TABLE t(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                              "SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n")
                    .ok());
  }
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096);
  file << std::string(4096, '\x5a');
}

TEST(Database, ADamagedPageIsCorruption) {
  const ScratchFolder folder;
  make_damaged(folder / "a.db");
  const auto database = readable(folder / "a.db");
  const Status checked = database->check_integrity();
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().code, ErrorCode::Corruption);
  EXPECT_NE(checked.error().message.find(folder / "a.db"), std::string::npos);

  Statement count = database->prepare("SELECT sum(x) FROM t").value();
  const Result<bool> row = count.step();
  ASSERT_FALSE(row.ok());
  EXPECT_EQ(row.error().code, ErrorCode::Corruption);
}

TEST(Database, ATruncatedFileIsCorruption) {
  const ScratchFolder folder;
  ASSERT_TRUE(writable(folder / "a.db")
                  ->execute("CREATE TABLE t(x); INSERT INTO t VALUES(randomblob(50000))")
                  .ok());
  std::filesystem::resize_file(folder / "a.db", 20'000);
  const auto opened = Database::open(folder / "a.db", {});
  const Status checked = opened.ok() ? opened.value()->check_integrity() : opened.error();
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().code, ErrorCode::Corruption);
}

TEST(Database, AHealthyOneHasIntegrity) {
  const ScratchFolder folder;
  const auto database = writable(folder / "a.db");
  ASSERT_TRUE(database->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)").ok());
  EXPECT_TRUE(database->check_integrity().ok());
}

TEST(Database, WrongSqlIsOurBug) {
  const ScratchFolder folder;
  const auto database = writable(folder / "a.db");
  const Status status = database->execute("SELEKT 1");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::Internal);
  EXPECT_EQ(database->prepare("SELECT \"text\"").error().code, ErrorCode::Internal);
}

TEST(Database, ATakenKeyAlreadyExists) {
  const ScratchFolder folder;
  const auto database = writable(folder / "a.db");
  ASSERT_TRUE(database->execute("CREATE TABLE t(x INTEGER PRIMARY KEY, y UNIQUE)").ok());
  ASSERT_TRUE(database->execute("INSERT INTO t VALUES(1, 2)").ok());
  EXPECT_EQ(database->execute("INSERT INTO t VALUES(1, 3)").error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(database->execute("INSERT INTO t VALUES(4, 2)").error().code, ErrorCode::AlreadyExists);
}

TEST(Database, TellsWhenAnotherConnectionHasWritten) {
  const ScratchFolder folder;
  const auto writer = writable(folder / "a.db");
  ASSERT_TRUE(writer->execute("CREATE TABLE t(x)").ok());
  const auto reader = readable(folder / "a.db");
  const std::int64_t before = reader->pragma("data_version").value();
  EXPECT_EQ(reader->pragma("data_version").value(), before);
  ASSERT_TRUE(writer->execute("INSERT INTO t VALUES(1)").ok());
  EXPECT_NE(reader->pragma("data_version").value(), before);
}

TEST(Database, CheckpointEmptiesTheLogUnlessSomebodyReads) {
  const ScratchFolder folder;
  const auto writer = writable(folder / "a.db");
  ASSERT_TRUE(writer->execute("CREATE TABLE t(x)").ok());
  const auto reader = readable(folder / "a.db");
  {
    const auto snapshot = Transaction::begin(*reader, Transaction::Kind::Read);
    ASSERT_TRUE(snapshot.ok());
    ASSERT_TRUE(writer->execute("INSERT INTO t VALUES(1)").ok());
    EXPECT_TRUE(writer->checkpoint().ok());
    EXPECT_GT(std::filesystem::file_size(folder / "a.db-wal"), 0U);
  }
  EXPECT_TRUE(writer->checkpoint().ok());
  EXPECT_EQ(std::filesystem::file_size(folder / "a.db-wal"), 0U);
  EXPECT_EQ(writer->pragma("busy_timeout").value(), 10'000);
}

TEST(Database, ShadowTablesCannotBeWritten) {
  const ScratchFolder folder;
  const auto database = writable(folder / "a.db");
  ASSERT_TRUE(database->execute("CREATE VIRTUAL TABLE f USING fts5(x)").ok());
  EXPECT_FALSE(database->execute("DELETE FROM f_data").ok());
  EXPECT_EQ(scalar(*database, "SELECT count(*) > 0 FROM f_data"), 1);
}

TEST(Database, IsReadInAReadOnlyFolder) {
  const ScratchFolder folder;
  ASSERT_TRUE(writable(folder / "a.db")->execute("CREATE TABLE t AS SELECT 7 AS x").ok());
  const ReadOnlyFolder read_only(folder.path());
  const UnprivilegedUser nobody;
  EXPECT_EQ(scalar(*readable(folder / "a.db"), "SELECT x FROM t"), 7);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.db-shm"));
  EXPECT_EQ(Database::open(folder / "new.db", {.mode = OpenMode::ReadWrite}).error().code,
            ErrorCode::PermissionDenied);
}

// As a killed writer leaves it: the table stands in the log only.
void make_crashed(const ScratchFolder& folder) {
  const auto writer = writable(folder / "a.db");
  ASSERT_TRUE(writer->execute("CREATE TABLE t AS SELECT 7 AS x").ok());
  std::filesystem::copy_file(folder / "a.db", folder / "crashed.db");
  std::filesystem::copy_file(folder / "a.db-wal", folder / "crashed.db-wal");
}

TEST(Database, RecoversWhatACrashLeftInTheLog) {
  const ScratchFolder folder;
  make_crashed(folder);
  EXPECT_EQ(scalar(*readable(folder / "crashed.db"), "SELECT x FROM t"), 7);
}

TEST(Database, IsNotReadWithoutTheLogThatItNeeds) {
  const ScratchFolder folder;
  make_crashed(folder);
  const ReadOnlyFolder read_only(folder.path());
  const UnprivilegedUser nobody;
  const auto database = Database::open(folder / "crashed.db", {});
  ASSERT_FALSE(database.ok());
  EXPECT_EQ(database.error().code, ErrorCode::Unavailable) << database.error().message;
}

TEST(Database, WithoutRightsIsPermissionDenied) {
  const ScratchFolder folder;
  writable(folder / "a.db");
  ASSERT_EQ(::chmod((folder / "a.db").c_str(), 0000), 0);
  const UnprivilegedUser nobody;
  EXPECT_EQ(Database::open(folder / "a.db", {}).error().code, ErrorCode::PermissionDenied);
}

}  // namespace
}  // namespace nacre::db
