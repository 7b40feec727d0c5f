#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/markdown.h"

namespace nacre::text {

// A stretch of text that becomes one unit.
struct Piece {
  std::size_t begin = 0, end = 0;
  std::uint32_t start_line = 1, end_line = 1;
  std::string context;  // The list items it stands below, "Parent > Child"; mostly empty.
};

struct PieceLimits {
  std::uint32_t tokens_target, tokens_max;
};

// Cuts consecutive blocks of `body` into pieces: at block boundaries where that fits
// the target, else inside a block at a line end, a sentence end, a space, or
// anywhere but inside a character. Headings in front stay with what follows.
// Blank lines at the edges of a piece are left out.
std::vector<Piece> cut_pieces(std::string_view body, const std::vector<Block>& blocks,
                              const PieceLimits& limits);

}  // namespace nacre::text
