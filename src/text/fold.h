#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::text {

// The shadow form in which everything is compared: NFKC, case folded, full and
// half width unified, Latin diacritics removed, Traditional Han written
// Simplified. Zero-width characters and bidi controls vanish; control
// characters become spaces.
//
// `offset[i]` is the byte offset in the original of the character that gave
// byte i of `text`; offset.size() == text.size() + 1, the last being the
// original's size. So any range of the shadow maps to a range of the original.
struct Folded {
  std::string text;
  std::vector<std::uint32_t> offset;
};

// `text` is valid UTF-8 below 4 GiB. Deterministic; idempotent on its own output.
Folded fold(std::string_view text);
// The same without the map, faster.
std::string fold_text(std::string_view text);

}  // namespace nacre::text
