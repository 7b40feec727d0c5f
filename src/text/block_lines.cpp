#include "text/block_lines.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace nacre::text {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

bool consists_of(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

std::string tag_name(std::string_view content) {
  std::string name;
  for (const char c : content.substr(content.substr(0, 2) == "</" ? 2 : 1)) {
    const char letter = lower(c);
    if (name.size() > 12 || !((letter >= 'a' && letter <= 'z') || is_digit(letter))) break;
    name.push_back(letter);
  }
  return name;
}

}  // namespace

LineReader::LineReader(std::string_view text) : text_(text) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) bom_bytes_ = kByteOrderMark.size();
}

std::size_t LineReader::find(char c, std::size_t begin, Known& known) const {
  if (begin < known.from || begin > known.found) {
    const void* found = std::memchr(text_.data() + begin, c, text_.size() - begin);
    known.from = begin;
    known.found = found == nullptr
                      ? text_.size()
                      : static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
  }
  return known.found;
}

Line LineReader::at(std::size_t begin) const {
  const std::size_t lf = find('\n', begin, lf_);
  const std::size_t cr = find('\r', begin, cr_);
  std::size_t stop = std::min(lf, cr);
  Line line;
  line.begin = begin;
  line.end = std::min(stop + (cr < lf && cr + 1 == lf ? 2 : 1), text_.size());
  std::size_t at = begin == 0 ? bom_bytes_ : begin;
  for (; at < stop && is_blank(text_[at]); ++at) {
    line.indent = text_[at] == '\t' ? (line.indent / 4 + 1) * 4 : line.indent + 1;
  }
  while (stop > at && is_blank(text_[stop - 1])) --stop;
  line.content = text_.substr(at, stop - at);
  return line;
}

bool read_list_marker(const Line& line, ListMarker& marker) {
  const std::string_view content = line.content;
  if (content.empty()) return false;
  std::size_t width = 0;
  marker = {};
  if (content[0] == '-' || content[0] == '*' || content[0] == '+') {
    width = 1;
  } else {
    while (width < content.size() && width < 9 && is_digit(content[width])) {
      marker.number = marker.number * 10 + static_cast<std::uint32_t>(content[width++] - '0');
    }
    if (width == 0 || width == content.size()) return false;
    if (content[width] != '.' && content[width] != ')') return false;
    marker.ordered = true;
    ++width;
  }
  if (width < content.size() && !is_blank(content[width])) return false;
  std::size_t blanks = 0;
  while (width + blanks < content.size() && is_blank(content[width + blanks])) ++blanks;
  marker.content = content.substr(width + blanks);
  // More than four blanks belong to indented code inside the item.
  const std::size_t gap = marker.content.empty() || blanks > 4 ? 1 : blanks;
  marker.content_indent = line.indent + width + gap;
  return true;
}

bool opens_fence(std::string_view content, Fence& fence) {
  if (content.empty() || (content[0] != '`' && content[0] != '~')) return false;
  fence.mark = content[0];
  fence.length = std::min(content.find_first_not_of(fence.mark), content.size());
  if (fence.length < 3) return false;
  return fence.mark == '~' || content.find('`', fence.length) == std::string_view::npos;
}

bool closes_fence(std::string_view content, const Fence& fence) {
  return content.size() >= fence.length && consists_of(content, {&fence.mark, 1});
}

int atx_level(std::string_view content) {
  const std::size_t level = std::min(content.find_first_not_of('#'), content.size());
  if (level == 0 || level > 6) return 0;
  if (level < content.size() && !is_blank(content[level])) return 0;
  return static_cast<int>(level);
}

bool is_rule(std::string_view content) {
  if (content.empty() || (content[0] != '-' && content[0] != '*' && content[0] != '_'))
    return false;
  const std::array<char, 3> allowed = {content[0], ' ', '\t'};
  return consists_of(content, {allowed.data(), allowed.size()}) &&
         std::count(content.begin(), content.end(), content[0]) >= 3;
}

bool is_table_delimiter(std::string_view content) {
  return content.find('|') != std::string_view::npos &&
         content.find('-') != std::string_view::npos && consists_of(content, "|:- \t");
}

// CommonMark takes a single '-' too; in notes that is a bullet about to be written.
int setext_level(std::string_view content) {
  if (content.empty()) return 0;
  if (consists_of(content, "=")) return 1;
  return content.size() >= 2 && consists_of(content, "-") ? 2 : 0;
}

HtmlStart html_start(std::string_view content) {
  static constexpr std::array<std::string_view, 4> kRaw = {"pre", "script", "style", "textarea"};
  static constexpr std::array<std::string_view, 26> kBlock = {
      "article", "aside",  "blockquote", "body", "center", "dd",      "details", "div",  "dl",
      "dt",      "figure", "footer",     "form", "h1",     "h2",      "h3",      "head", "header",
      "html",    "li",     "main",       "ol",   "p",      "section", "table",   "ul"};
  if (content.size() < 2 || content[0] != '<') return HtmlStart::None;
  if (content.substr(0, 4) == "<!--") return HtmlStart::Comment;
  const std::string name = tag_name(content);
  const auto is_name = [&](std::string_view candidate) { return candidate == name; };
  if (std::any_of(kRaw.begin(), kRaw.end(), is_name)) return HtmlStart::Raw;
  if (std::any_of(kBlock.begin(), kBlock.end(), is_name)) return HtmlStart::Block;
  return name == "summary" ? HtmlStart::Block : HtmlStart::None;
}

}  // namespace nacre::text
