#include "memory/keeping.h"

#include <time.h>

#include <algorithm>

#include "base/log.h"
#include "index/rebuild.h"
#include "index/sync.h"
#include "memory/rights.h"
#include "memory/undo.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

// The system's time, not the Clock's: it is compared with stamps that the file
// system gave.
std::int64_t system_now_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

Status make_cache(const Setting& setting) {
  if (setting.cache_dir.starts_with(setting.root.directory() + "/.nacre/")) {
    NACRE_TRY(workspace::hide_state_from_git(setting.root));
  }
  return fs::make_private_directory(*setting.files, setting.cache_dir);
}

enum class Existing { Use, Discard };

index::StoreOptions writing_options(const Setting& setting, Existing existing) {
  index::StoreOptions options = setting.store();
  const auto mib = static_cast<std::size_t>(setting.config.integer("index.memory_mib"));
  options.read_only = false;
  options.memory_bytes = mib << 20;
  options.discard = existing == Existing::Discard;
  return options;
}

// A damaged index that is built anew is repaired, not a failure of this call.
Result<std::unique_ptr<index::Store>> open_for_writing(const Setting& setting,
                                                       Existing existing = Existing::Use) {
  NACRE_TRY(make_cache(setting));
  std::string notice;
  auto store = index::open_store(writing_options(setting, existing), &notice);
  if (!notice.empty()) base::log(base::LogLevel::Warning, "memory", notice);
  return store;
}

bool usable_index(const Setting& setting) {
  return index::open_store(setting.store()).ok();
}

// Of a newer program, say: replaced only when that was asked for.
bool is_foreign(const Setting& setting) {
  const auto store = index::open_store(setting.store());
  return !store.ok() && store.error().code == ErrorCode::Unsupported;
}

index::SyncOptions sync_options(const Setting& setting) {
  return {.mass_removal_share = setting.config.number("index.mass_removal_share"),
          .now_ns = system_now_ns()};
}

// "./memory/", "/home/me/notes/memory" and "memory" are one place.
Result<std::string> relative_path(std::string path, const Setting& setting) {
  if (path.starts_with('/')) path = setting.root.relative_of(path).value_or(path);
  if (path.empty()) return path;
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (path == ".") return std::string();
  if (path.starts_with('/')) {
    return Error{ErrorCode::InvalidArgument, "path '" + path + "': outside the workspace"};
  }
  auto check = fs::Root::check(path);
  if (!check.ok()) return Error{ErrorCode::InvalidArgument, check.error().message};
  return path;
}

// What `path` stands for: itself, or the files below it, here and in the index.
Status add_files(const std::string& path, const Setting& setting, text::Source& source,
                 index::Snapshot& snapshot, std::vector<std::string>& paths) {
  const auto stat = setting.root.stat(path);
  if (stat.ok() && stat.value().kind != fs::FileKind::Directory) {
    paths.push_back(path);
    return Ok{};
  }
  const std::size_t before = paths.size();
  const auto take = [&](const std::string& file) {
    if (file == path || file.starts_with(path + "/")) paths.push_back(file);
  };
  for (const index::FileRow& row : NACRE_TRY(snapshot.files())) take(row.path);
  if (stat.ok()) {
    for (const text::SourceItem& item : NACRE_TRY(source.list()).items) take(item.path);
  }
  if (stat.ok() || paths.size() > before) return Ok{};
  return Error{ErrorCode::NotFound, "'" + path + "': neither in the workspace nor in the index"}
      .with_hint("paths are relative to the workspace, " + setting.root.directory());
}

// Whether something less than the whole workspace was asked for.
bool names_a_part(const IndexRequest& request, const Setting& setting) {
  const auto whole = [&](const std::string& given) {
    const auto path = relative_path(given, setting);
    return path.ok() && path.value().empty();
  };
  return !request.paths.empty() && std::none_of(request.paths.begin(), request.paths.end(), whole);
}

