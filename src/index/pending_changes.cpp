#include "index/pending_changes.h"

#include <algorithm>
#include <utility>

namespace nacre::index {

void PendingChanges::add(std::string_view path, std::int64_t now_ms) {
  touch(now_ms);
  insert(path);
}

void PendingChanges::add_all(std::int64_t now_ms) {
  touch(now_ms);
  all_ = true;
  paths_.clear();
}

std::optional<std::int64_t> PendingChanges::due_in_ms(std::int64_t now_ms) const {
  if (!all_ && paths_.empty()) return std::nullopt;
  const std::int64_t settled =
      std::min(last_ms_ + options_.settle_ms, first_ms_ + options_.delay_max_ms);
  return std::max<std::int64_t>(0, std::max(settled, not_before_ms_) - now_ms);
}

ChangeBatch PendingChanges::take() {
  ChangeBatch batch{.all = std::exchange(all_, false), .paths = {paths_.begin(), paths_.end()}};
  paths_.clear();
  not_before_ms_ = 0;
  return batch;
}

void PendingChanges::failed(const ChangeBatch& batch, std::int64_t now_ms) {
  touch(now_ms);
  if (batch.all) add_all(now_ms);
  for (const std::string& path : batch.paths) insert(path);
  std::int64_t wait_ms = options_.retry_ms;
  for (int i = 0; i < failures_ && wait_ms < options_.retry_max_ms; ++i) wait_ms *= 2;
  not_before_ms_ = now_ms + std::min(wait_ms, options_.retry_max_ms);
  ++failures_;
}

void PendingChanges::touch(std::int64_t now_ms) {
  if (!all_ && paths_.empty()) first_ms_ = now_ms;
  last_ms_ = now_ms;
}

void PendingChanges::insert(std::string_view path) {
  if (all_) return;
  paths_.emplace(path);
  if (paths_.size() <= options_.paths_max) return;
  all_ = true;
  paths_.clear();
}

}  // namespace nacre::index
