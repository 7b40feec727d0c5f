#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::base {

// Where the headers and assignments of a TOML text stand, byte by byte: what an edit
// needs that keeps all other bytes. toml++ knows values, not the bytes around them.

// What follows a header, up to the next; the first section has none.
struct TomlSection {
  std::vector<std::string> path;   // Of [a.b]: a, b.
  bool array = false;              // [[a.b]]
  std::size_t begin = 0, end = 0;  // Of the header, from '[' to behind ']'.
  std::uint32_t line = 1;
};

// One assignment; those inside an inline table are entries too, right after the
// entry whose value the table is.
struct TomlEntry {
  std::vector<std::string> path;      // From the root: that of the section included.
  std::size_t section = 0;            // In TomlLayout::sections.
  std::optional<std::size_t> inside;  // The entry whose inline table holds it.
  std::size_t begin = 0;              // Of the key.
  std::size_t value_begin = 0, value_end = 0;
  std::uint32_t line = 1;  // Of the key.
  bool inline_table = false;
};

struct TomlLayout {
  std::vector<TomlSection> sections;
  std::vector<TomlEntry> entries;
};

// Nothing when `text` is no TOML in a way that hides where a value ends. What is valid
// TOML always has a layout; other texts may have one.
std::optional<TomlLayout> toml_layout(std::string_view text);

}  // namespace nacre::base
