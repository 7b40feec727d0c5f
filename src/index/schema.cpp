#include "index/schema.h"

#include <array>

#include "fs/mapped_file.h"
#include "lexical/postings.h"
#include "lexical/unit_table.h"

namespace nacre::index {
namespace {

constexpr std::string_view kTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE files(
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  changed_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  indexed_at_ns INTEGER NOT NULL,
  layer INTEGER NOT NULL,
  owner TEXT NOT NULL,
  visibility INTEGER NOT NULL,
  origin INTEGER NOT NULL,
  day INTEGER,
  project TEXT NOT NULL,
  title TEXT NOT NULL,
  names TEXT,
  state INTEGER NOT NULL,
  reason TEXT NOT NULL,
  units INTEGER NOT NULL,
  UNIQUE(path, source));
CREATE TABLE partitions(
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  visibility INTEGER NOT NULL,
  layer INTEGER NOT NULL,
  explicit_private INTEGER NOT NULL);
CREATE TABLE units(
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  begin_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL,
  overlap_bytes INTEGER NOT NULL,
  partition INTEGER NOT NULL,
  length INTEGER NOT NULL,
  heading_length INTEGER NOT NULL,
  speaker_bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  heading TEXT NOT NULL,
  attributes TEXT,
  text TEXT NOT NULL);
CREATE INDEX units_by_file ON units(file, ordinal);
CREATE VIEW memory_chunks AS
  SELECT u.id AS id, f.path AS file_path, u.start_line AS start_line, u.end_line AS end_line,
    u.text AS content, NULL AS embedding, lower(hex(u.content_hash)) AS content_hash,
    u.created_at AS created_at, f.indexed_at_ns / 1000000 AS updated_at
  FROM units u JOIN files f ON f.id = u.file WHERE u.kind <> 2;
)sql";

std::string schema_sql(std::string_view reading, text::Runs runs) {
  std::string sql = "PRAGMA application_id=" + std::to_string(kApplicationId) + ";";
  for (const std::string_view part :
       {kTables, lexical::kPostingsSchema, lexical::kUnitTableSchema}) {
    sql += part;
  }
  sql +=
      "INSERT INTO meta VALUES('tokenizer', '" + std::string(text::tokenizer_identity(runs)) + "')";
  // An identity is letters, digits and colons.
  sql += ",('reading', '" + std::string(reading) + "')";
  for (const std::string_view key : {kGeneration, kNextUnit, kNextFile}) {
    sql += ",('" + std::string(key) + "', 1)";
  }
  for (const std::string_view key : {kDeadUnits, kComplete}) {
    sql += ",('" + std::string(key) + "', 0)";
  }
  return sql + ";";
}

Error unsupported(const db::Database& database, const std::string& what) {
  return Error{ErrorCode::Unsupported, "index '" + database.path() + "': " + what,
               "run `nacre index` to build it anew"};
}

}  // namespace

Status create_schema(db::Database& database, std::string_view reading, text::Runs runs) {
  const std::string sql = schema_sql(reading, runs);
  const std::array<db::Migration, 1> steps = {{{.to = kSchemaVersion, .sql = sql}}};
  return db::migrate(database, steps);
}

Status check_schema(db::Database& database, std::string_view reading, text::Runs runs) {
  const std::int64_t version = NACRE_TRY(database.pragma("user_version"));
  const std::int64_t application = NACRE_TRY(database.pragma("application_id"));
  db::Statement tables = NACRE_TRY(database.prepare("SELECT count(*) FROM sqlite_schema"));
  NACRE_TRY(tables.step());
  if (version == 0 && application == 0 && tables.integer(0) == 0) {
    return Error{ErrorCode::NotFound, "index '" + database.path() + "' is empty",
                 "run `nacre index` to build it"};
  }
  if (application != kApplicationId) {
    return unsupported(database, std::string(kForeign))
        .with_hint("it is left as it is: choose another index.cache_dir, or move that file away");
  }
  if (version > kSchemaVersion) {
    return unsupported(database, std::string(kNewer))
        .with_hint("update this nacre, or replace that index with `nacre index --rebuild`");
  }
  if (version < kSchemaVersion) return unsupported(database, "was written by an older nacre");

  db::Statement identity =
      NACRE_TRY(database.prepare("SELECT value FROM meta WHERE key = 'tokenizer'"));
  const bool found = NACRE_TRY(identity.step());
  if (!found || identity.text(0) != text::tokenizer_identity(runs)) {
    return unsupported(database, std::string(kOtherTokenizer));
  }
  db::Statement masked =
      NACRE_TRY(database.prepare("SELECT value FROM meta WHERE key = 'reading'"));
  const bool known = NACRE_TRY(masked.step());
  if (!known || masked.text(0) != reading) {
    return unsupported(database, std::string(kOtherReading));
  }
  return Ok{};
}

Status check_complete(db::Database& database) {
  if (NACRE_TRY(meta_number(database, kComplete)) != 0) return Ok{};
  return Error{ErrorCode::NotFound, "index '" + database.path() + "' was never finished",
               "run `nacre index` to finish it"};
}

bool looks_like_index(const std::string& path) {
  // SQLite's header: its name, and the application's number at offset 68, big-endian.
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  constexpr std::size_t kApplicationAt = 68;
  const auto file = fs::MappedFile::open(path);
  if (!file.ok() || file.value().bytes().size() < 100) return false;
  const std::string_view header = file.value().bytes().substr(0, 100);
  std::int64_t application = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    application = application << 8 | static_cast<unsigned char>(header[kApplicationAt + i]);
  }
  return header.starts_with(kMagic) && application == kApplicationId;
}

Result<std::int64_t> meta_number(db::Database& database, std::string_view key) {
  db::Statement read = NACRE_TRY(database.prepare("SELECT value FROM meta WHERE key = ?1"));
  read.bind(1, key);
  const bool found = NACRE_TRY(read.step());
  const std::int64_t value = found ? read.integer(0) : -1;
  if (value < 0) {
    return Error{ErrorCode::Corruption, "index '" + database.path() + "': table meta: no number '" +
                                            std::string(key) + "'"};
  }
  return value;
}

Status set_meta_number(db::Database& database, std::string_view key, std::int64_t value) {
  db::Statement write = NACRE_TRY(database.prepare("UPDATE meta SET value = ?2 WHERE key = ?1"));
  return write.bind(1, key).bind(2, value).run();
}

}  // namespace nacre::index
