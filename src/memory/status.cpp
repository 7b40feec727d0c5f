#include "memory/status.h"

#include <map>

#include "index/store.h"
#include "index/sync.h"
#include "memory/context.h"
#include "memory/keeping.h"
#include "memory/pending.h"
#include "memory/undo.h"
#include "nacre/memory.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

using FilesByPath = std::map<std::string, FileStatus>;

FileStatus pending(const text::SourceItem& item, const Setting& setting) {
  return {.path = item.path,
          .layer = workspace::classify(item.path, setting.notes.project_visibility).layer,
          .state = FileState::Pending,
          .reason = "not indexed yet",
          .bytes = item.stamp.size};
}

Status all_pending(text::Source& source, const Setting& setting, FilesByPath& files) {
  const text::SourceListing listing = NACRE_TRY(source.list());
  for (const text::SourceItem& item : listing.items) files[item.path] = pending(item, setting);
  return Ok{};
}

FileStatus as_indexed(const index::FileRow& row) {
  return {.path = row.path,
          .layer = row.attributes.layer,
          .state = row.state,
          .reason = row.reason,
          .units = row.units,
          .bytes = row.stamp.size};
}

Status from_index(text::Source& source, index::Store& store, StatusReport& report,
                  FilesByPath& files) {
  const index::StoreInfo info = NACRE_TRY(store.info());
  report.generation = info.generation;
  report.tokenizer = info.tokenizer;
  const auto snapshot = NACRE_TRY(store.snapshot());
  for (const index::FileRow& row : NACRE_TRY(snapshot->files())) files[row.path] = as_indexed(row);

  const index::Difference difference = NACRE_TRY(index::compare(source, *snapshot));
  for (const FileStatus& changed : difference.files) {
    auto& file = files[changed.path];
    const std::uint32_t units = file.units;
    file = changed;
    file.units = units;
  }
  if (!difference.complete) report.warnings.emplace_back("part of the workspace cannot be read");
  return Ok{};
}

// What the walk passed over is in no index and would be seen nowhere else.
Status add_passed_over(text::Source& source, const Setting& setting, FilesByPath& files,
                       StatusReport& report) {
  for (const text::SourceProblem& problem : NACRE_TRY(source.list()).problems) {
    if (files.contains(problem.path)) continue;
    report.files_not_current.push_back(
        {.path = problem.path,
         .layer = workspace::classify(problem.path, setting.notes.project_visibility).layer,
         .state = FileState::Failed,
         .reason = problem.message});
  }
  return Ok{};
}

void count(const FileStatus& file, StatusReport& report, LayerStatus& layer) {
  ++report.files;
  ++layer.files;
  report.units += file.units;
  layer.units += file.units;
  report.text_bytes += file.bytes;
  layer.bytes += file.bytes;
  switch (file.state) {
    case FileState::Indexed:
      break;
    case FileState::Pending:
      ++report.pending;
      ++layer.pending;
      break;
    case FileState::Failed:
      ++report.failed;
      ++layer.failed;
      break;
    case FileState::Stale:
      ++report.stale;
      ++layer.stale;
      break;
    case FileState::Undecodable:
      ++report.undecodable;
      break;
  }
}

void summarise(const FilesByPath& files, bool all_files, StatusReport& report) {
  std::map<Layer, LayerStatus> layers;
  for (const auto& [path, file] : files) {
    LayerStatus& layer = layers[file.layer];
    layer.layer = file.layer;
    count(file, report, layer);
    if (file.state != FileState::Indexed) report.files_not_current.push_back(file);
    if (all_files) report.all_files.push_back(file);
  }
  for (const auto& [key, layer] : layers) report.layers.push_back(layer);
}

std::uint64_t bytes_in(fs::FileSystem& files, const std::string& directory) {
  std::uint64_t bytes = 0;
  const auto entries = files.list(directory);
  if (!entries.ok()) return 0;
  for (const fs::DirectoryEntry& entry : entries.value()) {
    const auto stat = files.stat(directory + "/" + entry.name, false);
    if (stat.ok() && stat.value().kind == fs::FileKind::Regular) bytes += stat.value().size;
  }
  return bytes;
}

}  // namespace

Result<StatusReport> status(bool all_files, const Setting& setting, text::Source& source) {
  StatusReport report{.workspace = setting.root.directory(),
                      .found_by = setting.found_by,
                      .cache_dir = setting.cache_dir,
                      .timezone = setting.clock->zone_name(),
                      .today = base::format_day(setting.clock->today()),
                      .version = std::string(version()),
                      .warnings = setting.warnings};
  for (std::string& warning : context_warnings(setting)) {
    report.warnings.push_back(std::move(warning));
  }
  if (std::string warning = pending_warning(setting); !warning.empty()) {
    report.warnings.push_back(std::move(warning));
  }
  if (std::string refused = why_index_not_writable(setting); !refused.empty()) {
    report.warnings.push_back(std::move(refused));
  }
  for (std::string& warning : history_warnings(setting)) {
    report.warnings.push_back(std::move(warning));
  }
  report.cache_bytes = bytes_in(*setting.files, setting.cache_dir);
  FilesByPath files;
  auto store = index::open_store(setting.store());
  report.index_present = store.ok() || store.error().code != ErrorCode::NotFound;
  if (store.ok()) {
    auto read = from_index(source, *store.value(), report, files);
    if (!read.ok()) report.index_problem = read.error().message;
  } else if (report.index_present) {
    report.index_problem = store.error().message;
  }
  if (!report.index_present || !report.index_problem.empty()) {
    files.clear();
    NACRE_TRY(all_pending(source, setting, files));
  }
  summarise(files, all_files, report);
  NACRE_TRY(add_passed_over(source, setting, files, report));
  return report;
}

}  // namespace nacre::memory
