#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/markdown.h"
#include "workspace/front_matter.h"
#include "workspace/note_source.h"

namespace nacre::workspace {

// A note taken apart, with the text whose lines are those of the file.
struct ParsedNote {
  ParsedNote(std::string_view relative_path, std::string_view bytes, const NoteOptions& options);

  text::SourceContent content;
  std::vector<text::Block> blocks;  // Of the body.
  std::string text;                 // Valid UTF-8; not masked.
  FrontMatter front;
};

// What somebody gets of a line. Where units share one, the later of these decides.
enum class LineFate : std::uint8_t { Open, Shown, Expired, Hidden };

// By line number, from 1; never Open. `fate_of` says it of each unit: its title unit speaks
// for the front matter and for what nothing else decides. A heading that no unit holds shows
// with anything below it, down to the next one that is not deeper; blanks, rules and
// annotations show only between lines that show.
std::vector<LineFate> line_fates(const ParsedNote& note,
                                 const std::function<LineFate(const text::Unit&)>& fate_of);

}  // namespace nacre::workspace
