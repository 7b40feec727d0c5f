#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <limits>

#include "db/database_fixture.h"

namespace nacre::db {
namespace {

class StatementTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(database_->execute("CREATE TABLE t(x)").ok()); }
  int prepared() const {
    int count = 0;
    for (sqlite3_stmt* at = nullptr; (at = sqlite3_next_stmt(database_->handle(), at));) ++count;
    return count;
  }
  Statement prepare(std::string_view sql) { return database_->prepare(sql).value(); }

  std::unique_ptr<Database> database_ = writable(":memory:");
};

TEST_F(StatementTest, BindsAndReadsEveryType) {
  Statement select = prepare("SELECT ?1, ?2, ?3, ?4, ?5, typeof(?3), typeof(?4)");
  const std::array<std::uint8_t, 3> bytes = {0, 255, 7};
  select.bind(1, std::numeric_limits<std::int64_t>::min()).bind(2, 0.1).bind(3, "中文");
  select.bind_blob(4, bytes).bind_null(5);
  ASSERT_TRUE(select.step().value());
  EXPECT_EQ(select.integer(0), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(select.real(1), 0.1);
  EXPECT_EQ(select.text(2), "中文");
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), select.blob(3).begin()));
  EXPECT_EQ(select.blob(3).size(), 3U);
  EXPECT_TRUE(select.is_null(4));
  EXPECT_FALSE(select.is_null(0));
  EXPECT_EQ(select.text(4), "");
  EXPECT_EQ(select.text(5), "text");
  EXPECT_EQ(select.text(6), "blob");
  EXPECT_FALSE(select.step().value());
}

TEST_F(StatementTest, EmptyIsNotNull) {
  Statement select = prepare("SELECT typeof(?1), typeof(?2)");
  select.bind(1, std::string_view()).bind_blob(2, {});
  ASSERT_TRUE(select.step().value());
  EXPECT_EQ(select.text(0), "text");
  EXPECT_EQ(select.text(1), "blob");
}

TEST_F(StatementTest, TextKeepsItsNulBytes) {
  const std::string text("a\0b\0", 4);
  ASSERT_TRUE(prepare("INSERT INTO t VALUES(?1)").bind(1, text).run().ok());
  Statement select = prepare("SELECT x FROM t");
  ASSERT_TRUE(select.step().value());
  EXPECT_EQ(select.text(0), text);
}

TEST_F(StatementTest, IsReusedAfterRun) {
  Statement insert = prepare("INSERT INTO t VALUES(?1)");
  for (std::int64_t i = 1; i <= 100; ++i) ASSERT_TRUE(insert.bind(1, i).run().ok());
  EXPECT_EQ(scalar(*database_, "SELECT sum(x) FROM t"), 5050);
}

TEST_F(StatementTest, ResetClearsTheBindings) {
  Statement select = prepare("SELECT ?1 IS NULL");
  {
    const std::string gone = "gone";
    select.bind(1, gone);
  }
  select.reset();
  ASSERT_TRUE(select.step().value());
  EXPECT_EQ(select.integer(0), 1);
}

TEST_F(StatementTest, IsPreparedOncePerText) {
  const int before = prepared();
  for (int i = 0; i < 5; ++i) {
    const std::string sql = i % 2 == 0 ? "SELECT x FROM t" : "SELECT x FROM t \n";
    const Statement statement = prepare(sql);
    EXPECT_EQ(prepared(), before + 1);
  }
  EXPECT_EQ(prepared(), before + 1);
}

TEST_F(StatementTest, TheSameTextMayBeInUseTwice) {
  ASSERT_TRUE(database_->execute("INSERT INTO t VALUES(1),(2),(3)").ok());
  for (int round = 0; round < 2; ++round) {
    std::int64_t pairs = 0;
    Statement outer = prepare("SELECT x FROM t ORDER BY x");
    while (outer.step().value()) {
      Statement inner = prepare("SELECT x FROM t ORDER BY x");
      while (inner.step().value()) pairs += outer.integer(0) * inner.integer(0);
    }
    EXPECT_EQ(pairs, 36);
  }
}

TEST_F(StatementTest, AHandleThatGoesAwayEndsItsRead) {
  ASSERT_TRUE(database_->execute("INSERT INTO t VALUES(1),(2)").ok());
  {
    Statement select = prepare("SELECT x FROM t");
    ASSERT_TRUE(select.step().value());
  }
  EXPECT_TRUE(database_->execute("DROP TABLE t").ok());
}

TEST_F(StatementTest, SurvivesAChangeOfTheSchema) {
  EXPECT_EQ(scalar(*database_, "SELECT count(*) FROM t"), 0);
  ASSERT_TRUE(database_->execute("ALTER TABLE t ADD COLUMN y; INSERT INTO t VALUES(1,2)").ok());
  EXPECT_EQ(scalar(*database_, "SELECT count(*) FROM t"), 1);
}

TEST_F(StatementTest, MayBeMoved) {
  Statement first = prepare("SELECT ?1");
  first.bind(1, std::int64_t{5});
  Statement second = std::move(first);
  ASSERT_TRUE(second.step().value());
  EXPECT_EQ(second.integer(0), 5);
}

TEST_F(StatementTest, AFailedStepCanBeRepeatedAfterAReset) {
  ASSERT_TRUE(database_->execute("CREATE TABLE u(x INTEGER PRIMARY KEY)").ok());
  Statement insert = prepare("INSERT INTO u VALUES(?1)");
  ASSERT_TRUE(insert.bind(1, std::int64_t{1}).run().ok());
  const Status again = insert.bind(1, std::int64_t{1}).run();
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(again.error().message, "database ':memory:': UNIQUE constraint failed: u.x");
  EXPECT_TRUE(insert.bind(1, std::int64_t{2}).run().ok());
}

TEST_F(StatementTest, ManyTextsDoNotPileUp) {
  for (int i = 0; i < 2000; ++i) {
    const std::string sql = "SELECT " + std::to_string(i);
    ASSERT_EQ(scalar(*database_, sql), i);
  }
  EXPECT_LE(prepared(), 256);
}

TEST_F(StatementTest, BindingWhatIsNotThereIsOurBug) {
  Statement select = prepare("SELECT ?1");
  EXPECT_DEATH(select.bind(2, std::int64_t{1}), "check failed");
}

TEST_F(StatementTest, AStatementMustNotOutliveItsDatabase) {
  EXPECT_DEATH(
      {
        const Statement select = prepare("SELECT 1");
        database_.reset();
      },
      "check failed");
}

TEST_F(StatementTest, TwoStatementsInOneTextAreOurBug) {
  EXPECT_DEATH(static_cast<void>(database_->prepare("SELECT 1; SELECT 2")), "check failed");
  EXPECT_DEATH(static_cast<void>(database_->prepare(" ")), "check failed");
}

}  // namespace
}  // namespace nacre::db
