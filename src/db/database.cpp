#include "db/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "db/sqlite_error.h"

namespace nacre::db {
namespace {

// More idle statements than all rooms together have; only SQL that is put
// together at run time can reach it.
constexpr std::size_t kIdleStatementsMax = 256;
constexpr int kJournalBytesKept = 16 << 20;
constexpr int kRetryPauseMs = 5;

std::string_view without_trailing_blanks(std::string_view sql) {
  const std::size_t last = sql.find_last_not_of(" \t\r\n");
  return sql.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// As SQLite's URI, for immutable=1: the one option that has no flag.
std::string immutable_uri(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '?' || c == '#' || c == '%' || byte < 0x20) {
      uri += '%';
      uri += kDigits[byte >> 4];
      uri += kDigits[byte & 15];
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

bool may(const std::string& path, int mode) {
  return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
}

// Whether a log holds what the database file lacks.
bool has_unread_log(const std::string& path) {
  struct stat log {};
  return ::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0;
}

// The log and the shared memory of a WAL database stand beside it.
bool cannot_make_companions(const Error& error) {
  return error.code == ErrorCode::NotFound || error.code == ErrorCode::PermissionDenied ||
         error.code == ErrorCode::Io;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// SQLite tries several ways before it gives up, and the system's last word is then
// about another file, or about reading where writing was refused.
Error reason_not_opened(Error error, const std::string& path) {
  if (error.code != ErrorCode::NotFound) return error;
  if (may(path, F_OK)) {
    error.code = ErrorCode::Unavailable;
    error.hint = "a log stands beside it: open it once where files can be made";
  } else if (may(folder_of(path), F_OK) && !may(folder_of(path), W_OK)) {
    error.code = ErrorCode::PermissionDenied;
  }
  return error;
}

}  // namespace

// Idle statements under their own text, which SQLite keeps for each of them.
struct Database::Cache {
  std::unordered_multimap<std::string_view, sqlite3_stmt*> idle;

  void finalize_all() {
    for (const auto& [sql, statement] : std::exchange(idle, {})) sqlite3_finalize(statement);
  }
};

Database::Database(std::string path) : path_(std::move(path)), cache_(std::make_unique<Cache>()) {}

Database::~Database() {
  cache_->finalize_all();
  NACRE_CHECK(sqlite3_close(handle_) == SQLITE_OK);
}

Result<std::unique_ptr<Database>> Database::open(std::string_view path,
                                                 const OpenOptions& options) {
  if (path.empty() || path.find('\0') != std::string_view::npos) {
    return Error{ErrorCode::InvalidArgument, "database: not a path"};
  }
  std::unique_ptr<Database> database(new Database(std::string(path)));
  Status connected = database->connect(options, false);
  if (!connected.ok() && options.mode == OpenMode::ReadOnly && may(database->path_, R_OK) &&
      !has_unread_log(database->path_) && cannot_make_companions(connected.error())) {
    connected = database->connect(options, true);
  }
  if (!connected.ok()) {
    return reason_not_opened(std::move(connected).error(), database->path_).in("open");
  }
  return database;
}

Status Database::connect(const OpenOptions& options, bool immutable) {
  cache_->finalize_all();
  NACRE_CHECK(sqlite3_close(std::exchange(handle_, nullptr)) == SQLITE_OK);

  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= options.mode == OpenMode::ReadOnly ? SQLITE_OPEN_READONLY
                                              : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // A relative path that looks like a URI must stay a path.
  std::string name = path_.starts_with("file:") ? "./" + path_ : path_;
  if (immutable) {
    name = immutable_uri(name);
    flags |= SQLITE_OPEN_URI;
  }
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) return sqlite_error(handle_, code, path_);
  return configure(options);
}

Status Database::configure(const OpenOptions& options) {
  sqlite3_busy_timeout(handle_, options.busy_timeout_ms);
  // The file may come from elsewhere: its schema must not run what we did not write.
  for (const auto& [setting, value] :
       {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        std::pair{SQLITE_DBCONFIG_DQS_DML, 0}, std::pair{SQLITE_DBCONFIG_DQS_DDL, 0}}) {
    NACRE_CHECK(sqlite3_db_config(handle_, setting, value, nullptr) == SQLITE_OK);
  }
  NACRE_TRY(
      execute("PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY;"
              "PRAGMA cache_size=-" +
              std::to_string(options.cache_kib) +
              "; PRAGMA mmap_size=" + std::to_string(options.mmap_bytes)));
  // Opening is lazy; this read meets a damaged header or a missing companion.
  NACRE_TRY(pragma("schema_version"));
  if (options.mode == OpenMode::ReadOnly) return Ok{};

  // Two processes that make a new database collide in the change to WAL, where
  // SQLite does not call the busy handler.
  for (int waited_ms = 0;; waited_ms += kRetryPauseMs) {
    Status changed = execute("PRAGMA journal_mode=WAL");
    if (changed.ok()) break;
    if (changed.error().code != ErrorCode::Unavailable || waited_ms >= options.busy_timeout_ms) {
      return changed;
    }
    sqlite3_sleep(kRetryPauseMs);
  }
  return execute("PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=" +
                 std::to_string(kJournalBytesKept));
}

Status Database::execute(std::string_view sql) {
  const int code = sqlite3_exec(handle_, std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return sqlite_error(handle_, code, path_);
  return Ok{};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sql = without_trailing_blanks(sql);
  if (const auto idle = cache_->idle.find(sql); idle != cache_->idle.end()) {
    sqlite3_stmt* statement = idle->second;
    cache_->idle.erase(idle);
    return Statement(*this, statement);
  }
  sqlite3_stmt* statement = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, &tail);
  if (code != SQLITE_OK) return sqlite_error(handle_, code, path_);
  NACRE_CHECK(statement != nullptr && tail == sql.data() + sql.size());
  return Statement(*this, statement);
}

void Database::give_back(sqlite3_stmt* statement) {
  if (cache_->idle.size() >= kIdleStatementsMax) {
    const auto some = cache_->idle.begin();
    sqlite3_stmt* const evicted = some->second;
    cache_->idle.erase(some);
    sqlite3_finalize(evicted);
  }
  cache_->idle.emplace(sqlite3_sql(statement), statement);
}

std::int64_t Database::changes() const {
  return sqlite3_changes64(handle_);
}

Status Database::check_integrity() {
  Statement check = NACRE_TRY(prepare("PRAGMA quick_check(1)"));
  const bool has_row = NACRE_TRY(check.step());
  if (has_row && check.text(0) == "ok") return Ok{};
  return Error{ErrorCode::Corruption,
               "database '" + path_ + "': " + std::string(has_row ? check.text(0) : "no answer")};
}

Result<std::int64_t> Database::pragma(std::string_view name) {
  NACRE_CHECK(std::all_of(name.begin(), name.end(),
                          [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); }));
  Statement statement = NACRE_TRY(prepare("PRAGMA " + std::string(name)));
  const bool has_row = NACRE_TRY(statement.step());
  NACRE_CHECK(has_row);
  return statement.integer(0);
}

Status Database::become(Database& source) {
  sqlite3_backup* const backup = sqlite3_backup_init(handle_, "main", source.handle_, "main");
  if (backup == nullptr) return sqlite_error(handle_, sqlite3_extended_errcode(handle_), path_);
  // All pages in one step: one transaction here, which waits for other writers.
  const int stepped = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  if (stepped == SQLITE_DONE && finished == SQLITE_OK) return Ok{};
  if (stepped == SQLITE_READONLY) {
    return Error{ErrorCode::Unsupported,
                 "database '" + path_ + "': its pages are not as long as those of the copy"};
  }
  return sqlite_error(handle_, stepped == SQLITE_DONE ? finished : stepped, path_);
}

Status Database::checkpoint() {
  // Without the busy handler, which would wait for readers.
  const std::int64_t timeout_ms = NACRE_TRY(pragma("busy_timeout"));
  sqlite3_busy_timeout(handle_, 0);
  const int code =
      sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  Status done = Ok{};
  if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY && (code & 0xff) != SQLITE_LOCKED) {
    done = sqlite_error(handle_, code, path_);
  }
  sqlite3_busy_timeout(handle_, static_cast<int>(timeout_ms));
  return done;
}

}  // namespace nacre::db
