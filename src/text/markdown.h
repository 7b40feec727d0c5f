#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/unit.h"

namespace nacre::text {

enum class BlockKind : std::uint8_t {
  Heading,
  Paragraph,
  ListItem,
  Table,
  Code,
  Quote,
  Html,
  Rule,
  Blank,
};

// A run of whole lines. Blocks cover the text in order, without gaps.
struct Block {
  BlockKind kind = BlockKind::Paragraph;
  std::uint32_t start_line = 1, end_line = 1;
  std::uint64_t begin = 0, end = 0;  // With the last line's end.
  int level = 0;                     // Heading 1..6; list item: nesting depth from 0.
  std::string title;                 // Heading text without marks and annotations.
};

// CommonMark block structure as far as units need it: ATX and setext headings,
// list items (nested ones with their own block), fenced and indented code,
// tables, quotes, HTML comments. A '#' inside a fence is no heading. Linear,
// one pass, no recursion. `text` is valid UTF-8 and starts after front matter;
// `first_line` is the number of its first line.
std::vector<Block> scan_blocks(std::string_view text, std::uint32_t first_line = 1);

// The annotations of DESIGN section 3 in trailing HTML comments: `key: value`.
struct Annotations {
  std::vector<std::pair<std::string, std::string>> items;  // In order; keys lower case.
  const std::string* find(std::string_view key) const;
};
// Known keys only (trigger, importance, project, id, source, visibility, valid,
// supersedes, at); other comments stay text, and so does all code in fences.
// `stripped`, if not null, is `text` without them: line by line, line ends kept.
Annotations read_annotations(std::string_view text, std::string* stripped);

// Cuts `body` into units at block boundaries. Promises, for every valid UTF-8
// text: the [begin,end) ranges are in order, do not overlap, and cover every
// byte but blank lines, rules and annotations between units and headings that
// the entry right below carries in `heading`; no unit is empty; no unit has more
// than `tokens_max` (at least 16) estimated tokens; no code point is cut; line
// ranges are those of the file, and line n of `text` is line start_line + n - 1.
// A long line is cut at sentence ends, then spaces, then anywhere.
// `offset` and `first_line` place `body` in its file.
//
// A heading starts a unit; one without text of its own stays with the section
// below it. An item with annotations is always an entry of its own. Annotations of
// a heading hold for its section and those below it (id, triggers, supersedes: for
// itself only); visibility only narrows, and an unknown one is private.
std::vector<Unit> cut_units(std::string_view body, std::uint64_t offset, std::uint32_t first_line,
                            const UnitOptions& options);

}  // namespace nacre::text
