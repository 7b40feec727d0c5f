#include "text/block_scanner.h"

#include <algorithm>
#include <string>

namespace nacre::text {
namespace {

constexpr std::size_t kCodeIndent = 4;
constexpr std::size_t kItemDepthMax = 64;

// A setext underline makes a heading of at most this many lines: beyond, "---" under
// a paragraph was meant as a rule.
constexpr std::uint32_t kSetextLinesMax = 3;

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Without annotations, strong emphasis and code marks; line ends become spaces.
std::string plain_title(std::string_view raw) {
  std::string text;
  read_annotations(raw, &text);
  std::string title;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') continue;
    if (text.compare(i, 2, "**") == 0) {
      ++i;
      continue;
    }
    title.push_back(text[i] == '\n' || text[i] == '\r' ? ' ' : text[i]);
  }
  return std::string(trim(title));
}

std::string atx_title(std::string_view content, int level) {
  std::string title = plain_title(content.substr(static_cast<std::size_t>(level)));
  const std::size_t last = title.find_last_not_of('#');
  if (last == std::string::npos) return {};
  if (last + 1 < title.size() && title[last] == ' ')
    title = std::string(trim(title.substr(0, last)));
  return title;
}

}  // namespace

BlockScanner::BlockScanner(std::string_view text, std::uint32_t first_line)
    : reader_(text), line_(first_line), no_comment_end_from_(text.size() + 1) {}

void BlockScanner::take(const Line& line) {
  at_ = line.end;
  ++line_;
}

std::optional<Block> BlockScanner::next() {
  if (at_end()) return std::nullopt;
  Block block;
  block.begin = at_;
  block.start_line = line_;
  block.kind = scan(block);
  block.end = at_;
  block.end_line = line_ - 1;
  return block;
}

BlockKind BlockScanner::scan(Block& block) {
  const Line line = peek();
  if (line.blank()) {
    while (!at_end() && peek().blank()) take(peek());
    return BlockKind::Blank;
  }
  ListMarker marker;
  const bool in_reach = line.indent < kCodeIndent || !items_.empty();
  if (in_reach && !is_rule(line.content) && read_list_marker(line, marker)) {
    close_items_for(line.indent);
    block.level = static_cast<int>(items_.size());
    items_.push_back({line.indent, marker.content_indent});
    scan_item(marker);
    return BlockKind::ListItem;
  }
  items_.clear();
  return scan_leaf(block, line);
}

// An item is a child when it stands at its parent's text, or, as people write under
// "1.", two columns behind the parent's marker.
void BlockScanner::close_items_for(std::size_t indent) {
  while (!items_.empty()) {
    const OpenItem& parent = items_.back();
    const bool child = indent >= std::min(parent.content_indent, parent.marker_indent + 2);
    if (child && items_.size() < kItemDepthMax) return;
    items_.pop_back();
  }
}

BlockKind BlockScanner::scan_leaf(Block& block, const Line& line) {
  if (line.indent >= kCodeIndent) {
    scan_indented_code();
    return BlockKind::Code;
  }
  if (const int level = atx_level(line.content); level != 0) {
    block.level = level;
    block.title = atx_title(line.content, level);
    take(line);
    return BlockKind::Heading;
  }
  Fence fence;
  if (opens_fence(line.content, fence)) {
    scan_fence();
    return BlockKind::Code;
  }
  if (line.content[0] == '>') {
    scan_quote();
    return BlockKind::Quote;
  }
  if (is_rule(line.content)) {
    take(line);
    return BlockKind::Rule;
  }
  const HtmlStart html = html_start(line.content);
  if (html == HtmlStart::Comment ? has_comment_end(line.begin) : html != HtmlStart::None) {
    scan_html(html);
    return BlockKind::Html;
  }
  if (starts_table(line)) {
    scan_table();
    return BlockKind::Table;
  }
  return scan_paragraph(block);
}

BlockKind BlockScanner::scan_paragraph(Block& block) {
  const std::size_t begin = at_;
  take(peek());
  for (std::uint32_t lines = 1; !at_end(); ++lines) {
    const Line line = peek();
    if (line.blank()) break;
    const int level = line.indent < kCodeIndent ? setext_level(line.content) : 0;
    if (level != 0 && lines <= kSetextLinesMax) {
      block.level = level;
      block.title = plain_title(reader_.text().substr(begin, at_ - begin));
      take(line);
      return BlockKind::Heading;
    }
    if (interrupts_paragraph(line)) break;
    take(line);
  }
  return BlockKind::Paragraph;
}

bool BlockScanner::interrupts_paragraph(const Line& line) const {
  if (line.indent >= kCodeIndent) return false;
  if (starts_leaf(line)) return true;
  ListMarker marker;
  return read_list_marker(line, marker) && !marker.content.empty() &&
         (!marker.ordered || marker.number == 1);
}

