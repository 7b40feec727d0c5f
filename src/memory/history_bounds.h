#pragma once

#include <cstdint>
#include <vector>

#include "memory/history_record.h"

namespace nacre::memory {

struct HistoryLimits {
  std::uint64_t entries_max = 1000;                   // 0: no history is kept.
  std::uint64_t bytes_max = std::uint64_t{64} << 20;  // Of what is kept.
};

// A write that is about to get its record.
struct Incoming {
  std::uint64_t step = 0;  // 0: a new one.
  std::uint64_t room = 0;  // What it keeps, and what undoing it will keep.
};

struct Remembered {
  std::vector<WriteRecord> records;
  std::uint64_t room = 0;  // Of them: what they keep, and what undoing them will keep.
};

// The records that stay. What an undo or a redo made pointless goes. Then commands go, whole
// and the oldest first, until the newest `entries_max` writes are left, and until they and
// `incoming` have room; but what was undone never goes, since its text may be nowhere else. For
// a command that stands, the room for its undo is counted too: so undo and redo push nothing
// out, and all that is left can be undone. With no `incoming`, the newest command has its place
// whatever the number of its writes. The room may be beyond the bound when only what was undone
// is left.
Remembered within(const DecodedLog& log, const HistoryLimits& limits,
                  const Incoming* incoming = nullptr);

// The whole log with only these records.
std::string encode_log(const std::vector<WriteRecord>& records,
                       const std::vector<SequenceRange>& lost, std::uint64_t last_sequence);

}  // namespace nacre::memory
