#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "recall/context_note.h"

namespace nacre::recall {

struct ContextRoom {
  std::uint64_t chars = 0, tokens = 0;
};

struct NoteCut {
  std::string text;
  std::uint64_t chars_included = 0, chars_left_out = 0;  // As on disk.
  std::uint32_t lines_left_out = 0;
  std::string fetch;  // Empty: nothing was left out.
};

// As much of the note as fits into `room`, in whole pieces: all of it; or the
// headings, a head and a tail of what room is left in the ratio of `head_share`,
// `[…]` where something is missing, and a last line that says how much that is
// and how to read it. What the head cannot use the tail may. The text is empty
// when no piece fits.
//
// Never longer than `room`, counted as NotePiece counts.
NoteCut cut_note(const VisibleNote& note, std::string_view path, const ContextRoom& room,
                 double head_share);

}  // namespace nacre::recall
