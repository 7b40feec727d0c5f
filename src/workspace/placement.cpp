#include "workspace/placement.h"

#include <algorithm>
#include <vector>

#include "text/lines.h"
#include "text/markdown.h"
#include "text/utf8.h"
#include "workspace/entry_text.h"
#include "workspace/front_matter.h"
#include "workspace/lines.h"
#include "workspace/templates.h"

namespace nacre::workspace {
namespace {

// The last line with text, and whether a blank line follows it.
struct Tail {
  std::string_view line;
  bool blank_after = false;
};
Tail tail_of(std::string_view text) {
  const std::string_view content = trim_right(text);
  const std::size_t begin = content.find_last_of("\r\n");
  std::string_view rest = text.substr(content.size());
  // The end of the line itself, then one more.
  const std::size_t first = rest.starts_with("\r\n") ? 2 : std::min<std::size_t>(rest.size(), 1);
  return Tail{content.substr(begin == std::string_view::npos ? 0 : begin + 1),
              rest.find_first_of("\r\n", first) != std::string_view::npos};
}

bool is_list_line(std::string_view line) {
  if (line.starts_with("  ") || line.starts_with('\t')) return true;
  return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ");
}

std::vector<text::Block> blocks_of(std::string_view text) {
  // Bytes that are no UTF-8 stay in the file; only lines count here, and those
  // are the same in both.
  const std::string valid = text::utf8::repair(text).text;
  const FrontMatter front = read_front_matter(valid);
  const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::size_t offset = std::max<std::size_t>(front.bytes, mark);
  return text::scan_blocks(std::string_view(valid).substr(offset), front.lines + 1);
}

// The mark that closes a code block which runs to the end of the file, where an
// entry would be code too and say nothing of itself; empty when there is none.
std::string open_fence(std::string_view text) {
  if (text.find("```") == text.npos && text.find("~~~") == text.npos) return {};
  const std::string probed = std::string(text) + "\n\n# x\n";
  const std::vector<text::Block> blocks = blocks_of(probed);
  if (blocks.empty() || blocks.back().kind != text::BlockKind::Code) return {};
  std::string_view mark = trim(text::LineIndex(probed).line(blocks.back().start_line));
  mark = mark.substr(0, mark.find_first_not_of(mark.empty() ? '`' : mark.front()));
  return mark.size() >= 3 ? std::string(mark) : std::string();
}

Insertion in_section(std::string_view text, const std::vector<text::Block>& blocks,
                     std::string_view category) {
  const auto heading = std::find_if(blocks.begin(), blocks.end(), [&](const text::Block& block) {
    return block.kind == text::BlockKind::Heading && same_section(block.title, category);
  });
  const std::string line_end(line_end_of(text));
  if (heading == blocks.end()) {
    Insertion insertion = at_end(text, false);
    insertion.before += "## " + std::string(category) + line_end + line_end;
    return insertion;
  }
  const auto next = std::find_if(heading + 1, blocks.end(), [](const text::Block& block) {
    return block.kind == text::BlockKind::Heading;
  });
  if (next == blocks.end() && !open_fence(text).empty()) return at_end(text, true);
  auto last = next - 1;
  while (last->kind == text::BlockKind::Blank) --last;
  Insertion insertion{.at = text::LineIndex(text).end_with_break(last->end_line)};
  const std::string_view before = text.substr(0, insertion.at);
  if (!ends_line(before)) insertion.before += line_end;
  if (last->kind != text::BlockKind::ListItem) insertion.before += line_end;
  if (next != blocks.end() && next == last + 1) insertion.after = line_end;
  return insertion;
}

}  // namespace

bool ends_line(std::string_view text) {
  return text.empty() || text == kByteOrderMark || text.ends_with('\n') || text.ends_with('\r');
}

Insertion at_end(std::string_view text, bool joins_list) {
  Insertion insertion{.at = text.size()};
  const std::string_view line_end = line_end_of(text);
  if (!ends_line(text)) insertion.before += line_end;
  if (const std::string fence = open_fence(text); !fence.empty()) {
    insertion.before += fence;
    insertion.before += line_end;
    insertion.before += line_end;
    return insertion;
  }
  const Tail tail = tail_of(text);
  if (tail.line.empty() || tail.line == kByteOrderMark || tail.blank_after) return insertion;
  if (!(joins_list && is_list_line(tail.line))) insertion.before += line_end;
  return insertion;
}

Insertion in_section(std::string_view text, std::string_view category) {
  return in_section(text, blocks_of(text), category);
}

Insertion in_notes(std::string_view text) {
  const std::vector<text::Block> blocks = blocks_of(text);
  for (const text::Block& block : blocks) {
    // The first level is the name of the file.
    if (block.kind != text::BlockKind::Heading || block.level < 2) continue;
    if (const auto language = template_language(block.title)) {
      return in_section(text, blocks, notes_section(*language));
    }
  }
  return at_end(text, true);
}

}  // namespace nacre::workspace
