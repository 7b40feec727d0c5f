#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/unit.h"

namespace nacre::workspace {

// Fills what annotations say into the units of one file and takes the comments
// out of their texts. `body` starts at byte `offset` of the file, in `first_line`.
//
// A long entry is several units, and its annotations stand in one of them: they
// hold for all its pieces. Items nested in an entry take over its visibility,
// validity, project and importance unless they have their own; so does all below
// a heading that is marked private. Units that hold nothing but annotations go.
void apply_annotations(std::string_view body, std::uint64_t offset, std::uint32_t first_line,
                       std::vector<text::Unit>& units);

}  // namespace nacre::workspace
