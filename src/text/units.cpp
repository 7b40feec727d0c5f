#include <algorithm>
#include <array>
#include <charconv>

#include "base/clock.h"
#include "text/block_scanner.h"
#include "text/markdown.h"
#include "text/pieces.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

// Below this nothing sensible can be cut.
constexpr std::uint32_t kTokensMin = 16;

// A section that is longer is cut before its end is known; what its annotations say
// then holds from the cut on.
constexpr std::size_t kGroupBlocksMax = 4096;

// Of a heading, as far as the units below carry it.
constexpr std::size_t kTitleBytesMax = 240;

// From here on a file is no longer cut per heading and entry, only to size: a unit
// costs some 400 bytes however short its text is.
constexpr std::size_t kEntriesMax = 100'000;

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// What annotations say; the fields of a Unit that a group's units share.
struct Attributes {
  std::string id, project, supersedes;
  std::optional<int> importance;
  std::vector<std::string> triggers;
  std::optional<Visibility> visibility;
  std::optional<CivilDay> date;
  DayRange valid;
};

std::vector<std::string> split_triggers(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const std::size_t ascii = list.find(','), wide = list.find("，");
    const std::size_t comma = std::min({ascii, wide, list.size()});
    const std::string_view item = trim(list.substr(0, comma));
    if (!item.empty()) out.emplace_back(item);
    list.remove_prefix(std::min(list.size(), comma + (comma == wide ? 3 : 1)));
  }
  return out;
}

DayRange parse_valid(std::string_view value) {
  DayRange range;
  const std::size_t dots = value.find("..");
  if (dots == std::string_view::npos) return range;
  range.first = base::parse_day(trim(value.substr(0, dots)));
  range.last = base::parse_day(trim(value.substr(dots + 2)));
  return range;
}

std::optional<int> parse_importance(std::string_view value) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
  return number >= 1 && number <= 10 ? std::optional(number) : std::nullopt;
}

// Whether a block speaks for the whole group or for a part of it, such as one
// nested item or one of several paragraphs.
enum class Speaks { ForAll, ForPart };

// An unknown visibility is private: a typing error publishes nothing. A part can
// narrow what the group shows, to nothing less than private since the file's own
// word is not known here, and never widen it: its unmarked neighbours stay hidden.
void add_visibility(std::string_view value, Speaks speaks, std::optional<Visibility>& to) {
  const Visibility said = parse_visibility(value).value_or(Visibility::Private);
  if (to) {
    to = std::min(*to, said);
  } else if (speaks == Speaks::ForAll) {
    to = said;
  } else if (said != Visibility::Public) {
    to = Visibility::Private;
  }
}

// A narrowing comment that is no annotation where it stands, in a code block or
// before the end of its line, hides the unit all the same: fail closed.
bool hides_itself(std::string_view text) {
  if (text.find("visibility") == std::string_view::npos) return false;
  std::string rest;
  read_annotations(text, &rest);
  for (std::size_t at = rest.find("<!--"); at != std::string::npos;
       at = rest.find("<!--", at + 4)) {
    const std::string_view comment =
        trim(std::string_view(rest).substr(at + 4, rest.find_first_of("\r\n", at) - at - 4));
    if (!comment.starts_with("visibility:")) continue;
    const std::string_view value = trim(comment.substr(11, comment.find("-->") - 11));
    if (parse_visibility(value) != Visibility::Public) return true;
  }
  return false;
}

// Several entries may end up in one unit: then the narrowest visibility and the
// highest importance hold, otherwise the first word.
void add(const Annotations& annotations, Speaks speaks, Attributes& to) {
  for (const auto& [key, value] : annotations.items) {
    if (key == "id" && to.id.empty()) to.id = value;
    if (key == "project" && to.project.empty()) to.project = value;
    if (key == "supersedes" && to.supersedes.empty()) to.supersedes = value;
    if (key == "valid" && to.valid.open()) to.valid = parse_valid(value);
    if (key == "at") to.date = base::parse_day(std::string_view(value).substr(0, 10));
    if (key == "importance") to.importance = std::max(to.importance, parse_importance(value));
    if (key == "trigger") {
      for (std::string& trigger : split_triggers(value)) to.triggers.push_back(std::move(trigger));
    }
    if (key == "visibility") add_visibility(value, speaks, to.visibility);
  }
}

