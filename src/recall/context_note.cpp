#include "recall/context_note.h"

#include <algorithm>

#include "guard/render.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/tokens_estimate.h"
#include "text/utf8.h"
#include "workspace/line_fates.h"
#include "workspace/lines.h"

namespace nacre::recall {
namespace {

// A longer block of code is a dump rather than a thought, and is cut by lines.
constexpr std::uint64_t kCodeBytesMax = 4096;

using workspace::LineFate;

class NoteReader {
 public:
  NoteReader(std::string_view path, std::string_view bytes, const NoteView& view)
      : view_(view), parsed_(path, bytes, *view.notes), lines_(parsed_.text) {}

  VisibleNote read() {
    note_.layer = parsed_.content.attributes.layer;
    note_.origin = parsed_.content.attributes.origin;
    fates_ = workspace::line_fates(parsed_, [&](const text::Unit& unit) { return fate_of(unit); });
    count();
    mask();
    cut_pieces();
    return std::move(note_);
  }

 private:
  LineFate fate_of(const text::Unit& unit) {
    const guard::Attributes attributes = guard::attributes_of(parsed_.content.attributes, unit);
    if (!guard::may_see(*view_.scope, attributes, *view_.policy)) return LineFate::Hidden;
    const bool past = unit.valid.last && *unit.valid.last < view_.today;
    if (unit.kind == text::UnitKind::Title || !past) return LineFate::Shown;
    ++note_.expired;
    return LineFate::Expired;
  }

  std::string_view raw(std::uint32_t line) const {
    const std::uint64_t begin = lines_.begin(line);
    return std::string_view(parsed_.text).substr(begin, lines_.end_with_break(line) - begin);
  }

  void count() {
    for (std::uint32_t line = 1; line <= lines_.count(); ++line) {
      if (fates_[line] == LineFate::Hidden) continue;
      ++note_.lines;
      note_.chars += characters(raw(line));
    }
  }

  // The shown lines, masked together: a secret may go over several.
  void mask() {
    std::string shown;
    std::size_t count = 0;
    for (std::uint32_t line = 1; line <= lines_.count(); ++line) {
      if (fates_[line] != LineFate::Shown) continue;
      std::string_view text = lines_.line(line);
      if (line == 1 && text.starts_with(workspace::kByteOrderMark)) {
        text.remove_prefix(workspace::kByteOrderMark.size());
      }
      shown += text;
      shown += '\n';
      ++count;
    }
    if (view_.redactor != nullptr) {
      if (auto masked = view_.redactor->mask(shown, guard::LineEnds::Keep)) {
        shown = std::move(masked->text);
      }
    }
    shown_ = guard::as_data(shown, note_.origin);
    NACRE_CHECK(static_cast<std::size_t>(std::count(shown_.begin(), shown_.end(), '\n')) == count);
  }

  // Lines are taken in order, so the shown text is read along.
  void take(std::uint32_t first, std::uint32_t last, int heading, bool join) {
    for (std::uint32_t line = first; line <= last; ++line) {
      if (fates_[line] != LineFate::Shown) continue;
      const std::size_t end = shown_.find('\n', shown_at_) + 1;
      const std::string_view text = std::string_view(shown_).substr(shown_at_, end - shown_at_);
      shown_at_ = end;
      if (!join || note_.pieces.empty()) {
        note_.pieces.push_back({.first_line = line, .lines = 0, .heading = heading});
        join = true;
      }
      NotePiece& piece = note_.pieces.back();
      piece.last_line = line;
      ++piece.lines;
      piece.text += text;
      piece.file_chars += characters(raw(line));
      if (!workspace::trim(text).empty()) note_.blank = false;
    }
  }

  void take_lines(const text::Block& block) {
    for (std::uint32_t line = block.start_line; line <= block.end_line; ++line) {
      take(line, line, 0, false);
    }
  }

  void cut_pieces() {
    take(1, parsed_.front.lines, 0, false);
    bool in_item = false;
    for (const text::Block& block : parsed_.blocks) {
      switch (block.kind) {
        case text::BlockKind::Heading:
          take(block.start_line, block.end_line, block.level, false);
          break;
        case text::BlockKind::ListItem:
          take(block.start_line, block.end_line, 0, in_item && block.level > 0);
          break;
        case text::BlockKind::Blank:
        case text::BlockKind::Rule:
          take(block.start_line, block.end_line, 0, true);
          continue;
        case text::BlockKind::Code:
          if (block.end - block.begin <= kCodeBytesMax) {
            take(block.start_line, block.end_line, 0, false);
          } else {
            take_lines(block);
          }
          break;
        default:
          take_lines(block);
      }
      in_item = block.kind == text::BlockKind::ListItem;
    }
    for (NotePiece& piece : note_.pieces) {
      piece.chars = characters(piece.text);
      piece.tokens = text::estimate_tokens(piece.text);
    }
  }

  const NoteView& view_;
  const workspace::ParsedNote parsed_;
  const text::LineIndex lines_;
  std::vector<LineFate> fates_;
  std::string shown_;
  std::size_t shown_at_ = 0;
  VisibleNote note_;
};

}  // namespace

VisibleNote read_visible(std::string_view path, std::string_view bytes, const NoteView& view) {
  return NoteReader(path, bytes, view).read();
}

std::uint64_t characters(std::string_view text) {
  return text::utf8::count(text);
}

}  // namespace nacre::recall
