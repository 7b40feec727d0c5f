#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "memory/history_log.h"
#include "memory/history_record.h"

namespace nacre::memory {

// One write as it stands now.
struct StepWrite {
  const WriteRecord* write = nullptr;
  const WriteRecord* undone = nullptr;  // The record of taking it back, while that holds.
  bool redone = false;                  // It was taken back and brought back last.
};

// What one command wrote, in the order in which it did.
struct Step {
  std::uint64_t number = 0;
  std::vector<StepWrite> writes;
  // The later step whose entry is one that was taken back here: written once more, it stands.
  std::uint64_t written_again_by = 0;

  bool stands() const;     // Some of it does.
  bool is_undone() const;  // Some of it was taken back, and can come back.
  // A command on it was killed between two files.
  bool halfway() const { return stands() && is_undone(); }
  // When it was taken back; 0 if it stands whole.
  std::uint64_t undone_at() const;
};

// The history of a workspace, read once: what was written, and what of it stands. Reads the
// files that it must in order to know.
class Steps {
 public:
  // Empty for a file that is not there or cannot be read.
  using ReadFile = std::function<std::string(const std::string& path)>;
  static Result<Steps> read(const HistoryLog& log, const ReadFile& read_file);

  const std::vector<WriteRecord>& records() const { return records_; }
  const std::vector<Step>& all() const { return steps_; }  // By number.
  const std::vector<SequenceRange>& lost() const { return lost_; }
  // A damaged part of the log behind everything of `step` that is known; null: behind nothing.
  // What stood there was newer.
  const SequenceRange* lost_after(const Step* step) const;

  // Null when there is none.
  const Step* last_standing() const;
  const Step* last_undone() const;
  const Step* halfway() const;
  // The step of a receipt: of an entry's id, of the start of one, of a number. NotFound;
  // InvalidArgument when several entries have such an id. Of one entry that was written more
  // than once, the last step that stands, or was taken back (`undone`).
  Result<const Step*> named(const std::string& receipt, bool undone) const;

  Steps(Steps&&) = default;  // Its steps point into its records.
  Steps& operator=(Steps&&) = default;

 private:
  Steps() = default;
  void find_written_again(const ReadFile& content);

  std::vector<WriteRecord> records_;
  std::vector<SequenceRange> lost_;
  std::vector<Step> steps_;
};

}  // namespace nacre::memory
