#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/unit.h"

namespace nacre::index {

// What ranking wants to know of a unit's words and their place, worked out once
// when it is indexed. The rules and their effect: docs/decisions/011.

// For the turns of a conversation, how many bytes of each unit's text are the
// mark and name before its words (0: it has no name that comes again). Empty
// when the units are no conversation: fewer than four, or not at least two
// names that come again and together stand before three fifths of them.
std::vector<std::uint16_t> speaker_prefixes(const std::vector<text::Unit>& units);

// Share of the text that stands in question sentences, in 1/255. What stands in
// square brackets, as `[shared image: a cat?]`, asks nothing.
std::uint8_t question_share(std::string_view text);

// A word for a date or time; a number in digits or words. English and Chinese.
bool names_time(std::string_view text);
bool names_number(std::string_view text);

// What the heading field of a unit holds: headings, triggers and tags, which
// find an entry although its text lacks them.
std::string heading_text(const text::Unit& unit);

}  // namespace nacre::index
