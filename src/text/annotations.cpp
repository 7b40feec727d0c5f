#include <algorithm>
#include <array>

#include "text/block_lines.h"
#include "text/markdown.h"

namespace nacre::text {
namespace {

constexpr std::array<std::string_view, 9> kKeys = {
    "trigger", "importance", "project", "id", "source", "visibility", "valid", "supersedes", "at"};
constexpr std::string_view kOpen = "<!--", kClose = "-->";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The inside of a comment as a known key and its value.
bool read_annotation(std::string_view inside, std::pair<std::string, std::string>& out) {
  const std::size_t colon = inside.find(':');
  if (colon == std::string_view::npos || colon > 32) return false;
  std::string key(trim(inside.substr(0, colon)));
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) return false;
  out = {std::move(key), std::string(trim(inside.substr(colon + 1)))};
  return true;
}

// Reads the comments that end `line` (without its line end), last one first, and
// appends what is left to `kept`.
void strip_line(std::string_view line, Annotations& found, std::string* kept) {
  std::vector<std::pair<std::string, std::string>> reversed;
  std::vector<std::string_view> others;  // Unknown comments, last one first.
  std::string_view rest = line;
  while (true) {
    const std::size_t last = rest.find_last_not_of(" \t");
    if (last == std::string_view::npos || last + 1 < kOpen.size() + kClose.size()) break;
    if (rest.substr(last + 1 - kClose.size(), kClose.size()) != kClose) break;
    const std::size_t open = rest.rfind(kOpen, last);
    if (open == std::string_view::npos || open + kOpen.size() + kClose.size() > last + 1) break;
    const std::size_t inside = open + kOpen.size();
    std::pair<std::string, std::string> annotation;
    if (read_annotation(rest.substr(inside, last + 1 - kClose.size() - inside), annotation)) {
      reversed.push_back(std::move(annotation));
    } else {
      others.push_back(rest.substr(open));
    }
    rest = rest.substr(0, open);
  }
  if (reversed.empty()) {
    if (kept) kept->append(line);
    return;
  }
  found.items.insert(found.items.end(), std::make_move_iterator(reversed.rbegin()),
                     std::make_move_iterator(reversed.rend()));
  if (!kept) return;
  std::string text(rest);
  for (auto other = others.rbegin(); other != others.rend(); ++other) text.append(*other);
  kept->append(text, 0, text.find_last_not_of(" \t") + 1);
}

// A line of which nothing is left must not turn a lone CR before it into a CRLF.
void append_break(std::string& text, std::string_view line_break) {
  if (line_break == "\n" && !text.empty() && text.back() == '\r') text.push_back(' ');
  text.append(line_break);
}

}  // namespace

const std::string* Annotations::find(std::string_view key) const {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.first == key; });
  return found == items.end() ? nullptr : &found->second;
}

Annotations read_annotations(std::string_view text, std::string* stripped) {
  Annotations found;
  if (text.find(kOpen) == std::string_view::npos) {
    if (stripped) stripped->assign(text);
    return found;
  }
  if (stripped) stripped->clear();
  const LineReader reader(text);
  Fence fence;
  bool in_fence = false;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = reader.at(at);
    const std::string_view whole = text.substr(at, line.end - at);
    const std::size_t breaks = whole.find_last_not_of("\r\n") + 1;
    const bool was_in_fence = in_fence;
    if (in_fence) {
      in_fence = !closes_fence(line.content, fence);
    } else {
      in_fence = opens_fence(line.content, fence);
    }
    if (was_in_fence || in_fence) {
      if (stripped) stripped->append(whole);
    } else {
      strip_line(whole.substr(0, breaks), found, stripped);
      if (stripped) append_break(*stripped, whole.substr(breaks));
    }
    at = line.end;
  }
  return found;
}

}  // namespace nacre::text
