#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "lexical/postings.h"

namespace nacre::lexical {

// The bytes of one row of postings; postings.h has the format.

using Bytes = std::vector<std::uint8_t>;

inline void append_varint(Bytes& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<std::uint8_t>(value));
}

inline void append_posting(Bytes& out, UnitId previous, const Posting& posting) {
  const std::uint64_t delta = posting.unit - previous;
  append_varint(out, (delta << 1) | (posting.count == 1 ? 1U : 0U));
  if (posting.count != 1) append_varint(out, posting.count);
}

// Appends the postings of a row that starts at `first`. Corruption when the
// bytes cannot have been written by `append_posting` with rising units.
Status decode_postings(UnitId first, std::span<const std::uint8_t> data, std::vector<Posting>& out);

}  // namespace nacre::lexical
