#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::workspace {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Line {
  std::string_view text;  // Without its end.
  std::size_t begin = 0;  // Where it starts.
  std::size_t end = 0;    // Where the next one starts.
};

// The lines of a text one after the other, ended as text::LineIndex ends them.
// Borrows the text.
class LineReader {
 public:
  explicit LineReader(std::string_view text, std::size_t begin = 0) : text_(text), at_(begin) {}
  std::optional<Line> next();

 private:
  std::string_view text_;
  std::size_t at_;
};

// ASCII blanks, tabs and line ends.
std::string_view trim(std::string_view text);
std::string_view trim_right(std::string_view text);

// Cuts at any of `separators`, trims, drops empty and repeated values and a
// leading '#'; at most 256 values.
void split_values(std::string_view text, std::string_view separators,
                  std::vector<std::string>& values);

}  // namespace nacre::workspace
