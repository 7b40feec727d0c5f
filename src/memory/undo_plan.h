#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/history_record.h"

namespace nacre::memory {

// What taking back, or bringing back, one write makes of its file.
struct UndoPlan {
  std::optional<std::string> content;  // nullopt: the file goes.
  WriteRecord record;                  // Of this write.
  std::string kept;                    // What it takes away.
};

// `kept` of a record that has none is empty.
struct UndoSource {
  const WriteRecord& write;
  const std::vector<WriteRecord>& records;  // All of them.
};

// The file without what `write` put there, wherever that stands by now; the rest keeps its
// bytes. A file that the engine made and that would hold nothing of anybody goes. `kept`:
// what was kept with the write. Conflict when the text was edited, is gone or stands there
// twice, and says what differs; `present` is empty for a file that is not there.
Result<UndoPlan> plan_undo(const UndoSource& source, std::string_view present,
                           const std::string& kept);

// The file with `write` again: `undone` is the record of taking it back, `kept` what was kept
// with that. Conflict when its place is no longer what it was, or when it stands there already.
Result<UndoPlan> plan_redo(const WriteRecord& write, const WriteRecord& undone,
                           std::string_view present, const std::string& kept);

// Whether a write took place that no later line of the log tells of: the content shows it.
bool has_happened(const UndoSource& source, std::string_view present);

}  // namespace nacre::memory
