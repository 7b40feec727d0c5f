#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/undo.h"
#include "text/source.h"

namespace nacre::memory {

// Takes back the writes of one command, or brings them back, and brings the index to the
// files. All of them or none: Conflict, with nothing changed, when one of its texts is no
// longer as it was written. PermissionDenied to anybody but the owner in a direct context.
// A kill between two files of one command leaves the first one turned; the next call of this
// or of finish_undo completes it.
Result<UndoAnswer> undo(const UndoRequest& request, const Setting& setting, text::Source& source);

// The same without the index.
Result<UndoAnswer> undo_files(const UndoRequest& request, const Setting& setting);

// What could be taken back, newest first.
Result<UndoList> undo_list(const UndoListRequest& request, const Setting& setting);

// What of the history is damaged, for people.
std::vector<std::string> history_warnings(const Setting& setting);

// Completes what was killed between two files. What cannot be completed stays.
void finish_undo(const Setting& setting);

}  // namespace nacre::memory
