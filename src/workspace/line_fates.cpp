#include "workspace/line_fates.h"

#include <algorithm>

#include "text/lines.h"
#include "text/utf8.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

class Fates {
 public:
  explicit Fates(const ParsedNote& note)
      : note_(note),
        count_(text::LineIndex(note.text).count()),
        fates_(std::size_t{count_} + 2, LineFate::Open) {}

  std::vector<LineFate> decide(const std::function<LineFate(const text::Unit&)>& fate_of) && {
    take_units(fate_of);
    take_headings();
    take_rest();
    return std::move(fates_);
  }

 private:
  void take_units(const std::function<LineFate(const text::Unit&)>& fate_of) {
    for (const text::Unit& unit : note_.content.units) {
      const LineFate fate = fate_of(unit);
      if (unit.kind == text::UnitKind::Title) {
        file_ = fate;
        continue;
      }
      for (std::uint32_t line = unit.start_line; line <= std::min(unit.end_line, count_); ++line) {
        fates_[line] = std::max(fates_[line], fate);
      }
    }
    for (std::uint32_t line = 1; line <= note_.front.lines; ++line) fates_[line] = file_;
  }

  // Nested at most six deep, so a line is looked at six times at most.
  void take_headings() {
    std::vector<const text::Block*> headings;
    for (const text::Block& block : note_.blocks) {
      if (block.kind == text::BlockKind::Heading) headings.push_back(&block);
    }
    for (auto heading = headings.begin(); heading != headings.end(); ++heading) {
      const text::Block& block = **heading;
      if (fates_[block.start_line] != LineFate::Open) continue;
      const auto next = std::find_if(heading + 1, headings.end(), [&](const text::Block* other) {
        return other->level <= block.level;
      });
      const LineFate fate =
          best_in(block.end_line + 1, next == headings.end() ? count_ + 1 : (*next)->start_line);
      for (std::uint32_t line = block.start_line; line <= block.end_line; ++line) {
        fates_[line] = fate;
      }
    }
  }

  LineFate best_in(std::uint32_t line, std::uint32_t end) const {
    LineFate best = LineFate::Open;
    for (; line < end && best != LineFate::Shown; ++line) {
      if (fates_[line] == LineFate::Open) continue;
      best = best == LineFate::Open ? fates_[line] : std::min(best, fates_[line]);
    }
    return best == LineFate::Open ? file_ : best;
  }

  // What no unit holds may belong to either neighbour.
  void take_rest() {
    std::vector<LineFate> below(fates_.size(), LineFate::Open);
    for (std::uint32_t line = count_; line >= 1; --line) {
      below[line] = fates_[line] != LineFate::Open ? fates_[line] : below[line + 1];
    }
    LineFate above = LineFate::Open;
    for (std::uint32_t line = 1; line <= count_; ++line) {
      if (fates_[line] != LineFate::Open) {
        above = fates_[line];
        continue;
      }
      const LineFate fate = std::max(above, below[line]);
      fates_[line] = fate == LineFate::Open ? file_ : fate;
    }
  }

  const ParsedNote& note_;
  std::uint32_t count_;
  std::vector<LineFate> fates_;
  LineFate file_ = LineFate::Hidden;
};

}  // namespace

ParsedNote::ParsedNote(std::string_view relative_path, std::string_view bytes,
                       const NoteOptions& options)
    : content(parse_note(relative_path, bytes, options)),
      text(nacre::text::utf8::repair(bytes).text),
      front(read_front_matter(text)) {
  const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::string_view body =
      std::string_view(text).substr(std::max<std::size_t>(front.bytes, mark));
  blocks = nacre::text::scan_blocks(body, front.lines + 1);
}

std::vector<LineFate> line_fates(const ParsedNote& note,
                                 const std::function<LineFate(const text::Unit&)>& fate_of) {
  return Fates(note).decide(fate_of);
}

}  // namespace nacre::workspace
