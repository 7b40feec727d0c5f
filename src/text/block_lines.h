#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nacre::text {

// One line of Markdown, taken apart as far as every block needs it.
struct Line {
  std::size_t begin = 0;     // Where it starts.
  std::size_t end = 0;       // Behind its line end.
  std::size_t indent = 0;    // Columns of white space in front; a tab goes to the next 4.
  std::string_view content;  // Without indentation, line end and trailing blanks.

  bool blank() const { return content.empty(); }
};

// Reads lines at any offset. Where the next line end of each kind stands is
// remembered, so a file of lone CRs is not searched for LF once per line.
class LineReader {
 public:
  explicit LineReader(std::string_view text);
  std::string_view text() const { return text_; }
  // `begin` < text().size(), the start of a line.
  Line at(std::size_t begin) const;

 private:
  struct Known {
    std::size_t from = 1, found = 0;  // No '\n' in [from, found).
  };
  std::size_t find(char c, std::size_t begin, Known& known) const;

  std::string_view text_;
  std::size_t bom_bytes_ = 0;
  mutable Known lf_, cr_;
};

struct ListMarker {
  std::size_t content_indent = 0;  // Columns at which the item's own lines stand.
  bool ordered = false;
  std::uint32_t number = 0;
  std::string_view content;  // Behind the marker.
};
bool read_list_marker(const Line& line, ListMarker& marker);

struct Fence {
  char mark = 0;
  std::size_t length = 0;
};
bool opens_fence(std::string_view content, Fence& fence);
bool closes_fence(std::string_view content, const Fence& fence);

int atx_level(std::string_view content);  // 0: no heading.
bool is_rule(std::string_view content);
bool is_table_delimiter(std::string_view content);
// 1 for '=', 2 for '-', 0 for no underline.
int setext_level(std::string_view content);

enum class HtmlStart : std::uint8_t { None, Comment, Raw, Block };
HtmlStart html_start(std::string_view content);

}  // namespace nacre::text
