#include "text/lines.h"

#include <algorithm>
#include <limits>

#include "base/result.h"

namespace nacre::text {
namespace {

// Calls `found(offset)` for the offset behind each line end.
template <typename Found>
void each_line_end(std::string_view text, Found found) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '\n' && c != '\r') continue;
    if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    found(i + 1);
  }
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text) {
  NACRE_CHECK(text.size() < std::numeric_limits<std::uint32_t>::max());
  if (text.empty()) return;
  // Counted first: growing the vector would take three times its memory on a
  // file of short lines.
  std::size_t count = 1;
  each_line_end(text, [&](std::size_t) { ++count; });
  starts_.reserve(count);
  starts_.push_back(0);
  each_line_end(text, [&](std::size_t next) {
    if (next < text.size()) starts_.push_back(static_cast<std::uint32_t>(next));
  });
}

std::uint32_t LineIndex::line_of(std::uint64_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

std::uint64_t LineIndex::end_with_break(std::uint32_t line) const {
  return line < count() ? starts_[line] : text_.size();
}

std::string_view LineIndex::line(std::uint32_t line) const {
  const std::uint64_t first = begin(line);
  std::uint64_t last = end_with_break(line);
  if (last > first && text_[last - 1] == '\n') --last;
  if (last > first && text_[last - 1] == '\r') --last;
  return text_.substr(first, last - first);
}

}  // namespace nacre::text