// A heading goes into every unit below it. A line of megabytes is none that says
// where one is.
std::string shortened(const std::string& title) {
  if (title.size() <= kTitleBytesMax) return title;
  return title.substr(0, utf8::floor_boundary(title, kTitleBytesMax)) + "…";
}

// What holds for the sections and items below a heading too.
Attributes inherited(const Attributes& from) {
  Attributes out = from;
  out.id.clear();
  out.supersedes.clear();
  out.triggers.clear();
  return out;
}

// Logseq's bookkeeping ("id:: 6600…") is no text. Its line stays, blank.
void strip_properties(std::string& text) {
  static constexpr std::array<std::string_view, 2> kNames = {"id:: ", "collapsed:: "};
  if (text.find(":: ") == std::string::npos) return;
  std::string out;
  const LineReader reader(text);
  for (std::size_t at = 0; at < text.size();) {
    const Line line = reader.at(at);
    const std::string_view whole = std::string_view(text).substr(at, line.end - at);
    const bool property = std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
      return line.content.substr(0, name.size()) == name;
    });
    // One blank stays: a lone CR before must not become a CRLF.
    if (property) out.push_back(' ');
    out.append(property ? whole.substr(std::min(whole.find_first_of("\r\n"), whole.size()))
                        : whole);
    at = line.end;
  }
  text = std::move(out);
}

std::uint32_t overlap_before(std::string_view body, std::size_t group_begin, std::size_t begin,
                             std::uint32_t tokens) {
  const std::size_t wanted = std::size_t{3} * tokens;
  if (begin - group_begin <= wanted) return static_cast<std::uint32_t>(begin - group_begin);
  return static_cast<std::uint32_t>(begin - utf8::ceil_boundary(body, begin - wanted));
}

// Gathers blocks into groups that stand for themselves: a heading with its own text,
// or an entry, which is a top-level list item with all below it. Each group is then
// cut to size; its annotations hold for all its units.
class UnitCutter {
 public:
  UnitCutter(std::string_view body, std::uint64_t offset, std::uint32_t first_line,
             const UnitOptions& options)
      : body_(body), offset_(offset), first_line_(first_line), options_(options) {
    limits_.tokens_max = std::max(options.tokens_max, kTokensMin);
    limits_.tokens_target = std::clamp(options.tokens_target, kTokensMin / 2, limits_.tokens_max);
  }

  std::vector<Unit> run() {
    BlockScanner scanner(body_, first_line_);
    while (std::optional<Block> block = scanner.next()) take(std::move(*block));
    end_item();
    end_section();
    return std::move(units_);
  }

 private:
  struct OpenHeading {
    int level;
    std::string title;
    Attributes below;
  };

  std::string_view text_of(const Block& block) const {
    return body_.substr(block.begin, block.end - block.begin);
  }

  void take(Block block) {
    const bool in_item = !item_.empty();
    switch (block.kind) {
      case BlockKind::Heading:
        end_item();
        open_heading(std::move(block));
        break;
      case BlockKind::ListItem:
        if (block.level == 0) end_item();
        item_.push_back(std::move(block));
        break;
      case BlockKind::Blank:
        (in_item ? item_ : section_).push_back(std::move(block));
        return;
      default:
        end_item();
        note_heading_annotations(block);
        section_.push_back(std::move(block));
    }
    if (item_.size() >= kGroupBlocksMax) end_item();
    if (section_.size() >= kGroupBlocksMax) end_section();
  }

