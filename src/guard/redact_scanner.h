#pragma once

#include <string_view>
#include <vector>

#include "guard/redact.h"

namespace nacre::guard {

// One pass over `text`: at each byte that some pattern starts with, the pattern
// is asked. In order, without overlaps. `level` is not Off.
std::vector<Finding> scan(std::string_view text, RedactionLevel level);

}  // namespace nacre::guard
