#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nacre::cli {

// Columns that valid UTF-8 takes on a terminal: two for Han, Kana, Hangul and
// full-width signs, one for anything else.
std::size_t display_width(std::string_view text);

// `text` with blanks behind it up to `columns`; longer text stays whole.
std::string padded(std::string_view text, std::size_t columns);

}  // namespace nacre::cli
