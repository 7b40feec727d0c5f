#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nacre/types.h"

namespace nacre {

struct UndoRequest {
  // The id of an entry, the start of one that no other has, or the number of a step. Empty:
  // the last step that stands; with `redo`, the one that was taken back last.
  std::string receipt;
  bool redo = false;     // Bring back what was taken back.
  bool dry_run = false;  // Change nothing, say what would change.
  Scope scope;           // Of the owner in a direct context; nobody else may.
};

// What becomes of a file.
enum class UndoAction : std::uint8_t {
  Change,  // Text goes or comes back.
  Remove,  // Nothing but this was in it.
  Make,    // It comes back.
};
std::string_view name(UndoAction value);

struct UndoChange {
  std::string path;
  UndoAction action = UndoAction::Change;
  std::uint32_t line = 0;      // 1-based, where it changes.
  std::string summary;         // First words of what goes or comes back. Masked.
  std::string removed, added;  // Lines that go and that come back, of long ones the start. Masked.
  bool indexed = false;        // The index knows it by now, or need not.
  std::string warning;         // Done, but ...
};

// What one command wrote.
struct UndoStep {
  std::uint64_t number = 0;
  std::string time;  // RFC 3339, in the user's zone.
  std::string verb;
  std::vector<std::string> ids;
  std::vector<UndoChange> changes;
  std::string conflict;  // In a list: why it cannot be taken back.
};

struct UndoAnswer {
  bool redo = false, dry_run = false;
  std::vector<UndoStep> steps;  // One, or none: `reason` says why.
  std::string reason;
};

struct UndoListRequest {
  std::uint32_t limit = 20;
  Scope scope;
};

struct UndoList {
  std::vector<UndoStep> steps;        // That stand, newest first.
  std::uint32_t more = 0;             // That stand, beyond the limit.
  std::uint32_t undone = 0;           // That were taken back and can come back.
  std::vector<std::string> warnings;  // What of the history is damaged.
};

}  // namespace nacre
