#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

#include "db/database_fixture.h"

namespace nacre::db {
namespace {

using Kind = Transaction::Kind;

class TransactionTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(writer_->execute("CREATE TABLE t(x)").ok()); }
  Transaction begin(Database& database, Kind kind) {
    return Transaction::begin(database, kind).value();
  }
  static std::int64_t count(Database& database) {
    return scalar(database, "SELECT count(*) FROM t");
  }

  ScratchFolder folder_;
  std::string path_ = folder_ / "a.db";
  std::unique_ptr<Database> writer_ = writable(path_);
};

TEST_F(TransactionTest, RollsBackUnlessCommitted) {
  {
    const Transaction transaction = begin(*writer_, Kind::Write);
    ASSERT_TRUE(writer_->execute("INSERT INTO t VALUES(1)").ok());
  }
  EXPECT_EQ(count(*writer_), 0);
  {
    Transaction transaction = begin(*writer_, Kind::Write);
    ASSERT_TRUE(writer_->execute("INSERT INTO t VALUES(1)").ok());
    EXPECT_TRUE(transaction.commit().ok());
  }
  EXPECT_EQ(count(*writer_), 1);
}

TEST_F(TransactionTest, MayBeMoved) {
  {
    Transaction first = begin(*writer_, Kind::Write);
    ASSERT_TRUE(writer_->execute("INSERT INTO t VALUES(1)").ok());
    Transaction second = std::move(first);
    ASSERT_TRUE(second.commit().ok());
  }
  EXPECT_EQ(count(*writer_), 1);
}

TEST_F(TransactionTest, OneAtATimePerConnection) {
  const Transaction transaction = begin(*writer_, Kind::Write);
  EXPECT_EQ(Transaction::begin(*writer_, Kind::Write).error().code, ErrorCode::Internal);
}

TEST_F(TransactionTest, AReadPinsItsSnapshotFromTheStart) {
  const auto reader = readable(path_);
  {
    const Transaction snapshot = begin(*reader, Kind::Read);
    ASSERT_TRUE(writer_->execute("INSERT INTO t VALUES(1)").ok());
    EXPECT_EQ(count(*reader), 0);
  }
  EXPECT_EQ(count(*reader), 1);
}

TEST_F(TransactionTest, ReadersDoNotWaitForTheWriter) {
  const auto reader = readable(path_);
  const Transaction writing = begin(*writer_, Kind::Write);
  ASSERT_TRUE(writer_->execute("INSERT INTO t VALUES(1)").ok());
  EXPECT_EQ(count(*reader), 0);
}

TEST_F(TransactionTest, ASecondWriterIsUnavailableAfterTheTimeout) {
  const auto other = opened(path_, {.mode = OpenMode::ReadWrite, .busy_timeout_ms = 1});
  const Transaction first = begin(*writer_, Kind::Write);
  const auto second = Transaction::begin(*other, Kind::Write);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::Unavailable);
  EXPECT_EQ(second.error().message, "database '" + path_ + "': database is locked");
  EXPECT_EQ(second.error().hint, "another process is using it: try again");
}

TEST_F(TransactionTest, AFullDatabaseIsAnErrorOfTheDiskAndRollsBack) {
  ASSERT_TRUE(writer_->execute("PRAGMA max_page_count=5").ok());
  {
    const Transaction transaction = begin(*writer_, Kind::Write);
    const Status full = writer_->execute("INSERT INTO t VALUES(randomblob(100000))");
    ASSERT_FALSE(full.ok());
    EXPECT_EQ(full.error().code, ErrorCode::Io);
    EXPECT_EQ(full.error().hint, "the disk is full: free some space");
  }
  EXPECT_EQ(count(*writer_), 0);
  EXPECT_TRUE(writer_->execute("INSERT INTO t VALUES(1)").ok());
}

TEST_F(TransactionTest, ConcurrentWritersLoseNothing) {
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([this] {
      const auto database = writable(path_);
      for (int n = 0; n < kEach; ++n) {
        auto transaction = Transaction::begin(*database, Kind::Write);
        ASSERT_TRUE(transaction.ok()) << transaction.error().message;
        const std::int64_t seen = count(*database);
        Statement insert = database->prepare("INSERT INTO t VALUES(?1)").value();
        ASSERT_TRUE(insert.bind(1, seen).run().ok());
        ASSERT_TRUE(transaction.value().commit().ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(scalar(*writer_, "SELECT count(DISTINCT x) FROM t"), kThreads * kEach);
}

TEST(TransactionProperty, TheTableIsWhatTheCommittedStepsMake) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto database = writable(":memory:");
    ASSERT_TRUE(database->execute("CREATE TABLE t(x)").ok());
    std::int64_t expected = 0;
    for (int round = 0; round < 30; ++round) {
      Transaction transaction = Transaction::begin(*database, Kind::Write).value();
      std::int64_t added = 0;
      for (std::uint64_t n = random() % 4; n > 0; --n) {
        const auto value = static_cast<std::int64_t>(random() % 1000);
        Statement insert = database->prepare("INSERT INTO t VALUES(?1)").value();
        ASSERT_TRUE(insert.bind(1, value).run().ok());
        added += value;
      }
      if (random() % 2 == 0) continue;
      ASSERT_TRUE(transaction.commit().ok());
      expected += added;
    }
    ASSERT_EQ(scalar(*database, "SELECT ifnull(sum(x), 0) FROM t"), expected);
  }
}

}  // namespace
}  // namespace nacre::db
