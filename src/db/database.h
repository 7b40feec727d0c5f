#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace nacre::db {

enum class OpenMode {
  ReadOnly,   // Fails with NotFound when missing. Never writes, migrates or checkpoints.
  ReadWrite,  // Created when missing.
};

struct OpenOptions {
  OpenMode mode = OpenMode::ReadOnly;
  int busy_timeout_ms = 10'000;
  int cache_kib = 8'192;
  std::uint64_t mmap_bytes = std::uint64_t{256} << 20;
};

class Statement;

// One SQLite connection, WAL, synchronous=NORMAL (derived data; truth files
// sync by themselves). Corruption for damaged files ("file is not a database",
// malformed, checksum), Unavailable for locks that stay taken, Io for the disk,
// PermissionDenied for rights, AlreadyExists for a unique key that is taken,
// Internal for SQL that is wrong; every message names the path.
//
// Strings in SQL stand in single quotes: double-quoted ones are refused. Shadow
// tables, such as FTS5's, can be read but not written.
//
// Threads: one at a time.
class Database {
 public:
  // Reads the header, so that a damaged file is refused here. A WAL database that
  // stands where nothing can be created is read as immutable, unless a log beside
  // it holds what the database lacks. ":memory:" is for tests.
  static Result<std::unique_ptr<Database>> open(std::string_view path, const OpenOptions& options);
  // Every statement and transaction must be gone.
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  Status execute(std::string_view sql);  // One or more statements without parameters.
  // Prepared once per text and kept; reset when the handle goes out of scope. The
  // same text may be in use several times at once. `sql` is one statement.
  Result<Statement> prepare(std::string_view sql);
  std::int64_t changes() const;
  // Quick structural check, O(size); Corruption with SQLite's words.
  Status check_integrity();
  Result<std::int64_t> pragma(std::string_view name);  // "data_version", "user_version"
  // Puts the WAL back into the database as far as no reader is in the way, and
  // empties it when none is. Does not wait.
  Status checkpoint();
  // Puts the whole content of `source` in the place of this one's, in one transaction:
  // readers of this database see the old content until then. Unsupported when the
  // pages are of another size.
  Status become(Database& source);
  sqlite3* handle() const { return handle_; }
  const std::string& path() const { return path_; }

 private:
  friend class Statement;
  struct Cache;
  explicit Database(std::string path);
  Status connect(const OpenOptions& options, bool immutable);
  Status configure(const OpenOptions& options);
  void give_back(sqlite3_stmt* statement);

  sqlite3* handle_ = nullptr;
  std::string path_;
  std::unique_ptr<Cache> cache_;
};

// A statement being bound and stepped. Parameters and columns count from 1 and
// 0, as in SQLite. Bound views must live until the next reset, which clears all
// bindings: bind every parameter again. Text keeps its NUL bytes.
class Statement {
 public:
  Statement(Statement&&) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();  // Resets.

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, double value);
  Statement& bind(int index, std::string_view text);
  Statement& bind_blob(int index, std::span<const std::uint8_t> bytes);
  Statement& bind_null(int index);

  Result<bool> step();  // true: a row.
  Status run();         // Steps to the end, then resets for the next binding.
  void reset();

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // Until the next step or reset.
  std::span<const std::uint8_t> blob(int column) const;
  bool is_null(int column) const;

 private:
  friend class Database;
  Statement(Database& database, sqlite3_stmt* statement)
      : database_(&database), statement_(statement) {}
  Statement& bound(int code);

  Database* database_;
  sqlite3_stmt* statement_;  // Null when moved from.
  int bind_code_ = 0;        // The first refusal of a value; reported by `step`.
};

// A transaction that rolls back unless committed. `Write` is BEGIN IMMEDIATE:
// the writers of all processes wait here for at most the busy timeout. `Read`
// pins a snapshot. One at a time per connection.
class Transaction {
 public:
  enum class Kind { Read, Write };
  static Result<Transaction> begin(Database& database, Kind kind);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Status commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

// One step of a schema: `sql` brings version `to - 1` to `to`.
struct Migration {
  std::int64_t to;
  std::string_view sql;
};
// Runs what is missing, each step in its transaction, PRAGMA user_version being
// the version; several processes may do so at once. Unsupported when the database
// is newer than the last step, Corruption when its tables do not fit a step.
Status migrate(Database& database, std::span<const Migration> migrations);

}  // namespace nacre::db
