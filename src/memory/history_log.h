#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/root.h"
#include "memory/history_record.h"

namespace nacre::memory {

struct HistoryLimits {
  std::uint64_t entries_max = 1000;                   // 0: no history is kept.
  std::uint64_t bytes_max = std::uint64_t{64} << 20;  // Of what is kept.
};

// .nacre/history: one log of all writes and, for those that lost something, one file with
// what was lost. Bounded: the oldest commands are forgotten first.
//
// Threads: any; processes: any number. The log is locked while it is written, and no other
// lock is taken meanwhile: it may be written under a file's lock.
class HistoryLog {
 public:
  HistoryLog(const fs::Root& root, const HistoryLimits& limits) : root_(&root), limits_(limits) {}

  const HistoryLimits& limits() const { return limits_; }

  // The newest `entries_max` records, oldest first, those of writes that did not happen left
  // out. Empty when there is no history.
  Result<std::vector<WriteRecord>> read() const;

  // Puts a record at the end, durably, `kept` before it; gives its sequence. A `step` of 0
  // becomes the sequence. `instead_of`: a record that is void now. ResourceExhausted when
  // `kept` alone is beyond history.bytes_max.
  Result<std::uint64_t> add(WriteRecord record, std::string_view kept,
                            std::uint64_t instead_of = 0) const;

  // What became of a write. Not synced and never an error: a record whose lines are lost
  // says what its file holds.
  void conclude(std::uint64_t sequence, WriteState state) const;

  // What was kept with a record. NotFound when it is gone.
  Result<std::string> kept(const WriteRecord& record) const;
  std::string kept_name(std::uint64_t sequence) const;  // Relative to the workspace.

 private:
  Result<std::string> directory() const;
  Result<std::string> make_directory() const;
  std::unique_ptr<fs::LockedFile> compacted(std::unique_ptr<fs::LockedFile> log,
                                            const std::string& directory, std::string& text,
                                            std::uint64_t bytes_wanted) const;

  const fs::Root* root_;
  HistoryLimits limits_;
};

}  // namespace nacre::memory
