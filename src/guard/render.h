#pragma once

#include <string>
#include <string_view>

#include "nacre/types.h"

namespace nacre::guard {

// Memory as a model reads it in a prompt: data in labelled blocks.
//
//   <memory path="MEMORY.md" layer="long_term" origin="owner">
//   ...
//   </memory>
//
// The one renderer of memory for prompts. Whatever the text and the path say, a
// block ends only where we ended it.
struct MemoryLabel {
  std::string path;
  Layer layer = Layer::Daily;
  Origin origin = Origin::Owner;
};

// The line that opens a block, and the one that closes it, with their line ends.
std::string open_memory(const MemoryLabel& label);
std::string_view close_memory();

// `text` as it may stand in a block. The owner's and the agent's words stay as
// they are but for what looks like our own labels; of untrusted and system text
// no markup at all is left. Line by line: every line keeps its number.
std::string as_data(std::string_view text, Origin origin);

}  // namespace nacre::guard
