#pragma once

#include <string_view>
#include <vector>

#include "lexical/unit_table.h"
#include "text/unit.h"

namespace nacre::index {

// What ranking wants to know of a unit's words and their place, worked out once
// when it is indexed.

// Share of the text that stands in question sentences, in 1/255.
std::uint8_t question_share(std::string_view text);

// Whether the units are the turns of a conversation: most begin with `Name: `,
// and at least two names come again.
bool is_chat(const std::vector<text::Unit>& units);

// What the heading field of a unit holds: headings, triggers and tags, which
// find an entry although its text lacks them.
std::string heading_text(const text::Unit& unit);

}  // namespace nacre::index
