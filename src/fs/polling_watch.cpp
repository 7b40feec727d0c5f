#include "fs/polling_watch.h"

#include <algorithm>

#include "fs/walk.h"

namespace nacre::fs {
namespace {

bool same(const Stat& a, const Stat& b) {
  return a.size == b.size && a.modified_ns == b.modified_ns && a.changed_ns == b.changed_ns &&
         a.inode == b.inode;
}

}  // namespace

Result<PollingWatch> PollingWatch::make(FileSystem& files, std::string_view directory,
                                        const WatchOptions& options) {
  PollingWatch watch(files, directory, options);
  watch.seen_ = NACRE_TRY(watch.look());
  return watch;
}

Result<PollingWatch::Seen> PollingWatch::look() const {
  WalkOptions walk_options;
  walk_options.depth_max = options_->depth_max;
  walk_options.enter = options_->enter;
  walk_options.want = options_->want;
  WalkResult walked = NACRE_TRY(walk(*files_, directory_, walk_options));
  Seen seen;
  for (WalkEntry& entry : walked.files) {
    seen.emplace_hint(seen.end(), std::move(entry.path), entry.stat);
  }
  return seen;
}

std::int64_t PollingWatch::due_in_ms(std::int64_t now_ms) const {
  return std::max<std::int64_t>(0, next_ms_ - now_ms);
}

Result<std::vector<WatchEvent>> PollingWatch::take(std::int64_t now_ms) {
  if (now_ms < next_ms_) return std::vector<WatchEvent>();
  next_ms_ = now_ms + options_->poll_ms;
  Result<Seen> found = look();
  if (!found.ok()) {
    // A network that is away for a while is no change.
    const bool passes = found.error().code == ErrorCode::Io ||
                        found.error().code == ErrorCode::Unavailable ||
                        found.error().code == ErrorCode::PermissionDenied;
    if (passes) return std::vector<WatchEvent>();
    return std::move(found).error();
  }
  std::vector<WatchEvent> events;
  std::size_t known = 0;
  for (const auto& [path, stat] : found.value()) {
    const auto before = seen_.find(path);
    known += before != seen_.end() ? 1U : 0U;
    if (before == seen_.end() || !same(before->second, stat)) {
      events.push_back({WatchEvent::Kind::Changed, path});
    }
  }
  if (known < seen_.size()) events.assign(1, {WatchEvent::Kind::Overflow, ""});
  seen_ = std::move(found).value();
  return events;
}

}  // namespace nacre::fs
