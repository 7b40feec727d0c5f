#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace nacre::text {

// Where lines start: LF, CRLF and lone CR end a line, and nothing else does. A
// final line end starts no further line. Empty text has no lines. `text` is below
// 4 GiB.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  std::uint32_t count() const { return static_cast<std::uint32_t>(starts_.size()); }
  // 1-based; the line that holds byte `offset` (offset == size: the last line).
  std::uint32_t line_of(std::uint64_t offset) const;
  // The bytes of a line without its end. `line` is 1..count().
  std::string_view line(std::uint32_t line) const;
  // Of the line, and of what follows its line end.
  std::uint64_t begin(std::uint32_t line) const { return starts_[line - 1]; }
  std::uint64_t end_with_break(std::uint32_t line) const;

 private:
  std::string_view text_;  // Borrowed: must outlive the index.
  std::vector<std::uint32_t> starts_;
};

}  // namespace nacre::text
