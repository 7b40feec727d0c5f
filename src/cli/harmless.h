#pragma once

#include <string>
#include <string_view>

namespace nacre::cli {

enum class Breaks { Kept, Shown };

// `text` for a terminal: control characters, escape sequences and marks that turn
// the direction of text around become visible signs (␛ for ESC), so that a note
// cannot move the cursor, colour the screen or hide what it says. Bytes that are
// not UTF-8 become U+FFFD. Tabs stay; line ends stay when Kept.
std::string harmless(std::string_view text, Breaks breaks = Breaks::Shown);

}  // namespace nacre::cli
