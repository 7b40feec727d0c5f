#include "recall/context_note.h"

#include <algorithm>

#include "guard/render.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/tokens_estimate.h"
#include "text/utf8.h"
#include "workspace/front_matter.h"
#include "workspace/lines.h"

namespace nacre::recall {
namespace {

// A longer block of code is a dump rather than a thought, and is cut by lines.
constexpr std::uint64_t kCodeBytesMax = 4096;

// Of a line. Where units share one, the strongest of them decides.
enum class Fate : std::uint8_t { Open, Shown, Expired, Hidden };

class NoteReader {
 public:
  NoteReader(std::string_view path, std::string_view bytes, const NoteView& view)
      : view_(view),
        content_(workspace::parse_note(path, bytes, *view.notes)),
        text_(text::utf8::repair(bytes).text),
        lines_(text_),
        front_(workspace::read_front_matter(text_)),
        fates_(lines_.count() + 2, Fate::Open) {
    body_begin_ = front_.bytes;
    if (body_begin_ == 0 && text_.starts_with(workspace::kByteOrderMark)) {
      body_begin_ = workspace::kByteOrderMark.size();
    }
    blocks_ = text::scan_blocks(std::string_view(text_).substr(body_begin_), front_.lines + 1);
  }

  VisibleNote read() {
    note_.layer = content_.attributes.layer;
    note_.origin = content_.attributes.origin;
    decide_units();
    decide_headings();
    decide_rest();
    count();
    mask();
    cut_pieces();
    return std::move(note_);
  }

 private:
  bool sees(const text::Unit& unit) const {
    return guard::may_see(*view_.scope, guard::attributes_of(content_.attributes, unit),
                          *view_.policy);
  }

  void decide_units() {
    for (const text::Unit& unit : content_.units) {
      if (unit.kind == text::UnitKind::Title) {
        file_ = sees(unit) ? Fate::Shown : Fate::Hidden;
        continue;
      }
      Fate fate = sees(unit) ? Fate::Shown : Fate::Hidden;
      const bool past = unit.valid.last && *unit.valid.last < view_.today;
      if (fate == Fate::Shown && past) {
        fate = Fate::Expired;
        ++note_.expired;
      }
      const std::uint32_t last = std::min(unit.end_line, lines_.count());
      for (std::uint32_t line = unit.start_line; line <= last; ++line) {
        fates_[line] = std::max(fates_[line], fate);
      }
    }
    for (std::uint32_t line = 1; line <= front_.lines; ++line) fates_[line] = file_;
  }

  // Nested at most six deep, so a line is looked at six times at most.
  void decide_headings() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const text::Block& block = blocks_[i];
      if (block.kind != text::BlockKind::Heading || fates_[block.start_line] != Fate::Open)
        continue;
      std::size_t next = i + 1;
      while (next < blocks_.size() && (blocks_[next].kind != text::BlockKind::Heading ||
                                       blocks_[next].level > block.level)) {
        ++next;
      }
      const std::uint32_t end =
          next < blocks_.size() ? blocks_[next].start_line : lines_.count() + 1;
      const Fate fate = best_below(block.end_line + 1, end);
      for (std::uint32_t line = block.start_line; line <= block.end_line; ++line) {
        fates_[line] = fate;
      }
    }
  }

  Fate best_below(std::uint32_t line, std::uint32_t end) const {
    Fate best = Fate::Open;
    for (; line < end; ++line) {
      if (fates_[line] == Fate::Open) continue;
      best = best == Fate::Open ? fates_[line] : std::min(best, fates_[line]);
    }
    return best == Fate::Open ? file_ : best;
  }

  // Blanks, rules and annotations that no unit holds.
  void decide_rest() {
    std::vector<Fate> below(fates_.size(), Fate::Open);
    for (std::uint32_t line = lines_.count(); line >= 1; --line) {
      below[line] = fates_[line] != Fate::Open ? fates_[line] : below[line + 1];
    }
    Fate above = Fate::Open;
    for (std::uint32_t line = 1; line <= lines_.count(); ++line) {
      if (fates_[line] != Fate::Open) {
        above = fates_[line];
        continue;
      }
      const Fate fate = std::max(above, below[line]);
      fates_[line] = fate == Fate::Open ? file_ : fate;
    }
  }

  std::string_view raw(std::uint32_t line) const {
    const std::uint64_t begin = lines_.begin(line);
    return std::string_view(text_).substr(begin, lines_.end_with_break(line) - begin);
  }

  void count() {
    for (std::uint32_t line = 1; line <= lines_.count(); ++line) {
      if (fates_[line] == Fate::Hidden) continue;
      ++note_.lines;
      note_.chars += characters(raw(line));
    }
  }

  // The shown lines, masked together: a secret may go over several.
  void mask() {
    std::string shown;
    std::size_t count = 0;
    for (std::uint32_t line = 1; line <= lines_.count(); ++line) {
      if (fates_[line] != Fate::Shown) continue;
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
      if (fates_[line] != Fate::Shown) continue;
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
    take(1, front_.lines, 0, false);
    bool in_item = false;
    for (const text::Block& block : blocks_) {
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
  const text::SourceContent content_;
  const std::string text_;
  const text::LineIndex lines_;
  const workspace::FrontMatter front_;
  std::vector<Fate> fates_;  // By line, from 1.
  Fate file_ = Fate::Hidden;
  std::size_t body_begin_ = 0;
  std::vector<text::Block> blocks_;
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
