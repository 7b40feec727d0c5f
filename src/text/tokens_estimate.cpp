#include "text/tokens_estimate.h"

#include <algorithm>

namespace nacre::text {

// Han, Kana and Hangul of the basic plane take three bytes each, so one token for
// such a character and one for every three other bytes is one for every three
// bytes at all. Only the Han of planes 2 and 3, led by F0 A0..BF, take four.
std::uint32_t estimate_tokens(std::string_view text) {
  std::size_t weight = text.size();
  const char* at = text.data();
  const char* const end = at + text.size();
  while ((at = std::find(at, end, '\xF0')) != end) {
    ++at;
    if (at != end && static_cast<unsigned char>(*at) >= 0xA0) --weight;
  }
  return static_cast<std::uint32_t>((weight + 2) / 3);
}

}  // namespace nacre::text
