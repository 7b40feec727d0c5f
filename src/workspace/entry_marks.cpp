#include "workspace/entry_marks.h"

#include <algorithm>
#include <charconv>

#include "base/clock.h"
#include "text/markdown.h"
#include "workspace/entries.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

// Where a unit stands in its entry.
enum class Place { Top, Nested, Continued };

Place place_of(const text::Unit& unit, std::string_view raw) {
  if (unit.kind != text::UnitKind::Entry) return Place::Top;
  LineReader lines(raw);
  std::optional<Line> line = lines.next();
  while (line && trim(line->text).empty()) line = lines.next();
  if (!line) return Place::Continued;
  const std::size_t indent = line->text.find_first_not_of(" \t");
  const std::string_view content = line->text.substr(indent);
  const std::size_t hashes = std::min(content.find_first_not_of('#'), content.size());
  if (hashes >= 1 && hashes <= 6 && indent < 4) return Place::Top;
  const std::size_t digits = std::min(content.find_first_not_of("0123456789"), content.size());
  const std::size_t mark = digits > 0 && digits < 10 ? digits : 0;
  const std::string_view marks = mark > 0 ? ".)" : "-*+";
  const bool item =
      mark < content.size() && marks.find(content[mark]) != std::string_view::npos &&
      (mark + 1 == content.size() || content[mark + 1] == ' ' || content[mark + 1] == '\t');
  if (!item) return Place::Continued;
  return indent > 0 ? Place::Nested : Place::Top;
}

std::optional<int> parse_importance(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value >= 1 && value <= 10 ? std::optional(value) : std::nullopt;
}

void read_into(const text::Annotations& annotations, text::Unit& unit) {
  for (const auto& [key, value] : annotations.items) {
    if (key == "importance") {
      unit.importance = parse_importance(value);
    } else if (key == "trigger") {
      split_values(value, ",", unit.triggers);
    } else if (key == "visibility") {
      // An unknown word was meant to say something: fail closed. Said twice, the
      // stricter holds.
      const Visibility said = parse_visibility(value).value_or(Visibility::Private);
      unit.visibility = std::min(said, unit.visibility.value_or(said));
    } else if (key == "valid") {
      const Result<DayRange> range = parse_validity(value);
      if (range.ok()) unit.valid = range.value();
    } else if (key == "id") {
      unit.id = value;
    } else if (key == "project") {
      unit.project = value;
    } else if (key == "supersedes") {
      unit.supersedes = value;
    } else if (key == "at") {
      unit.date = base::parse_day(std::string_view(value).substr(0, 10));
    }
  }
}

// What `from` says and `to` does not.
void inherit(const text::Unit& from, text::Unit& to) {
  if (!to.visibility) to.visibility = from.visibility;
  if (!to.importance) to.importance = from.importance;
  if (to.project.empty()) to.project = from.project;
  if (to.valid.open()) to.valid = from.valid;
}

// The same between pieces of one entry, which are the entry's in all respects.
void inherit_as_piece(const text::Unit& from, text::Unit& to) {
  if (from.visibility && to.visibility) to.visibility = std::min(*from.visibility, *to.visibility);
  inherit(from, to);
  if (to.id.empty()) to.id = from.id;
  if (to.supersedes.empty()) to.supersedes = from.supersedes;
  if (!to.date) to.date = from.date;
}

void share_among_pieces(const std::vector<Place>& places, std::vector<text::Unit>& units) {
  std::size_t head = 0;
  for (std::size_t i = 1; i < units.size(); ++i) {
    if (places[i] == Place::Continued) {
      inherit_as_piece(units[i], units[head]);
    } else {
      head = i;
    }
  }
  head = 0;
  for (std::size_t i = 1; i < units.size(); ++i) {
    if (places[i] == Place::Continued) {
      inherit_as_piece(units[head], units[i]);
    } else {
      head = i;
    }
  }
}

// [first, last] lines below headings that are marked private.
using LineRange = std::pair<std::uint32_t, std::uint32_t>;
std::vector<LineRange> private_sections(std::string_view body, std::uint32_t first_line) {
  std::vector<LineRange> ranges;
  if (body.find("visibility") == std::string_view::npos) return ranges;
  int level = 0;  // Of the private heading we are below; 0: none.
  for (const text::Block& block : text::scan_blocks(body, first_line)) {
    if (block.kind == text::BlockKind::Heading) {
      if (level > 0 && block.level <= level) level = 0;
      text::Unit unit;
      read_into(text::read_annotations(body.substr(block.begin, block.end - block.begin), nullptr),
                unit);
      if (level == 0 && unit.visibility == Visibility::Private) {
        level = block.level;
        ranges.emplace_back(block.start_line, block.end_line);
      }
    }
    if (level > 0) ranges.back().second = block.end_line;
  }
  return ranges;
}

// Wherever they stand in the section: a private heading is not opened by a line
// below it.
void hide_sections(const std::vector<LineRange>& sections, std::vector<text::Unit>& units) {
  for (text::Unit& unit : units) {
    for (const auto& [first, last] : sections) {
      if (unit.start_line <= last && unit.end_line >= first) unit.visibility = Visibility::Private;
    }
  }
}

}  // namespace

void apply_annotations(std::string_view body, std::uint64_t offset, std::uint32_t first_line,
                       std::vector<text::Unit>& units) {
  if (units.empty() || body.find("<!--") == std::string_view::npos) return;
  std::vector<Place> places;
  for (text::Unit& unit : units) {
    const std::string_view raw = body.substr(unit.begin - offset, unit.end - unit.begin);
    places.push_back(place_of(unit, raw));
    if (raw.find("<!--") == std::string_view::npos) continue;
    read_into(text::read_annotations(raw, nullptr), unit);
    std::string stripped;
    text::read_annotations(unit.text, &stripped);
    unit.text = std::move(stripped);
  }

  share_among_pieces(places, units);
  std::size_t top = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (places[i] == Place::Top) {
      top = i;
    } else {
      inherit(units[top], units[i]);
    }
  }
  hide_sections(private_sections(body, first_line), units);
  std::erase_if(units, [](const text::Unit& unit) { return trim(unit.text).empty(); });
}

}  // namespace nacre::workspace
