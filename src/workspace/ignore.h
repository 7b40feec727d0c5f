#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nacre::workspace {

// In the workspace, beside .gitignore and like it; only at the top.
inline constexpr std::string_view kIgnoreFile = ".nacreignore";

// The patterns of such a file, in order: no empty lines, no `#` comments, trailing
// blanks cut. Bytes that are not UTF-8 match themselves.
std::vector<std::string> parse_ignore_file(std::string_view text);

// Whether the last pattern (`glob_match`) that matches `path` leaves it out: one
// that starts with '!' takes it in again, one that ends with '/' is for directories
// only. Below a directory that is left out everything is.
bool is_ignored(const std::vector<std::string>& patterns, std::string_view path, bool directory);

}  // namespace nacre::workspace
