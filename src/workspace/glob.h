#pragma once

#include <string_view>

namespace nacre::workspace {

// Whether `path` matches: `*` and `?` within a component, `**` across them
// (`**/` also nothing). A pattern without '/' matches a component of any depth,
// and a pattern that names a directory matches all below it, as in .gitignore.
bool glob_match(std::string_view pattern, std::string_view path);

}  // namespace nacre::workspace
