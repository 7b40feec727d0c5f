#include "index/sync.h"

#include <algorithm>
#include <map>
#include <set>

#include "index/delta.h"
#include "index/listing.h"

namespace nacre::index {
namespace {

// A file that keeps changing is left to the next sync after so many looks.
constexpr int kSettlePassesMax = 8;

// Takes one source's changes to the store, batch by batch.
class Sync {
 public:
  Sync(text::Source& source, Store& store, const SyncOptions& options)
      : source_(&source), store_(&store), options_(&options) {}

  Result<IndexReport> run() {
    if (options_->rebuild) NACRE_TRY(store_->clear());
    const Comparison compared = NACRE_TRY(compare_all(*source_, *store_, options_->paths));
    for (const text::SourceProblem& problem : compared.problems) note_problem(problem);
    report_.seen = static_cast<std::uint32_t>(compared.items.size());
    for (const FileRow& row : compared.vanished) vanished_by_hash_[row.content_hash].insert(&row);
    NACRE_TRY(bring_items(compared));
    if (!stopped_) NACRE_TRY(drop_vanished(compared));
    NACRE_TRY(flush());
    for (int pass = 0; pass < kSettlePassesMax && !unsettled_.empty(); ++pass) NACRE_TRY(settle());
    if (options_->paths.empty() && !stopped_) NACRE_TRY(store_->set_complete());
    const StoreInfo info = NACRE_TRY(store_->info());
    report_.units = info.units;
    return report_;
  }

 private:
  Status bring_items(const Comparison& compared);
  Status stop_early();
  Status bring(const ComparedItem& item);
  Status put(const ComparedItem& item, text::SourceContent content);
  void fail(const ComparedItem& item, const Error& error);
  std::string take_move(const std::string& content_hash);
  Status drop_vanished(const Comparison& compared);
  Status enqueue(FileDelta delta, std::uint64_t bytes);
  Status flush();
  void note_unsettled(const std::vector<FileDelta>& applied);
  Status settle();

  FileDelta delta_of(FileDelta::Kind kind, std::string_view path) const {
    return {.kind = kind,
            .source = std::string(source_->kind()),
            .path = std::string(path),
            .indexed_at_ns = options_->now_ns};
  }

  void note_problem(const text::SourceProblem& problem) {
    report_.complete = report_.complete && !problem.directory;
    report_.problems.push_back(
        {.path = problem.path, .state = FileState::Failed, .reason = problem.message});
  }

