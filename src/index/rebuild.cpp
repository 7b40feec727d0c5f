#include "index/rebuild.h"

#include <algorithm>

#include "fs/file_system.h"
#include "index/schema.h"

namespace nacre::index {
namespace {

// A rebuilt index starts so many generations later: no two states of an index at one
// path have one number, whatever other writers did meanwhile.
constexpr std::int64_t kEpoch = std::int64_t{1} << 20;

Status remove_files(fs::FileSystem& files, const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    const Status removed = files.remove(path + suffix);
    if (!removed.ok() && removed.error().code != ErrorCode::NotFound) return removed.error();
  }
  return Ok{};
}

// The first pass may take long; what changed meanwhile is little, and is brought here
// rather than after the switch.
Result<IndexReport> build(text::Source& source, const StoreOptions& options,
                          const SyncOptions& sync_options) {
  const auto store = NACRE_TRY(open_store(options));
  IndexReport report = NACRE_TRY(sync(source, *store, sync_options));
  SyncOptions again = sync_options;
  again.progress = {};
  const IndexReport changes = NACRE_TRY(sync(source, *store, again));
  report.units = changes.units;
  report.units_written += changes.units_written;
  report.bytes_read += changes.bytes_read;
  return report;
}

Status publish(const std::string& from, const std::string& to) {
  auto current = NACRE_TRY(db::Database::open(to, {.mode = db::OpenMode::ReadWrite}));
  const auto fresh = NACRE_TRY(db::Database::open(from, {.mode = db::OpenMode::ReadWrite}));
  const std::int64_t generation = std::max(NACRE_TRY(meta_number(*current, kGeneration)),
                                           NACRE_TRY(meta_number(*fresh, kGeneration)));
  NACRE_TRY(set_meta_number(*fresh, kGeneration, (generation / kEpoch + 1) * kEpoch));
  return current->become(*fresh);
}

}  // namespace

Status sweep_rebuild(const std::string& path) {
  const std::unique_ptr<fs::FileSystem> files = fs::make_real_file_system();
  const std::string beside = path + std::string(kRebuildSuffix);
  const auto lock = files->lock(beside + ".lock", false, 0);
  if (lock.ok()) return remove_files(*files, beside);
  const ErrorCode code = lock.error().code;
  if (code == ErrorCode::NotFound || code == ErrorCode::Unavailable) return Ok{};
  return lock.error();
}

Result<IndexReport> rebuild(text::Source& source, const StoreOptions& options,
                            const SyncOptions& sync_options) {
  const std::unique_ptr<fs::FileSystem> files = fs::make_real_file_system();
  StoreOptions beside = options;
  beside.path += kRebuildSuffix;
  const auto lock = files->lock(beside.path + ".lock", true, 0);
  if (!lock.ok() && lock.error().code == ErrorCode::Unavailable) {
    return Error{ErrorCode::Unavailable, "index busy: another process is building it anew",
                 "wait for it; the index can be asked meanwhile"};
  }
  if (!lock.ok()) return lock.error();
  NACRE_TRY(remove_files(*files, beside.path));

  auto report = build(source, beside, sync_options);
  const bool stopped = report.ok() && sync_options.stop && sync_options.stop();
  Status published = report.ok() && !stopped ? publish(beside.path, options.path) : Ok{};
  NACRE_TRY(remove_files(*files, beside.path));
  if (!report.ok() || stopped) return report;
  if (!published.ok() && published.error().code != ErrorCode::Unsupported) {
    return std::move(published).error().in(
        "the new index was built; the old one stays in its place");
  }

  // Pages of another size, from an earlier version: only in place.
  const auto store = NACRE_TRY(open_store(options));
  SyncOptions last = sync_options;
  last.rebuild = !published.ok();
  last.progress = {};
  const IndexReport changes = NACRE_TRY(sync(source, *store, last));
  report.value().units = changes.units;
  return report;
}

}  // namespace nacre::index
