#pragma once

#include <string>
#include <string_view>

namespace nacre::recall {

// The form in which exact phrases are compared: the shadow of the text with each
// run of blanks and line ends as one space, none at the ends.
std::string comparable(std::string_view text);

}  // namespace nacre::recall