  // A heading without text of its own stays with the first section below it.
  void open_heading(Block block) {
    const bool joins = (is_crowded() && !narrows_visibility()) ||
                       (is_bare() && !headings_.empty() && block.level > headings_.back().level);
    if (!joins) end_section();
    while (!headings_.empty() && headings_.back().level >= block.level) headings_.pop_back();
    Attributes below = headings_.empty() ? Attributes{} : headings_.back().below;
    Attributes own;
    add(read_annotations(text_of(block), nullptr), Speaks::ForAll, own);
    add_inherited(inherited(own), below);
    if (const auto day = base::parse_day(std::string_view(block.title).substr(0, 10))) {
      below.date = day;
    }
    headings_.push_back({block.level, shortened(block.title), std::move(below)});
    section_.push_back(std::move(block));
  }

  // Inner words win over outer ones, but visibility only narrows.
  static void add_inherited(const Attributes& inner, Attributes& outer) {
    if (!inner.project.empty()) outer.project = inner.project;
    if (inner.importance) outer.importance = inner.importance;
    if (inner.date) outer.date = inner.date;
    if (!inner.valid.open()) outer.valid = inner.valid;
    if (inner.visibility) {
      outer.visibility = std::min(outer.visibility.value_or(*inner.visibility), *inner.visibility);
    }
  }

  // Comments on the lines under a heading speak for its section.
  void note_heading_annotations(const Block& block) {
    if (headings_.empty() || !is_bare() || !is_comment(block)) return;
    Attributes own;
    add(read_annotations(text_of(block), nullptr), Speaks::ForAll, own);
    add_inherited(inherited(own), headings_.back().below);
  }

  bool is_comment(const Block& block) const {
    std::string rest;
    const bool annotated = !read_annotations(text_of(block), &rest).items.empty();
    return annotated && trim(rest).empty();
  }

  // Whether the section at work holds headings only (and their annotations).
  bool is_bare() const {
    return !section_.empty() &&
           std::all_of(section_.begin(), section_.end(), [&](const Block& block) {
             return block.kind == BlockKind::Heading || block.kind == BlockKind::Blank ||
                    is_comment(block);
           });
  }

  // A section that narrows visibility is never mixed with another.
  bool narrows_visibility() const {
    return !headings_.empty() && headings_.back().below.visibility.has_value();
  }

  // Blocks of the section at work that hold text of its own.
  std::size_t body_blocks() const {
    return static_cast<std::size_t>(
        std::count_if(section_.begin(), section_.end(), [&](const Block& block) {
          return block.kind != BlockKind::Heading && block.kind != BlockKind::Blank &&
                 !is_comment(block);
        }));
  }

  bool is_crowded() const { return units_.size() >= kEntriesMax; }

  bool has_heading() const {
    return std::any_of(section_.begin(), section_.end(),
                       [](const Block& block) { return block.kind == BlockKind::Heading; });
  }

  bool is_carried_whole() const {
    return std::all_of(section_.begin(), section_.end(),
                       [](const Block& block) { return block.title.size() <= kTitleBytesMax; });
  }

  void end_item() {
    if (item_.empty()) return;
    Attributes own;
    bool annotated = false;
    for (const Block& block : item_) {
      const Annotations found = read_annotations(text_of(block), nullptr);
      annotated = annotated || !found.items.empty();
      add(found, &block == &item_.front() ? Speaks::ForAll : Speaks::ForPart, own);
    }
    if ((options_.per_entry && !is_crowded()) || annotated) {
      // The entry carries the headings above it in `heading`.
      if (is_bare() && has_heading() && is_carried_whole()) section_.clear();
      end_section();
      emit(item_, UnitKind::Entry, own);
    } else {
      section_.insert(section_.end(), std::make_move_iterator(item_.begin()),
                      std::make_move_iterator(item_.end()));
    }
    item_.clear();
  }

