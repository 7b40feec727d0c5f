#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::index {

struct PendingOptions {
  std::int64_t settle_ms = 50;         // Without a change, before a batch is due ...
  std::int64_t delay_max_ms = 200;     // ... but no later than this after its first one.
  std::size_t paths_max = 1000;        // More are no list any more: everything is compared.
  std::int64_t retry_ms = 500;         // After a failure; doubled with each further one ...
  std::int64_t retry_max_ms = 60'000;  // ... up to this.
};

// What is to be brought into the index: paths, or everything.
struct ChangeBatch {
  bool all = false;
  std::vector<std::string> paths;  // Sorted, each once; empty with `all`.
};

// Changes that wait until a file has come to rest, so that an editor's temporary
// files and the many writes of one save are one sync. Time is the caller's,
// monotonic. One batch is out at a time: `take`, then `done` or `failed`.
//
// Threads: one.
class PendingChanges {
 public:
  explicit PendingChanges(const PendingOptions& options) : options_(options) {}

  void add(std::string_view path, std::int64_t now_ms);
  void add_all(std::int64_t now_ms);

  // 0: a batch may be taken; nullopt: there is none to wait for.
  std::optional<std::int64_t> due_in_ms(std::int64_t now_ms) const;
  ChangeBatch take();
  // The batch that was taken is in the index.
  void done() { failures_ = 0; }
  // It is not: it waits again, longer with each failure, together with what came since.
  void failed(const ChangeBatch& batch, std::int64_t now_ms);

 private:
  void touch(std::int64_t now_ms);
  void insert(std::string_view path);

  PendingOptions options_;
  bool all_ = false;
  std::set<std::string, std::less<>> paths_;
  std::int64_t first_ms_ = 0, last_ms_ = 0, not_before_ms_ = 0;
  int failures_ = 0;
};

}  // namespace nacre::index
