#include "index/listing.h"

#include <algorithm>
#include <optional>
#include <set>

#include "index/sync.h"

namespace nacre::index {
namespace {

constexpr std::int64_t kYoungNs = 2'000'000'000;

bool lies_below(std::string_view path, std::string_view directory) {
  if (directory.empty() || directory == ".") return true;
  while (directory.ends_with('/')) directory.remove_suffix(1);
  return path.size() > directory.size() && path.starts_with(directory) &&
         path[directory.size()] == '/';
}

bool is_wanted(std::string_view path, const std::vector<std::string>& paths) {
  return paths.empty() || std::any_of(paths.begin(), paths.end(), [&](const std::string& wanted) {
           return path == wanted || lies_below(path, wanted);
         });
}

// Whether the listing says that a path it lacks is gone, rather than unseen.
bool is_gone(std::string_view path, const std::vector<text::SourceProblem>& problems) {
  return std::none_of(problems.begin(), problems.end(), [&](const text::SourceProblem& problem) {
    return problem.path == path || (problem.directory && lies_below(path, problem.path));
  });
}

struct Few {
  text::SourceListing listing;
  std::vector<FileRow> rows;
};

// Single files that are known are looked at by themselves: a save costs one stat
// and one row, not a walk. Only a listing tells whether the source has a path
// that is new, or what lies below a directory: then nullopt.
Result<std::optional<Few>> look_at_few(text::Source& source, Snapshot& snapshot,
                                       const std::vector<std::string>& paths) {
  if (paths.empty()) return std::optional<Few>();
  Few few;
  for (const std::string& path : std::set<std::string>(paths.begin(), paths.end())) {
    std::optional<FileRow> row = NACRE_TRY(snapshot.file_by_path(path));
    if (!row || row->source != source.kind()) return std::optional<Few>();
    const Result<text::Stamp> stamp = source.stamp(path);
    if (!stamp.ok()) return std::optional<Few>();
    few.listing.items.push_back({path, stamp.value()});
    few.rows.push_back(std::move(*row));
  }
  return std::optional<Few>(std::move(few));
}

void pair_up(const text::SourceListing& listing, const std::vector<std::string>& paths,
             Comparison& out) {
  auto row = out.rows.begin();
  const auto pass_rows_before = [&](const std::string* path) {
    for (; row != out.rows.end() && (path == nullptr || row->path < *path); ++row) {
      if (is_wanted(row->path, paths) && is_gone(row->path, listing.problems)) {
        out.vanished.push_back(*row);
      }
    }
  };
  for (const text::SourceItem& item : listing.items) {
    if (!is_wanted(item.path, paths)) continue;
    pass_rows_before(&item.path);
    ComparedItem& compared = out.items.emplace_back();
    compared.path = item.path;
    compared.stamp = item.stamp;
    if (row == out.rows.end() || row->path != item.path) continue;
    compared.row = &*row++;
    const bool current =
        compared.row->state != FileState::Failed && compared.row->stamp == item.stamp;
    compared.change = current ? Change::None : Change::Changed;
  }
  pass_rows_before(nullptr);
}

FileStatus status_of(const FileRow& row, FileState state, std::string reason) {
  return {.path = row.path,
          .layer = row.attributes.layer,
          .state = state,
          .reason = std::move(reason),
          .units = row.units,
          .bytes = row.stamp.size};
}

}  // namespace

Result<Comparison> compare_all(text::Source& source, Snapshot& snapshot,
                               const std::vector<std::string>& paths) {
  Comparison comparison;
  text::SourceListing listing;
  std::optional<Few> few = NACRE_TRY(look_at_few(source, snapshot, paths));
  if (few) {
    listing = std::move(few->listing);
    comparison.rows = std::move(few->rows);
  } else {
    listing = NACRE_TRY(source.list());
    comparison.rows = NACRE_TRY(snapshot.files());
    std::erase_if(comparison.rows, [&](const FileRow& row) { return row.source != source.kind(); });
  }
  comparison.known = comparison.rows.size();
  pair_up(listing, paths, comparison);
  comparison.problems = std::move(listing.problems);
  return comparison;
}

Result<Comparison> compare_all(text::Source& source, Store& store,
                               const std::vector<std::string>& paths) {
  const std::unique_ptr<Snapshot> snapshot = NACRE_TRY(store.snapshot());
  return compare_all(source, *snapshot, paths);
}

bool is_too_young(const FileRow& row) {
  return row.indexed_at_ns - std::max(row.stamp.modified_ns, row.stamp.changed_ns) < kYoungNs;
}

bool same_attributes(const text::SourceAttributes& a, const text::SourceAttributes& b) {
  return a.layer == b.layer && a.owner == b.owner && a.visibility == b.visibility &&
         a.origin == b.origin && a.date == b.date && a.project == b.project && a.title == b.title &&
         a.aliases == b.aliases && a.tags == b.tags && a.links == b.links;
}

Result<Difference> compare(text::Source& source, Snapshot& snapshot) {
  const Comparison comparison = NACRE_TRY(compare_all(source, snapshot, {}));
  Difference difference;
  for (const ComparedItem& item : comparison.items) {
    if (item.row == nullptr) {
      difference.files.push_back({.path = item.path,
                                  .state = FileState::Pending,
                                  .reason = "not indexed yet",
                                  .bytes = item.stamp.size});
    } else if (item.row->state == FileState::Failed) {
      difference.files.push_back(status_of(*item.row, FileState::Failed, item.row->reason));
    } else if (item.change == Change::Changed) {
      difference.files.push_back(
          status_of(*item.row, FileState::Stale, "changed since it was indexed"));
    }
  }
  for (const FileRow& row : comparison.vanished) {
    difference.files.push_back(status_of(row, FileState::Stale, "gone since it was indexed"));
  }
  std::sort(difference.files.begin(), difference.files.end(),
            [](const FileStatus& a, const FileStatus& b) { return a.path < b.path; });
  for (const text::SourceProblem& problem : comparison.problems) {
    difference.complete = difference.complete && !problem.directory;
  }
  return difference;
}

}  // namespace nacre::index
