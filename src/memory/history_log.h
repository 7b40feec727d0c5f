#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/root.h"
#include "memory/history_bounds.h"

namespace nacre::memory {

// .nacre/history: one log of all writes and, for those that lost something, one file with
// what was lost. Bounded: see within().
//
// Threads: any; processes: any number. The log is locked while it is written, and no other
// lock is taken meanwhile: it may be written under a file's lock.
class HistoryLog {
 public:
  HistoryLog(const fs::Root& root, const HistoryLimits& limits) : root_(&root), limits_(limits) {}

  const HistoryLimits& limits() const { return limits_; }

  // The records that the bounds allow, oldest first, and which were damaged. Empty when there
  // is no history. Corruption when it cannot be read.
  struct Contents {
    std::vector<WriteRecord> records;
    std::vector<SequenceRange> lost;
  };
  Result<Contents> read() const;

  // Puts a record at the end, durably, `kept` before it; gives its sequence. A `step` of 0
  // becomes the sequence. `instead_of`: a record that is void now. ResourceExhausted when
  // history.bytes_max leaves no room for it.
  Result<std::uint64_t> add(WriteRecord record, std::string_view kept,
                            std::uint64_t instead_of = 0) const;

  // One undo or redo at a time: held from reading what stands until it is turned. Null when
  // there is no history. Unavailable when another one takes too long.
  Result<std::unique_ptr<fs::LockedFile>> lock_for_undo() const;

  // What became of a write. Not synced and never an error: a record whose lines are lost
  // says what its file holds.
  void conclude(std::uint64_t sequence, WriteState state) const;

  // What was kept with a record. Corruption when it is gone or no longer what it was.
  Result<std::string> kept(const WriteRecord& record) const;
  std::string kept_name(std::uint64_t sequence) const;  // Relative to the workspace.

 private:
  Result<std::string> directory() const;
  Result<std::string> make_directory() const;
  Status check_room(const WriteRecord& record, std::uint64_t kept_bytes,
                    const DecodedLog& log) const;
  Result<std::unique_ptr<fs::LockedFile>> compacted(std::unique_ptr<fs::LockedFile> log,
                                                    const std::string& directory, std::string& text,
                                                    std::uint64_t end,
                                                    const Incoming* incoming) const;
  Result<std::unique_ptr<fs::LockedFile>> with_room(std::unique_ptr<fs::LockedFile> log,
                                                    const std::string& directory, std::string& text,
                                                    std::uint64_t end, const WriteRecord& record,
                                                    std::uint64_t kept_bytes) const;

  const fs::Root* root_;
  HistoryLimits limits_;
};

}  // namespace nacre::memory