Result<std::vector<std::string>> chosen_paths(const IndexRequest& request, const Setting& setting,
                                              text::Source& source, index::Store& store) {
  std::vector<std::string> paths;
  const auto snapshot = NACRE_TRY(store.snapshot());
  for (const std::string& given : request.paths) {
    std::string path = NACRE_TRY(relative_path(given, setting));
    if (path.empty()) return std::vector<std::string>();
    NACRE_TRY(add_files(path, setting, source, *snapshot, paths));
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

Result<Kept> try_to_keep(const std::string& path, const Setting& setting, text::Source& source) {
  index::SyncOptions options = sync_options(setting);
  if (usable_index(setting)) {
    options.paths = {path};
  } else {
    const auto listing = NACRE_TRY(source.list());
    if (listing.items.size() > kSmallTreeFiles) return Kept{};
  }
  const auto store = NACRE_TRY(open_for_writing(setting));
  const IndexReport report = NACRE_TRY(index::sync(source, *store, options));
  for (const FileStatus& problem : report.problems) {
    if (problem.path == path && problem.state == FileState::Failed) {
      return Kept{.indexed = false, .warning = "not indexed: " + problem.reason};
    }
  }
  return Kept{.indexed = true, .warning = {}};
}

// Whether an index of that error is beyond use. Internal: rows contradict each other.
bool is_damage(ErrorCode code) {
  return code == ErrorCode::Corruption || code == ErrorCode::Internal;
}

// What is left over of dead units costs room and time, and no answer.
void sweep(index::Store& store) {
  if (const Status swept = store.maintain(); !swept.ok()) {
    base::log(base::LogLevel::Warning, "memory", "sweep the index: " + swept.error().message);
  }
}

Result<IndexReport> sync_request(const IndexRequest& request, const Setting& setting,
                                 text::Source& source,
                                 const std::function<void(const IndexProgress&)>& progress,
                                 Existing existing) {
  index::SyncOptions options = sync_options(setting);
  options.allow_mass_removal = request.allow_mass_removal;
  if (progress) {
    options.progress = [&](const index::Progress& at) {
      progress({.done = at.done, .total = at.total, .path = at.path});
    };
  }
  if (request.rebuild && usable_index(setting)) {
    auto report = NACRE_TRY(
        index::rebuild(source, writing_options(setting, Existing::Use), std::move(options)));
    sweep(*NACRE_TRY(open_for_writing(setting)));
    return report;
  }
  if (request.rebuild && is_foreign(setting)) existing = Existing::Discard;
  const auto store = NACRE_TRY(open_for_writing(setting, existing));
  options.paths = NACRE_TRY(chosen_paths(request, setting, source, *store));
  // An empty folder is not the whole workspace.
  if (options.paths.empty() && names_a_part(request, setting)) return IndexReport{};
  options.rebuild = request.rebuild;
  if (options.paths.empty() && !options.rebuild) NACRE_TRY(store->check());
  auto report = index::sync(source, *store, options);
  if (report.ok()) sweep(*store);
  return report;
}

// Why an index cannot take anything, in terms of rights where they are the cause.
Error explained(Error error, const Setting& setting) {
  if (error.code == ErrorCode::Unavailable && error.message.starts_with("database ")) {
    return Error{ErrorCode::Unavailable,
                 "index busy: another process is writing to '" + setting.index_path() + "'",
                 "try again when it has finished"};
  }
  if (error.code != ErrorCode::PermissionDenied && error.code != ErrorCode::Io) return error;
  const std::string why = why_index_not_writable(setting);
  return why.empty() ? error : Error{ErrorCode::PermissionDenied, why, std::move(error.hint)};
}

}  // namespace

std::string why_index_not_writable(const Setting& setting) {
  std::string why = why_not_writable(*setting.files, setting.cache_dir);
  if (!why.empty()) return why;
  return why_file_not_writable(*setting.files, setting.index_path());
}

Result<IndexReport> build_index(const IndexRequest& request, const Setting& setting,
                                text::Source& source,
                                const std::function<void(const IndexProgress&)>& progress) {
  if (request.rebuild && names_a_part(request, setting)) {
    return Error{ErrorCode::InvalidArgument, "an index is rebuilt whole, not for some paths",
                 "leave out --rebuild, or the paths"};
  }
  // A read-only workspace with its cache elsewhere can be indexed all the same.
  if (auto recovered = setting.root.recover(); !recovered.ok()) {
    base::log(base::LogLevel::Warning, "memory",
              "finish earlier writes: " + recovered.error().message);
  }
  if (auto swept = index::sweep_rebuild(setting.index_path()); !swept.ok()) {
    base::log(base::LogLevel::Warning, "memory", "finish a rebuild: " + swept.error().message);
  }
  finish_undo(setting);
  auto report = sync_request(request, setting, source, progress, Existing::Use);
  if (report.ok()) return report;
  if (!is_damage(report.error().code)) return explained(std::move(report).error(), setting);
  // Damage inside pages shows only while they are read.
  IndexRequest everything = request;
  everything.paths.clear();
  everything.rebuild = false;
  return sync_request(everything, setting, source, progress, Existing::Discard);
}

Result<IndexReport> keep_changes(const std::vector<std::string>& paths, const Setting& setting,
                                 text::Source& source, const std::function<bool()>& stop) {
  index::SyncOptions options = sync_options(setting);
  if (usable_index(setting)) options.paths = paths;
  options.stop = stop;
  const auto store = NACRE_TRY(open_for_writing(setting));
  return index::sync(source, *store, options);
}

Kept keep_indexed(const std::string& path, const Setting& setting, text::Source& source) {
  if (!source.could_list(path)) {
    return {.indexed = false,
            .warning = "written, but not searchable: index.ignore or .nacreignore leaves " + path +
                       " out"};
  }
  auto kept = try_to_keep(path, setting, source);
  if (kept.ok()) return std::move(kept).value();
  return {.indexed = false,
          .warning = "index not updated: " + explained(std::move(kept).error(), setting).message};
}

}  // namespace nacre::memory
