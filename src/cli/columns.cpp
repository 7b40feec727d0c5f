#include "cli/columns.h"

#include <algorithm>
#include <array>

namespace nacre::cli {
namespace {

struct Range {
  char32_t first, last;
};

// The wide and full-width blocks of UAX #11 that messages and names hold.
constexpr std::array<Range, 8> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF01, 0xFF60},
                                         {0x1F300, 0x1FAFF}}};

bool is_wide(char32_t code) {
  if (code >= 0x20000 && code <= 0x3FFFD) return true;
  return std::any_of(kWide.begin(), kWide.end(),
                     [&](const Range& range) { return code >= range.first && code <= range.last; });
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    }
    width += is_wide(code) ? 2U : 1U;
    i += length;
  }
  return width;
}

std::string padded(std::string_view text, std::size_t columns) {
  std::string out(text);
  const std::size_t width = display_width(text);
  if (width < columns) out.append(columns - width, ' ');
  return out;
}

}  // namespace nacre::cli
