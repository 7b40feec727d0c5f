#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nacre::workspace {

// Where an entry goes in a file. Bytes that are no UTF-8 do no harm.

// Where something is to be put, and what stands around it.
struct Insertion {
  std::size_t at = 0;
  std::string before, after;  // Line ends, headings.
};

bool ends_line(std::string_view text);  // Or there is no line.

// Behind a blank line, unless a list item follows a list (`joins_list`). A code block
// that was never closed is closed first.
Insertion at_end(std::string_view text, bool joins_list);

// At the end of the section called `category` (workspace::same_section), before its
// first subsection; a missing section is made at the end.
Insertion in_section(std::string_view text, std::string_view category);

// For what has no category: under the notes (workspace::notes_section) of a file that
// has a template's sections, whose last one would claim it; else at the end.
Insertion in_notes(std::string_view text);

}  // namespace nacre::workspace
