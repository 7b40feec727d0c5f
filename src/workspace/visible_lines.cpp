#include "workspace/visible_lines.h"

#include <algorithm>

#include "text/lines.h"
#include "text/markdown.h"
#include "text/utf8.h"
#include "workspace/front_matter.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

// Of a line; `Open` lines are in no unit.
enum class Fate : std::uint8_t { Open, Shown, Hidden };

class LineFates {
 public:
  // `text` is the repaired file: lines are the same in both.
  LineFates(std::string_view text, const text::SourceContent& content, const Viewer& viewer)
      : content_(content),
        viewer_(viewer),
        count_(text::LineIndex(text).count()),
        fates_(std::size_t{count_} + 2, Fate::Open) {
    take_units();
    take_headings(text);
    take_rest();
  }

  bool shown(std::uint32_t line) const { return fates_[line] == Fate::Shown; }
  bool anything_hidden() const { return hidden_; }
  bool anything_shown() const { return shown_; }

 private:
  void take_units() {
    for (const text::Unit& unit : content_.units) {
      const bool sees = guard::may_see(
          viewer_.scope, guard::attributes_of(content_.attributes, unit), viewer_.policy);
      (sees ? shown_ : hidden_) = true;
      const Fate fate = sees ? Fate::Shown : Fate::Hidden;
      if (unit.kind == text::UnitKind::Title) {
        file_ = fate;
        continue;
      }
      for (std::uint32_t line = unit.start_line; line <= std::min(unit.end_line, count_); ++line) {
        fates_[line] = std::max(fates_[line], fate);
      }
    }
  }

  // A heading that no unit holds follows what is below it, down to the next one
  // that is not deeper.
  void take_headings(std::string_view text) {
    const FrontMatter front = read_front_matter(text);
    for (std::uint32_t line = 1; line <= front.lines; ++line) fates_[line] = file_;
    const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    std::vector<text::Block> blocks =
        text::scan_blocks(text.substr(std::max<std::size_t>(front.bytes, mark)), front.lines + 1);
    std::erase_if(blocks,
                  [](const text::Block& block) { return block.kind != text::BlockKind::Heading; });
    for (auto block = blocks.begin(); block != blocks.end(); ++block) {
      if (fates_[block->start_line] != Fate::Open) continue;
      const auto next = std::find_if(block + 1, blocks.end(), [&](const text::Block& other) {
        return other.level <= block->level;
      });
      const Fate fate =
          best_in(block->end_line + 1, next == blocks.end() ? count_ + 1 : next->start_line);
      for (std::uint32_t line = block->start_line; line <= block->end_line; ++line) {
        fates_[line] = fate;
      }
    }
  }

  Fate best_in(std::uint32_t line, std::uint32_t end) const {
    Fate best = Fate::Open;
    for (; line < end && best != Fate::Shown; ++line) {
      if (fates_[line] != Fate::Open) best = fates_[line];
    }
    return best == Fate::Open ? file_ : best;
  }

  // Rules and annotations that no unit holds may belong to either neighbour.
  void take_rest() {
    std::vector<Fate> below(fates_.size(), Fate::Open);
    for (std::uint32_t line = count_; line >= 1; --line) {
      below[line] = fates_[line] != Fate::Open ? fates_[line] : below[line + 1];
    }
    Fate above = Fate::Open;
    for (std::uint32_t line = 1; line <= count_; ++line) {
      if (fates_[line] != Fate::Open) {
        above = fates_[line];
        continue;
      }
      const Fate fate = std::max(above, below[line]);
      fates_[line] = fate == Fate::Open ? file_ : fate;
    }
  }

  const text::SourceContent& content_;
  const Viewer& viewer_;
  std::uint32_t count_;
  std::vector<Fate> fates_;  // By line, from 1.
  Fate file_ = Fate::Hidden;
  bool shown_ = false, hidden_ = false;
};

}  // namespace

std::optional<std::string> visible_lines(std::string_view relative_path, std::string_view bytes,
                                         const NoteOptions& options, const Viewer& viewer) {
  const text::SourceContent content = parse_note(relative_path, bytes, options);
  const LineFates fates(text::utf8::repair(bytes).text, content, viewer);
  if (!fates.anything_shown()) return std::nullopt;
  if (!fates.anything_hidden()) return std::string(bytes);

  const text::LineIndex lines(bytes);
  std::string visible;
  std::size_t end = 0;  // Behind the last line that shows text.
  for (std::uint32_t line = 1; line <= lines.count(); ++line) {
    const std::uint64_t begin = lines.begin(line);
    const std::string_view whole = bytes.substr(begin, lines.end_with_break(line) - begin);
    const std::string_view text = lines.line(line);
    visible += fates.shown(line) ? whole : whole.substr(text.size());
    if (fates.shown(line) && !trim(text).empty()) end = visible.size();
  }
  visible.resize(end);
  return visible;
}

}  // namespace nacre::workspace
