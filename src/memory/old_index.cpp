#include "memory/old_index.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/environment.h"
#include "base/json.h"
#include "db/database.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kCopyBytesMax = std::uint64_t{256} << 20;
constexpr std::uint64_t kPieceBytes = 1 << 20;
constexpr int kAttemptsMax = 3;
constexpr std::array<std::string_view, 3> kCopiedNames = {"copy", "copy-wal", "copy-shm"};

// A directory of our own that goes with all that SQLite makes in it.
class CopyDirectory {
 public:
  CopyDirectory() {
    std::string pattern = base::environment("TMPDIR").value_or("/tmp") + "/nacre-adopt-XXXXXX";
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~CopyDirectory() {
    if (path_.empty()) return;
    for (const std::string_view name : kCopiedNames)
      ::unlink((path_ + "/" + std::string(name)).c_str());
    ::rmdir(path_.c_str());
  }
  CopyDirectory(const CopyDirectory&) = delete;
  CopyDirectory& operator=(const CopyDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Age {
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  bool operator==(const Age&) const = default;
};

Age age_of(fs::FileSystem& files, const std::string& path) {
  const auto stat = files.stat(path, true);
  if (!stat.ok()) return {};
  return {.size = stat.value().size, .modified_ns = stat.value().modified_ns};
}

Status copy(fs::FileSystem& files, const std::string& from, const std::string& to) {
  const auto source = NACRE_TRY(files.open(from));
  const auto target = NACRE_TRY(files.lock(to, true, 0));
  NACRE_TRY(target->truncate(0));
  for (std::uint64_t at = 0;;) {
    const std::string piece = NACRE_TRY(source->read_at(at, kPieceBytes));
    if (piece.empty()) return Ok{};
    NACRE_TRY(target->write_at(at, piece));
    at += piece.size();
  }
}

// Both files as they were at one moment, or Unavailable.
Status copy_both(fs::FileSystem& files, const std::string& path, const std::string& to) {
  const std::string log = path + "-wal";
  for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
    const Age database = age_of(files, path);
    const Age wal = age_of(files, log);
    if (database.size + wal.size > kCopyBytesMax) {
      return Error{ErrorCode::ResourceExhausted, "it is too large to be looked into"};
    }
    NACRE_TRY(copy(files, path, to));
    if (wal != Age()) NACRE_TRY(copy(files, log, to + "-wal"));
    if (database == age_of(files, path) && wal == age_of(files, log)) return Ok{};
  }
  return Error{ErrorCode::Unavailable, "it is being written to"};
}

bool has_table(db::Database& database, std::string_view name) {
  auto statement = database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?");
  if (!statement.ok()) return false;
  const auto row = statement.value().bind(1, name).step();
  return row.ok() && row.value();
}

Result<std::uint64_t> count(db::Database& database, const std::string& of) {
  auto statement = NACRE_TRY(database.prepare("SELECT " + of));
  if (!NACRE_TRY(statement.step())) return std::uint64_t{0};
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, statement.integer(0)));
}

Result<std::string> model_in(db::Database& database, const std::string& table) {
  auto statement = NACRE_TRY(
      database.prepare("SELECT value FROM " + table + " WHERE key = 'memory_index_meta_v1'"));
  if (!NACRE_TRY(statement.step())) return std::string();
  const auto meta = base::parse_json(statement.text(0));
  if (!meta.ok() || !meta.value().is_object()) return std::string();
  const auto model = meta.value().find("model");
  return model != meta.value().end() && model->is_string() ? model->get<std::string>()
                                                           : std::string();
}

Result<OldIndex> read_index(db::Database& database) {
  OldIndex index;
  // Tables of today, and of the years when the index had a file of its own.
  constexpr std::array<std::array<const char*, 3>, 2> kTables = {
      {{"memory_index_sources", "memory_index_chunks", "memory_index_meta"},
       {"files", "chunks", "meta"}}};
  for (const auto& [files, chunks, meta] : kTables) {
    if (!has_table(database, files) || !has_table(database, chunks)) continue;
    index.files = NACRE_TRY(count(database, std::string("count(*) FROM ") + files));
    index.chunks = NACRE_TRY(count(database, std::string("count(*) FROM ") + chunks));
    if (has_table(database, meta)) index.model = NACRE_TRY(model_in(database, meta));
    break;
  }
  if (has_table(database, "transcript_events")) {
    index.sessions =
        NACRE_TRY(count(database, "count(DISTINCT session_id) FROM transcript_events"));
  }
  return index;
}

}  // namespace

Result<OldIndex> look_into_old_index(fs::FileSystem& files, const std::string& path) {
  const CopyDirectory directory;
  if (directory.path().empty()) {
    return Error{ErrorCode::Io, "there is no place for a copy of it"};
  }
  const std::string copied = directory.path() + "/copy";
  NACRE_TRY(copy_both(files, path, copied));
  const auto database = NACRE_TRY(db::Database::open(copied, {.mode = db::OpenMode::ReadOnly}));
  return read_index(*database);
}

}  // namespace nacre::memory
