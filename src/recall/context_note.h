#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "guard/policy.h"
#include "guard/redact.h"
#include "nacre/types.h"
#include "workspace/note_source.h"

namespace nacre::recall {

// Whole lines that stay together: an entry of a list, a heading, a block of code,
// or one line.
struct NotePiece {
  std::uint32_t first_line = 1, last_line = 1;  // Of the file.
  std::uint32_t lines = 1;                      // That the scope may see.
  int heading = 0;                              // Its level; 0: no heading.
  std::string text;                             // As data for a prompt, each line with LF.
  std::uint64_t chars = 0, tokens = 0;          // Of `text`.
  std::uint64_t file_chars = 0;                 // Of the lines as they are on disk.
};

// What a scope may see of one note, and of that what holds today.
struct VisibleNote {
  Layer layer = Layer::Daily;
  Origin origin = Origin::Owner;
  std::vector<NotePiece> pieces;
  std::uint64_t chars = 0;  // As on disk, with what is past its range.
  std::uint32_t lines = 0;
  std::uint32_t expired = 0;  // Entries past their `valid` range.
  bool blank = true;          // Nothing but blanks in the pieces.
};

// Who looks, and when.
struct NoteView {
  const Scope* scope = nullptr;
  const guard::Policy* policy = nullptr;
  const workspace::NoteOptions* notes = nullptr;
  const guard::Redactor* redactor = nullptr;
  CivilDay today;
};

// Reads a note as `view` may see it. An entry decides for its lines; a heading is
// seen when something below it is, front matter when the file itself is, and a
// blank when both of its neighbours are. Secrets are masked in what is left, so
// nothing that a scope may not see changes what it sees.
VisibleNote read_visible(std::string_view path, std::string_view bytes, const NoteView& view);

std::uint64_t characters(std::string_view text);  // Code points of valid UTF-8.

}  // namespace nacre::recall
