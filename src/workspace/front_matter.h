#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nacre/types.h"

namespace nacre::workspace {

struct FrontMatter {
  std::uint64_t bytes = 0;  // Where the body starts; 0: there is none.
  std::uint32_t lines = 0;  // Lines before the body.
  std::string title;
  std::vector<std::string> tags, aliases;
  std::optional<CivilDay> date;
  std::string project;
  std::optional<Visibility> visibility;
  std::optional<int> importance;
  std::string problem;  // Not YAML: the block is text then, and this says why.
};

// YAML between `---` lines at the very start (after a BOM). A rule `---` without
// a closing line or without keys is no front matter. At most 64 KiB and 32
// levels; anchors and aliases are refused unparsed (YAML bombs). A
// visibility that is no known word counts as private, of several the narrowest holds, and one that
// is not public holds also in a block that is broken or never closed. `text` is valid UTF-8 up to
// the closing line.
FrontMatter read_front_matter(std::string_view text);

// Obsidian and Logseq marks in a body, in order, without repeats, at most 256 of a
// kind: [[Target#Heading|label]], #tag, `tags:: a, b`, `alias:: c`. Not those in
// code, nor embeds (`![[…]]`). Linear.
struct Marks {
  std::vector<std::string> links, tags, aliases;
};
Marks read_marks(std::string_view body);

}  // namespace nacre::workspace