bool BlockScanner::starts_leaf(const Line& line) const {
  Fence fence;
  if (line.indent >= kCodeIndent || line.blank()) return false;
  if (atx_level(line.content) != 0 || line.content[0] == '>' || is_rule(line.content) ||
      opens_fence(line.content, fence)) {
    return true;
  }
  const HtmlStart html = html_start(line.content);
  if (html == HtmlStart::Comment) return has_comment_end(line.begin);
  return html != HtmlStart::None || starts_table(line);
}

bool BlockScanner::starts_table(const Line& line) const {
  if (line.content.find('|') == std::string_view::npos || line.end == size()) return false;
  return is_table_delimiter(reader_.at(line.end).content);
}

// A stray "<!--" without an end hides nothing.
bool BlockScanner::has_comment_end(std::size_t from) const {
  if (from >= no_comment_end_from_) return false;
  if (reader_.text().find("-->", from) != std::string_view::npos) return true;
  no_comment_end_from_ = from;
  return false;
}

void BlockScanner::scan_fence() {
  Fence fence;
  opens_fence(peek().content, fence);
  take(peek());
  while (!at_end()) {
    const Line line = peek();
    take(line);
    if (line.indent < kCodeIndent && closes_fence(line.content, fence)) return;
  }
}

void BlockScanner::scan_indented_code() {
  std::size_t end = at_;
  std::uint32_t end_line = line_;
  while (!at_end()) {
    const Line line = peek();
    if (!line.blank() && line.indent < kCodeIndent) break;
    take(line);
    if (line.blank()) continue;
    end = at_;
    end_line = line_;
  }
  at_ = end;
  line_ = end_line;
}

void BlockScanner::scan_quote() {
  bool lazy = false;
  while (!at_end()) {
    const Line line = peek();
    if (line.blank()) return;
    const bool marked = line.content[0] == '>';
    if (!marked && (!lazy || interrupts_paragraph(line))) return;
    lazy = !marked || !trim(line.content.substr(1)).empty();
    take(line);
  }
}

void BlockScanner::scan_table() {
  take(peek());
  take(peek());
  while (!at_end()) {
    const Line line = peek();
    if (line.blank() || interrupts_paragraph(line)) return;
    take(line);
  }
}

void BlockScanner::scan_html(HtmlStart start) {
  while (!at_end()) {
    const Line line = peek();
    if (start == HtmlStart::Block && line.blank()) return;
    take(line);
    const auto ends = [&](std::string_view mark) {
      return line.content.find(mark) != std::string_view::npos;
    };
    if (start == HtmlStart::Comment && ends("-->")) return;
    if (start == HtmlStart::Raw && ends("</")) return;
  }
}

// At blank lines: whether what follows them is more of an open item's own text.
bool BlockScanner::blanks_belong_to_item() {
  const std::size_t begin = at_;
  const std::uint32_t begin_line = line_;
  while (!at_end() && peek().blank()) take(peek());
  if (!at_end()) {
    const Line line = peek();
    ListMarker marker;
    if (line.indent >= items_.front().content_indent && !read_list_marker(line, marker)) {
      return true;
    }
  }
  at_ = begin;
  line_ = begin_line;
  return false;
}

void BlockScanner::scan_item(const ListMarker& first) {
  Fence fence;
  bool in_fence = opens_fence(first.content, fence);
  bool lazy = !in_fence;  // A line without indentation would continue the text.
  bool after_blank = false;
  take(peek());
  while (!at_end()) {
    const Line line = peek();
    const bool inside = line.indent >= items_.front().content_indent;
    if (line.blank()) {
      if (in_fence) {
        take(line);
      } else if (!blanks_belong_to_item()) {
        return;
      }
      after_blank = true;
      continue;
    }
    if (in_fence) {
      if (!inside) return;
      in_fence = !closes_fence(line.content, fence);
      lazy = false;
      take(line);
      continue;
    }
    ListMarker marker;
    if (read_list_marker(line, marker)) {
      // "1999. was a good year" on a wrapped line of the text is no item.
      const bool wrapped = inside && !after_blank && marker.ordered && marker.number != 1 &&
                           line.indent >= items_.back().content_indent;
      if (!wrapped) return;
    } else if (!inside && (!lazy || after_blank || starts_leaf(line))) {
      return;
    }
    in_fence = inside && opens_fence(line.content, fence);
    lazy = !in_fence;
    after_blank = false;
    take(line);
  }
}

std::vector<Block> scan_blocks(std::string_view text, std::uint32_t first_line) {
  std::vector<Block> blocks;
  BlockScanner scanner(text, first_line);
  while (std::optional<Block> block = scanner.next()) blocks.push_back(std::move(*block));
  return blocks;
}

}  // namespace nacre::text
