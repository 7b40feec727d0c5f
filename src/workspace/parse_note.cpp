#include <algorithm>

#include "base/clock.h"
#include "base/hash.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/utf8.h"
#include "workspace/front_matter.h"
#include "workspace/layout.h"
#include "workspace/lines.h"
#include "workspace/note_source.h"

namespace nacre::workspace {
namespace {

// What kind of file it is shows at its start; a list of 50 MB need not be
// scanned twice for it.
constexpr std::size_t kShapeBytes = std::size_t{64} << 10;
constexpr std::size_t kListItemsMin = 3;

struct Shape {
  bool list = false;  // The body is mainly list items.
  std::string title;  // First heading.
};

Shape shape_of(std::string_view body) {
  body = body.substr(0, text::utf8::floor_boundary(body, std::min(body.size(), kShapeBytes)));
  Shape shape;
  std::size_t items = 0, item_bytes = 0, other_bytes = 0;
  for (const text::Block& block : text::scan_blocks(body)) {
    switch (block.kind) {
      case text::BlockKind::Heading:
        if (shape.title.empty()) shape.title = block.title;
        break;
      case text::BlockKind::ListItem:
        ++items;
        item_bytes += block.end - block.begin;
        break;
      case text::BlockKind::Blank:
      case text::BlockKind::Rule:
        break;
      default:
        other_bytes += block.end - block.begin;
    }
  }
  // Two items without anything else are a list, among prose they are not.
  shape.list =
      items > 0 && item_bytes > 2 * other_bytes && (items >= kListItemsMin || other_bytes == 0);
  return shape;
}

// Entries that were written by `log` or `remember` stand for themselves.
bool has_own_entries(std::string_view body) {
  return body.find("<!-- id: ") != std::string_view::npos;
}

std::string_view stem_of(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  return path.ends_with(".md") ? path.substr(0, path.size() - 3) : path;
}

// Path words without a date, which is said once, the same way for all shapes.
std::string path_words(std::string_view path, const std::optional<CivilDay>& date) {
  std::string words(path.ends_with(".md") ? path.substr(0, path.size() - 3) : path);
  if (date) {
    std::string day = base::format_day(*date);
    for (const char separator : {'-', '_'}) {
      day[4] = day[7] = separator;
      for (std::size_t at = words.find(day); at != std::string::npos; at = words.find(day)) {
        words.replace(at, day.size(), " ");
      }
    }
  }
  // The parts of "a/kitchen-door" are words; joined they would be one identifier.
  for (char& byte : words) {
    if (byte == '/' || static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = ' ';
  }
  return words;
}

text::Unit title_unit(std::string_view path, const text::SourceAttributes& attributes) {
  std::string text(trim(path_words(path, attributes.date)));
  const auto add = [&](std::string_view part) {
    if (part.empty()) return;
    if (!text.empty()) text += '\n';
    text += part;
  };
  const bool date_title = attributes.date && attributes.title == base::format_day(*attributes.date);
  if (attributes.title != stem_of(path) && !date_title) add(attributes.title);
  for (const std::string& alias : attributes.aliases) add(alias);
  std::string tags;
  for (const std::string& tag : attributes.tags) tags += (tags.empty() ? "" : " ") + tag;
  add(tags);
  if (attributes.date) add(base::format_day(*attributes.date));
  return text::Unit{.kind = text::UnitKind::Title, .ordinal = 0, .text = std::move(text)};
}

void add_all(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& value : from) {
    if (std::find(to.begin(), to.end(), value) == to.end()) to.push_back(value);
  }
}

text::SourceAttributes attributes_of(const PathMeaning& meaning, const FrontMatter& front) {
  return text::SourceAttributes{
      .layer = meaning.layer,
      .owner = meaning.owner,
      .visibility = front.visibility.value_or(meaning.visibility),
      // Said by somebody who is not the workspace's owner.
      .origin = meaning.owner.empty() ? Origin::Owner : Origin::Untrusted,
      .date = meaning.date ? meaning.date : front.date,
      .project = meaning.project.empty() ? front.project : meaning.project,
      .title = front.title,
      .aliases = front.aliases,
      .tags = front.tags};
}

// Repaired or masked text is not as long as the file: offsets go back line by line, whose
// number is the same in both.
void map_to_file(std::string_view repaired, std::string_view bytes,
                 std::vector<text::Unit>& units) {
  const text::LineIndex from(repaired);
  const text::LineIndex to(bytes);
  const auto map = [&](std::uint64_t offset, std::uint32_t line) -> std::uint64_t {
    if (line > to.count()) return bytes.size();
    return std::min(to.begin(line) + (offset - from.begin(line)), to.end_with_break(line));
  };
  for (text::Unit& unit : units) {
    const bool at_line_start =
        unit.end_line < from.count() && unit.end == from.begin(unit.end_line + 1);
    unit.end = at_line_start ? to.begin(unit.end_line + 1) : map(unit.end, unit.end_line);
    unit.begin = map(unit.begin, unit.start_line);
  }
}

std::vector<text::Unit> units_of(std::string_view body, const FrontMatter& front,
                                 std::uint64_t offset, const text::UnitOptions& options) {
  std::vector<text::Unit> units = text::cut_units(body, offset, front.lines + 1, options);
  for (text::Unit& unit : units) {
    // Said by hand for the whole file; what an entry says of itself is nearer.
    if (!unit.visibility) unit.visibility = front.visibility;
    if (!unit.importance) unit.importance = front.importance;
  }
  return units;
}

}  // namespace

text::SourceContent parse_note(std::string_view relative_path, std::string_view bytes,
                               const NoteOptions& options) {
  text::SourceContent content;
  content.content_hash = base::hex(base::sha256(bytes));

  text::utf8::Repaired repaired;
  std::string_view text = bytes;
  if (!text::utf8::is_valid(bytes)) {
    repaired = text::utf8::repair(bytes);
    text = repaired.text;
    content.replaced = static_cast<std::uint32_t>(repaired.replaced);
  }
  // Zeros are legal UTF-8, but a file full of them is UTF-16 or no text.
  const auto zeros = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
  content.undecodable = (repaired.replaced + zeros) * 10 > bytes.size();

  // Before anything is cut, or half a private key would be none.
  const auto redacted = options.redactor.mask(text, guard::LineEnds::Keep);
  if (redacted) text = redacted->text;

  const FrontMatter front = read_front_matter(text);
  const std::uint64_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::uint64_t offset = front.bytes > 0 ? front.bytes : mark;
  const std::string_view body = text.substr(offset);
  const PathMeaning meaning = classify(relative_path, options.project_visibility);
  const Shape shape = shape_of(body);

  content.attributes = attributes_of(meaning, front);
  if (content.attributes.title.empty()) content.attributes.title = shape.title;
  if (content.attributes.title.empty()) content.attributes.title = stem_of(relative_path);
  Marks marks = read_marks(body);
  add_all(marks.tags, content.attributes.tags);
  add_all(marks.aliases, content.attributes.aliases);
  content.attributes.links = std::move(marks.links);

  content.units = units_of(body, front, offset,
                           {.tokens_target = options.tokens_target,
                            .tokens_max = options.tokens_max,
                            .overlap_tokens = options.overlap_tokens,
                            .per_entry = meaning.per_entry || shape.list || has_own_entries(body)});
  if (text.data() != bytes.data()) map_to_file(text, bytes, content.units);
  text::Unit title = title_unit(relative_path, content.attributes);
  title.visibility = front.visibility;
  content.units.insert(content.units.begin(), std::move(title));
  return content;
}

}  // namespace nacre::workspace
