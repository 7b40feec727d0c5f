#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text/block_lines.h"
#include "text/markdown.h"

namespace nacre::text {

// Yields the blocks of scan_blocks one at a time, so that a long file needs no list
// of them. Every line is read at most three times.
class BlockScanner {
 public:
  BlockScanner(std::string_view text, std::uint32_t first_line);
  std::optional<Block> next();

 private:
  struct OpenItem {
    std::size_t marker_indent, content_indent;
  };

  std::size_t size() const { return reader_.text().size(); }
  bool at_end() const { return at_ == size(); }
  Line peek() const { return reader_.at(at_); }
  void take(const Line& line);

  BlockKind scan(Block& block);
  BlockKind scan_leaf(Block& block, const Line& line);
  BlockKind scan_paragraph(Block& block);
  void scan_item(const ListMarker& marker);
  void scan_fence();
  void scan_indented_code();
  void scan_quote();
  void scan_table();
  void scan_html(HtmlStart start);

  // What ends a paragraph, here or in a list item.
  bool starts_leaf(const Line& line) const;
  bool starts_table(const Line& line) const;
  bool has_comment_end(std::size_t from) const;
  bool interrupts_paragraph(const Line& line) const;
  bool blanks_belong_to_item();
  void close_items_for(std::size_t indent);

  LineReader reader_;
  std::size_t at_ = 0;
  std::uint32_t line_;
  std::vector<OpenItem> items_;
  mutable std::size_t no_comment_end_from_;  // No "-->" from here on.
};

}  // namespace nacre::text