  text::Source* source_;
  Store* store_;
  const SyncOptions* options_;
  IndexReport report_;
  std::vector<FileDelta> batch_;
  std::uint64_t batch_bytes_ = 0;
  // What is gone, by what it held: a new item that holds the same was moved.
  std::map<std::string, std::set<const FileRow*>> vanished_by_hash_;
  std::set<std::string> moved_;
  std::vector<std::string> unsettled_;
  bool stopped_ = false;
};

Status Sync::bring_items(const Comparison& compared) {
  std::uint32_t done = 0;
  const auto total = static_cast<std::uint32_t>(compared.items.size());
  for (const ComparedItem& item : compared.items) {
    if (options_->stop && options_->stop()) return stop_early();
    if (item.change == Change::None && !is_too_young(*item.row)) {
      ++report_.unchanged;
    } else {
      NACRE_TRY(bring(item));
    }
    ++done;
    if (options_->progress) options_->progress({done, total, item.path});
  }
  return Ok{};
}

Status Sync::stop_early() {
  stopped_ = true;
  report_.complete = false;
  report_.reason = "stopped before everything was looked at";
  return Ok{};
}

Status Sync::bring(const ComparedItem& item) {
  Result<text::SourceContent> read = source_->read(item.path);
  if (!read.ok()) {
    if (read.error().code == ErrorCode::NotFound) {
      // It went away after it was listed.
      if (item.row == nullptr) return Ok{};
      ++report_.removed;
      return enqueue(delta_of(FileDelta::Kind::Remove, item.path), 0);
    }
    fail(item, read.error());
    FileDelta delta = delta_of(FileDelta::Kind::Fail, item.path);
    delta.stamp = item.stamp;
    delta.reason = read.error().message;
    return enqueue(std::move(delta), 0);
  }
  return put(item, std::move(read).value());
}

Status Sync::put(const ComparedItem& item, text::SourceContent content) {
  report_.bytes_read += content.stamp.size;
  const FileRow* const row = item.row;
  const bool same = row != nullptr && row->state != FileState::Failed &&
                    row->content_hash == content.content_hash &&
                    same_attributes(row->attributes, content.attributes);
  if (same) {
    ++report_.unchanged;
    FileDelta delta = delta_of(FileDelta::Kind::Touch, item.path);
    delta.stamp = content.stamp;
    return enqueue(std::move(delta), 0);
  }
  FileDelta delta = delta_of(FileDelta::Kind::Put, item.path);
  if (row == nullptr) delta.moved_from = take_move(content.content_hash);
  if (!delta.moved_from.empty()) {
    ++report_.moved;
  } else if (row == nullptr) {
    ++report_.added;
  } else {
    ++report_.updated;
  }
  if (content.undecodable || content.replaced > 0) {
    report_.problems.push_back(
        {.path = item.path,
         .layer = content.attributes.layer,
         .state = content.undecodable ? FileState::Undecodable : FileState::Indexed,
         .reason = not_text(content),
         .units = static_cast<std::uint32_t>(content.units.size()),
         .bytes = content.stamp.size});
  }
  const std::uint64_t bytes = content.stamp.size;
  delta.content = std::move(content);
  return enqueue(std::move(delta), bytes);
}

void Sync::fail(const ComparedItem& item, const Error& error) {
  ++report_.failed;
  FileStatus status{.path = item.path, .state = FileState::Failed, .reason = error.message};
  status.bytes = item.stamp.size;
  if (item.row != nullptr) {
    status.layer = item.row->attributes.layer;
    status.units = item.row->units;
  }
  report_.problems.push_back(std::move(status));
}

std::string Sync::take_move(const std::string& content_hash) {
  const auto found = vanished_by_hash_.find(content_hash);
  if (content_hash.empty() || found == vanished_by_hash_.end() || found->second.empty()) return {};
  // The first by path, so that two equal files move in a fixed order.
  const auto first =
      std::min_element(found->second.begin(), found->second.end(),
                       [](const FileRow* a, const FileRow* b) { return a->path < b->path; });
  const std::string path = (*first)->path;
  found->second.erase(first);
  moved_.insert(path);
  return path;
}

Status Sync::drop_vanished(const Comparison& compared) {
  std::vector<const FileRow*> lost;
  for (const FileRow& row : compared.vanished) {
    if (moved_.contains(row.path)) continue;
    if (source_->could_list(row.path)) {
      lost.push_back(&row);
    } else {
      ++report_.removed;
      NACRE_TRY(enqueue(delta_of(FileDelta::Kind::Remove, row.path), 0));
    }
  }
  const double share = compared.known == 0
                           ? 0
                           : static_cast<double>(lost.size()) / static_cast<double>(compared.known);
  if (options_->paths.empty() && !options_->allow_mass_removal &&
      share > options_->mass_removal_share) {
    report_.complete = false;
    report_.reason = std::to_string(lost.size()) + " of " + std::to_string(compared.known) +
                     " indexed files are gone; none was removed from the index. If that is right, "
                     "allow it: `nacre index --allow-mass-removal`.";
    return Ok{};
  }
  for (const FileRow* row : lost) {
    ++report_.removed;
    NACRE_TRY(enqueue(delta_of(FileDelta::Kind::Remove, row->path), 0));
  }
  return Ok{};
}

Status Sync::enqueue(FileDelta delta, std::uint64_t bytes) {
  batch_.push_back(std::move(delta));
  batch_bytes_ += bytes;
  return batch_bytes_ >= options_->batch_bytes ? flush() : Status(Ok{});
}

Status Sync::flush() {
  if (batch_.empty()) return Ok{};
  std::vector<FileDelta> places;
  for (const FileDelta& delta : batch_) {
    places.push_back(delta_of(delta.kind, delta.path));
    places.back().stamp = delta.kind == FileDelta::Kind::Put ? delta.content.stamp : delta.stamp;
  }
  const ApplyReport applied = NACRE_TRY(store_->apply(std::exchange(batch_, {})));
  batch_bytes_ = 0;
  report_.units_written += applied.units_written;
  note_unsettled(places);
  return Ok{};
}

// Another process may have written a file and brought its newer content to the
// store between our reading and our transaction, which then took it back. So the
// last to commit looks once more: either the file is as it was read, or it is
// brought again.
void Sync::note_unsettled(const std::vector<FileDelta>& applied) {
  for (const FileDelta& delta : applied) {
    const Result<text::Stamp> stamp = source_->stamp(delta.path);
    const bool is_gone = !stamp.ok() && stamp.error().code == ErrorCode::NotFound;
    const bool settled = delta.kind == FileDelta::Kind::Remove
                             ? is_gone
                             : !is_gone && (!stamp.ok() || stamp.value() == delta.stamp);
    if (!settled) unsettled_.push_back(delta.path);
  }
}

// The report tells what the first look found; only the work done adds up.
Status Sync::settle() {
  IndexReport told = report_;
  const std::vector<std::string> paths = std::exchange(unsettled_, {});
  const Comparison compared = NACRE_TRY(compare_all(*source_, *store_, paths));
  NACRE_TRY(bring_items(compared));
  for (const FileRow& row : compared.vanished) {
    NACRE_TRY(enqueue(delta_of(FileDelta::Kind::Remove, row.path), 0));
  }
  NACRE_TRY(flush());
  told.units_written = report_.units_written;
  told.bytes_read = report_.bytes_read;
  report_ = std::move(told);
  return Ok{};
}

}  // namespace

Result<IndexReport> sync(text::Source& source, Store& store, const SyncOptions& options) {
  return Sync(source, store, options).run();
}

}  // namespace nacre::index
