#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "index/store.h"
#include "text/source.h"

namespace nacre::index {

struct Progress {
  std::uint32_t done = 0, total = 0;
  std::string_view path;
};

struct SyncOptions {
  std::vector<std::string>
      paths;  // Empty: everything the source lists. Else files or directory prefixes.
  bool rebuild = false;
  double mass_removal_share = 0.5;  // A full scan that lost more than this share removes none ...
  bool allow_mass_removal = false;  // ... unless allowed.
  std::size_t batch_bytes = std::size_t{8} << 20;  // Text per transaction.
  std::int64_t now_ns = 0;  // For stamps too close to the time of looking (2 s).
  std::function<void(const Progress&)> progress = {};
  // Asked before each item; true ends the run with what is done, not complete.
  std::function<bool()> stop = {};
};

// Brings the store to what the source has. Unchanged items are recognised by
// their stamp; a stamp that is younger than 2 s before it was taken proves
// nothing, so such an item is read and compared by hash. Items that fail are
// recorded with the reason and the run goes on. Only a complete listing removes
// items, never below a directory that could not be read. A vanished and a new
// item with one content hash are a move. What changes on its way to the store,
// by other processes too, is brought again, at most 8 times.
Result<IndexReport> sync(text::Source& source, Store& store, const SyncOptions& options);

// What differs between source and store, without reading any content.
struct Difference {
  std::vector<FileStatus> files;  // Pending (new), stale (changed), removed ones as stale.
  bool complete = true;
};
Result<Difference> compare(text::Source& source, Snapshot& snapshot);

}  // namespace nacre::index
