#include <algorithm>
#include <string>

#include "fs/file_system.h"
#include "index/schema.h"
#include "index/sqlite_store.h"

namespace nacre::index {
namespace {

// How long a writer waits while another one builds a damaged index anew.
constexpr int kLockWaitMs = 10'000;
constexpr std::string_view kMemory = ":memory:";
constexpr std::string_view kBad = ".bad-";

Result<std::shared_ptr<db::Database>> open_reader(const StoreOptions& options) {
  auto database = NACRE_TRY(db::Database::open(options.path, {.mode = db::OpenMode::ReadOnly}));
  NACRE_TRY(check_schema(*database, options.reading, options.runs));
  NACRE_TRY(check_complete(*database));
  return std::shared_ptr<db::Database>(std::move(database));
}

// Units of about 1,200 bytes leave a fifth of each 4 KiB page empty; larger
// pages make the whole index a tenth smaller. A page size can be chosen only
// while a database is empty, alone and without WAL: where another process came
// first, the pages stay as they are, which is no more than a waste.
void choose_page_size(db::Database& database) {
  [[maybe_unused]] const Status chosen =
      database.execute("PRAGMA journal_mode=DELETE; PRAGMA page_size=8192; VACUUM");
}

// Makes what is missing; fails on what is damaged or foreign.
Result<std::shared_ptr<db::Database>> open_writer(const StoreOptions& options) {
  const std::string& path = options.path;
  auto database = NACRE_TRY(db::Database::open(path, {.mode = db::OpenMode::ReadWrite}));
  Status usable = check_schema(*database, options.reading, options.runs);
  if (!usable.ok() && usable.error().code == ErrorCode::NotFound) {
    if (path != kMemory) {
      choose_page_size(*database);
      database.reset();
      database = NACRE_TRY(db::Database::open(path, {.mode = db::OpenMode::ReadWrite}));
    }
    NACRE_TRY(create_schema(*database, options.reading, options.runs));
    usable = check_schema(*database, options.reading, options.runs);
  }
  if (!usable.ok()) return std::move(usable).error();
  return std::shared_ptr<db::Database>(std::move(database));
}

// Two programs of different versions at one workspace would else replace each other's
// index at every write; and somebody else's database is not ours at all.
bool can_be_replaced(const Error& error) {
  if (error.code == ErrorCode::Unsupported) {
    return !error.message.ends_with(kNewer) && !error.message.ends_with(kForeign);
  }
  return error.code == ErrorCode::Corruption;
}

// What a link leads to is not in the cache, whatever it is.
Status check_no_link(fs::FileSystem& files, const std::string& path) {
  const auto stat = files.stat(path, false);
  if (!stat.ok() || stat.value().kind == fs::FileKind::Regular) return Ok{};
  const bool link = stat.value().kind == fs::FileKind::Symlink;
  return Error{ErrorCode::PermissionDenied,
               "index '" + path + "': " + (link ? "a symbolic link" : "not a regular file"),
               "remove it, then run `nacre index`"};
}

struct Split {
  std::string directory, name;
};

Split split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {".", path};
  return {path.substr(0, std::max<std::size_t>(slash, 1)), path.substr(slash + 1)};
}

// Moves the index to <path>.bad-<n>, n being one more than before, and removes
// the one kept so far, unless that does not look like an index: it may be somebody's.
Result<std::string> move_aside(fs::FileSystem& files, const std::string& path) {
  const Split at = split(path);
  const std::string prefix = at.name + std::string(kBad);
  std::uint64_t number = 0;
  for (const fs::DirectoryEntry& entry : NACRE_TRY(files.list(at.directory))) {
    if (!entry.name.starts_with(prefix)) continue;
    std::uint64_t parsed = 0;
    for (const char c : entry.name.substr(prefix.size())) {
      if (c < '0' || c > '9' || parsed > 1'000'000'000) break;
      parsed = parsed * 10 + static_cast<std::uint64_t>(c - '0');
    }
    number = std::max(number, parsed);
    const std::string earlier = at.directory + "/" + entry.name;
    if (looks_like_index(earlier)) NACRE_TRY(files.remove(earlier));
  }
  const std::string aside = path + std::string(kBad) + std::to_string(number + 1);
  NACRE_TRY(files.rename(path, aside));
  for (const char* companion : {"-wal", "-shm"}) {
    // A log of the old file must not be replayed into the new one.
    const Status removed = files.remove(path + companion);
    if (!removed.ok() && removed.error().code != ErrorCode::NotFound) return removed.error();
  }
  return aside;
}

Result<std::shared_ptr<db::Database>> open_or_rebuild(const StoreOptions& options,
                                                      std::string* notice) {
  const std::string& path = options.path;
  const std::unique_ptr<fs::FileSystem> files = fs::make_real_file_system();
  if (path != kMemory) NACRE_TRY(check_no_link(*files, path));
  const bool discard = options.discard;
  const auto usable = [&](const Result<std::shared_ptr<db::Database>>& opened) {
    return opened.ok() || path == kMemory || !can_be_replaced(opened.error());
  };
  if (!discard) {
    auto opened = open_writer(options);
    if (usable(opened)) return opened;
  }

  // Under the lock, lest two writers move each other's new index aside.
  const auto lock = NACRE_TRY(files->lock(path + ".lock", true, kLockWaitMs));
  std::string why = "it is damaged";
  if (!discard) {
    auto opened = open_writer(options);
    if (usable(opened)) return opened;
    why = opened.error().message;
  } else if (auto opened = open_writer(options);
             !opened.ok() && opened.error().message.ends_with(kForeign)) {
    return opened;
  }
  const std::string aside = NACRE_TRY(move_aside(*files, path));
  if (why.ends_with(kOtherReading) || why.ends_with(kOtherTokenizer)) {
    // It was whole, and may hold what is to be masked now.
    NACRE_TRY(files->remove(aside));
    if (notice != nullptr)
      *notice = "The configuration of what is indexed has changed: the index is built anew.";
    return open_writer(options);
  }
  if (notice != nullptr) {
    *notice =
        "The index could not be used and is built anew (" + why + "; kept as '" + aside + "').";
  }
  return open_writer(options);
}

}  // namespace

Result<std::unique_ptr<Store>> open_store(const StoreOptions& options, std::string* notice) {
  std::shared_ptr<db::Database> database = options.read_only
                                               ? NACRE_TRY(open_reader(options))
                                               : NACRE_TRY(open_or_rebuild(options, notice));
  return std::unique_ptr<Store>(
      std::make_unique<SqliteStore>(std::move(database), options.memory_bytes, options.runs));
}

}  // namespace nacre::index
