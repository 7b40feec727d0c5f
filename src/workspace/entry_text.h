#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace nacre::workspace {

// How entries look on disk: rendering, escaping and finding them again.

inline constexpr std::size_t kEntryBytesMax = std::size_t{64} << 10;
inline constexpr std::size_t kTitleBytesMax = 500;

using AnnotationList = std::vector<std::pair<std::string, std::string>>;

// Text as it may be stored: lines end with LF, no blanks at the ends.
// InvalidArgument names `what` and the reason.
Result<std::string> checked_text(std::string_view text, std::string_view what,
                                 std::size_t bytes_max);
// The same for one line: a title, a category, a trigger.
Result<std::string> checked_line(std::string_view text, std::string_view what);

// Each line so that it opens no heading, comment or fence that stays open.
std::string escaped(std::string_view text);

std::string render_annotations(const AnnotationList& annotations);  // "<!-- k: v --> <!-- … -->"

// An entry with LF line ends: `before`, annotations, `after` (empty, or starting
// with a line end).
struct Rendered {
  std::string before;
  AnnotationList annotations;
  std::string after;
  std::string text() const { return before + render_annotations(annotations) + after; }
};
Rendered render_item(std::string_view title, std::string_view text, AnnotationList annotations);
Rendered render_log(std::string_view time, std::string_view title, std::string_view body,
                    AnnotationList annotations);

// Where the same entry already stands in a file.
struct Present {
  std::size_t begin = 0, end = 0;  // Without the last line end.
  std::string id;
};
// The list item with this text and these annotations, id and time aside.
std::optional<Present> find_item(std::string_view file, const Rendered& entry);
// The log entry with this title and body, whatever its hour.
std::optional<Present> find_log(std::string_view file, const Rendered& entry);

// The line end that a file uses: that of its first line, LF when it has none.
std::string_view line_end_of(std::string_view file);
std::string with_line_ends(std::string_view text, std::string_view line_end);

}  // namespace nacre::workspace
