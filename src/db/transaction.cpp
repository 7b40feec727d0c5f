#include <sqlite3.h>

#include <utility>

#include "db/database.h"
#include "db/sqlite_error.h"

namespace nacre::db {

Result<Transaction> Transaction::begin(Database& database, Kind kind) {
  // Where nothing can be written, BEGIN IMMEDIATE quietly begins a read.
  if (kind == Kind::Write && sqlite3_db_readonly(database.handle(), "main") == 1) {
    return sqlite_error(database.handle(), SQLITE_READONLY, database.path());
  }
  Statement start = NACRE_TRY(database.prepare(kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN"));
  NACRE_TRY(start.run());
  Transaction transaction(database);
  if (kind == Kind::Read) {
    // BEGIN alone takes no snapshot; the first read does.
    Statement read = NACRE_TRY(database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1"));
    NACRE_TRY(read.step());
  }
  return transaction;
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  // After some failures SQLite has rolled back already.
  if (database_ == nullptr || sqlite3_get_autocommit(database_->handle()) != 0) return;
  [[maybe_unused]] const Status rolled_back = database_->execute("ROLLBACK");
}

Status Transaction::commit() {
  NACRE_CHECK(database_ != nullptr);
  Statement commit = NACRE_TRY(database_->prepare("COMMIT"));
  NACRE_TRY(commit.run());
  database_ = nullptr;
  return Ok{};
}

}  // namespace nacre::db