  void end_section() {
    if (section_.empty()) return;
    Attributes own;
    const Speaks body = body_blocks() == 1 ? Speaks::ForAll : Speaks::ForPart;
    for (const Block& block : section_) {
      if (block.kind == BlockKind::Code) continue;
      const bool leads = block.kind == BlockKind::Heading && &block == &section_.front();
      add(read_annotations(text_of(block), nullptr), leads ? Speaks::ForAll : body, own);
    }
    const bool entry = options_.per_entry && has_heading();
    emit(section_, entry ? UnitKind::Entry : UnitKind::Passage, own);
    section_.clear();
  }

  void emit(std::vector<Block>& group, UnitKind kind, const Attributes& own) {
    const auto is_text = [](const Block& block) {
      return block.kind != BlockKind::Blank && block.kind != BlockKind::Rule;
    };
    const auto first = std::find_if(group.begin(), group.end(), is_text);
    const auto last = std::find_if(group.rbegin(), group.rend(), is_text).base();
    if (first == group.end()) return;
    group.erase(last, group.end());
    group.erase(group.begin(), first);

    Attributes attributes = headings_.empty() ? Attributes{} : headings_.back().below;
    add_inherited(own, attributes);
    if (std::any_of(group.begin(), group.end(),
                    [&](const Block& block) { return hides_itself(text_of(block)); })) {
      attributes.visibility = Visibility::Private;
    }
    attributes.id = own.id;
    attributes.supersedes = own.supersedes;
    attributes.triggers = own.triggers;
    for (const Piece& piece : cut_pieces(body_, group, limits_)) {
      add_unit(piece, kind, group.front().begin, attributes);
    }
  }

  void add_unit(const Piece& piece, UnitKind kind, std::size_t group_begin,
                const Attributes& attributes) {
    std::string_view raw = body_.substr(piece.begin, piece.end - piece.begin);
    std::size_t begin = piece.begin;
    if (begin == 0 && raw.substr(0, 3) == "\xEF\xBB\xBF") {
      raw.remove_prefix(3);
      begin = 3;
    }
    Unit unit;
    read_annotations(raw, &unit.text);
    strip_properties(unit.text);
    if (trim(unit.text).empty()) return;
    unit.kind = kind;
    unit.ordinal = static_cast<std::uint32_t>(units_.size()) + 1;
    unit.start_line = piece.start_line;
    unit.end_line = piece.end_line;
    unit.begin = offset_ + begin;
    unit.end = offset_ + piece.end;
    unit.heading = heading_with(piece.context);
    unit.overlap_bytes = piece.begin == group_begin
                             ? 0
                             : overlap_before(body_, group_begin, begin, options_.overlap_tokens);
    unit.id = attributes.id;
    unit.importance = attributes.importance;
    unit.triggers = attributes.triggers;
    unit.project = attributes.project;
    unit.visibility = attributes.visibility;
    unit.date = attributes.date;
    unit.valid = attributes.valid;
    unit.supersedes = attributes.supersedes;
    units_.push_back(std::move(unit));
  }

  std::string heading_with(std::string_view context) const {
    std::string path;
    for (const OpenHeading& heading : headings_) {
      if (heading.title.empty()) continue;
      if (!path.empty()) path += " > ";
      path += heading.title;
    }
    if (!path.empty() && !context.empty()) path += " > ";
    return path.append(context);
  }

  std::string_view body_;
  std::uint64_t offset_;
  std::uint32_t first_line_;
  UnitOptions options_;
  PieceLimits limits_{};
  std::vector<OpenHeading> headings_;
  std::vector<Block> section_;  // Since the last heading or entry.
  std::vector<Block> item_;     // A top-level list item and what is below it.
  std::vector<Unit> units_;
};

}  // namespace

std::vector<Unit> cut_units(std::string_view body, std::uint64_t offset, std::uint32_t first_line,
                            const UnitOptions& options) {
  return UnitCutter(body, offset, first_line, options).run();
}

}  // namespace nacre::text
