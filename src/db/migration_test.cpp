#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "db/database_fixture.h"

namespace nacre::db {
namespace {

constexpr std::array<Migration, 2> kSteps = {{
    {.to = 1, .sql = "CREATE TABLE t(x); INSERT INTO t VALUES(1)"},
    {.to = 2, .sql = "ALTER TABLE t ADD COLUMN y DEFAULT 7"},
}};
constexpr std::span<const Migration> kFirst = std::span(kSteps).first(1);

TEST(Migrate, BringsANewDatabaseToTheLastVersion) {
  const auto database = writable(":memory:");
  ASSERT_TRUE(migrate(*database, kSteps).ok());
  EXPECT_EQ(database->pragma("user_version").value(), 2);
  EXPECT_EQ(scalar(*database, "SELECT y FROM t"), 7);
}

TEST(Migrate, RunsOnlyWhatIsMissing) {
  const ScratchFolder folder;
  ASSERT_TRUE(migrate(*writable(folder / "a.db"), kFirst).ok());
  for (int i = 0; i < 2; ++i) {
    const auto database = writable(folder / "a.db");
    ASSERT_TRUE(migrate(*database, kSteps).ok());
    EXPECT_EQ(scalar(*database, "SELECT count(*) FROM t WHERE y = 7"), 1);
  }
}

TEST(Migrate, RefusesADatabaseOfANewerProgram) {
  const auto database = writable(":memory:");
  ASSERT_TRUE(migrate(*database, kSteps).ok());
  const Status status = migrate(*database, kFirst);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::Unsupported);
  EXPECT_EQ(status.error().message,
            "database ':memory:': version 2 was written by a newer program; this one knows 1");
}

TEST(Migrate, AForeignDatabaseIsCorruptAndStaysAsItWas) {
  const auto database = writable(":memory:");
  ASSERT_TRUE(database->execute("CREATE TABLE t(z)").ok());
  const Status status = migrate(*database, kSteps);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::Corruption);
  EXPECT_EQ(status.error().message,
            "migrate to version 1: database ':memory:': table t already exists");
  EXPECT_EQ(database->pragma("user_version").value(), 0);
}

TEST(Migrate, AFailedStepLeavesTheStepBefore) {
  const std::array<Migration, 2> broken = {
      kSteps[0],
      Migration{.to = 2, .sql = "INSERT INTO t VALUES(2); INSERT INTO nowhere VALUES(1)"}};
  const auto database = writable(":memory:");
  EXPECT_FALSE(migrate(*database, broken).ok());
  EXPECT_EQ(database->pragma("user_version").value(), 1);
  EXPECT_EQ(scalar(*database, "SELECT count(*) FROM t"), 1);
}

TEST(Migrate, LeavesACurrentDatabaseThatIsReadOnlyAlone) {
  const ScratchFolder folder;
  ASSERT_TRUE(migrate(*writable(folder / "a.db"), kFirst).ok());
  const auto reader = readable(folder / "a.db");
  EXPECT_TRUE(migrate(*reader, kFirst).ok());
  EXPECT_EQ(migrate(*reader, kSteps).error().code, ErrorCode::PermissionDenied);
}

TEST(Migrate, SeveralMayOpenANewDatabaseAtOnce) {
  for (int round = 0; round < 10; ++round) {
    const ScratchFolder folder;
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&folder] {
        auto database = Database::open(folder / "a.db", {.mode = OpenMode::ReadWrite});
        ASSERT_TRUE(database.ok()) << database.error().message;
        const Status migrated = migrate(*database.value(), kSteps);
        ASSERT_TRUE(migrated.ok()) << migrated.error().message;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(scalar(*readable(folder / "a.db"), "SELECT count(*) FROM t WHERE y = 7"), 1);
  }
}

}  // namespace
}  // namespace nacre::db
