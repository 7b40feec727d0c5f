#include <sqlite3.h>

#include <utility>

#include "db/database.h"
#include "db/sqlite_error.h"

namespace nacre::db {

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      bind_code_(other.bind_code_) {}

Statement::~Statement() {
  if (statement_ == nullptr) return;
  reset();
  database_->give_back(statement_);
}

// Only a value that is too large for SQLite is the world's fault.
Statement& Statement::bound(int code) {
  NACRE_CHECK(code == SQLITE_OK || code == SQLITE_TOOBIG || code == SQLITE_NOMEM);
  if (bind_code_ == SQLITE_OK) bind_code_ = code;
  return *this;
}

Statement& Statement::bind(int index, std::int64_t value) {
  return bound(sqlite3_bind_int64(statement_, index, value));
}

Statement& Statement::bind(int index, double value) {
  return bound(sqlite3_bind_double(statement_, index, value));
}

Statement& Statement::bind(int index, std::string_view text) {
  // SQLite takes a null pointer for NULL, but an empty view is an empty text.
  const char* data = text.data() != nullptr ? text.data() : "";
  return bound(
      sqlite3_bind_text64(statement_, index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

Statement& Statement::bind_blob(int index, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return bound(sqlite3_bind_zeroblob(statement_, index, 0));
  return bound(sqlite3_bind_blob64(statement_, index, bytes.data(), bytes.size(), SQLITE_STATIC));
}

Statement& Statement::bind_null(int index) {
  return bound(sqlite3_bind_null(statement_, index));
}

Result<bool> Statement::step() {
  if (bind_code_ != SQLITE_OK) return sqlite_error(nullptr, bind_code_, database_->path());
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return sqlite_error(database_->handle(), code, database_->path());
}

Status Statement::run() {
  Result<bool> row = true;
  while (row.ok() && row.value()) row = step();
  reset();
  if (!row.ok()) return std::move(row).error();
  return Ok{};
}

void Statement::reset() {
  // Both codes repeat what `step` has already reported.
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  bind_code_ = SQLITE_OK;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_, column);
}

std::string_view Statement::text(int column) const {
  // The pointer first: asking for it may convert, and change the length.
  const unsigned char* data = sqlite3_column_text(statement_, column);
  if (data == nullptr) return {};
  const int bytes = sqlite3_column_bytes(statement_, column);
  return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(bytes)};
}

std::span<const std::uint8_t> Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  if (data == nullptr) return {};
  const int bytes = sqlite3_column_bytes(statement_, column);
  return {static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(bytes)};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

}  // namespace nacre::db
