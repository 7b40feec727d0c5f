#include "base/config_edit.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "base/config.h"
#include "base/toml.h"
#include "base/toml_layout.h"

namespace nacre::base {
namespace {

using Path = std::vector<std::string>;

Path parts_of(std::string_view key) {
  Path parts;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    parts.emplace_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string joined(const Path& path, std::size_t from = 0) {
  std::string text;
  for (std::size_t i = from; i < path.size(); ++i) text += (i > from ? "." : "") + path[i];
  return text;
}

bool starts_with(const Path& path, const Path& prefix, std::size_t length) {
  return path.size() >= length &&
         std::equal(prefix.begin(), prefix.begin() + static_cast<std::ptrdiff_t>(length),
                    path.begin());
}

Error prevented(std::uint32_t line, std::string_view key, std::string_view why) {
  return Error{ErrorCode::Unsupported, "line " + std::to_string(line) + " prevents changing '" +
                                           std::string(key) + "': " + std::string(why)}
      .with_hint("edit the file by hand");
}

// One text, taken apart, and where one key stands or belongs in it.
class Edit {
 public:
  Edit(std::string_view text, const TomlLayout& layout, std::string_view key)
      : text_(text), layout_(&layout), key_(key), path_(parts_of(key)) {}

  // The entry of the key itself.
  const TomlEntry* existing() const {
    for (const TomlEntry& entry : layout_->entries) {
      if (named(entry) && entry.path == path_) return &entry;
    }
    return nullptr;
  }

  // What stands where the key or one of its tables would have to.
  Status check_place() const {
    for (const TomlSection& section : layout_->sections) {
      if (section.array && starts_with(path_, section.path, section.path.size())) {
        return prevented(section.line, key_, "[[" + joined(section.path) + "]] is a list");
      }
      if (!section.path.empty() && starts_with(section.path, path_, path_.size())) {
        return prevented(section.line, key_, "there it is a table");
      }
    }
    for (const TomlEntry& entry : layout_->entries) {
      if (!named(entry)) continue;
      const bool above =
          entry.path.size() < path_.size() && starts_with(path_, entry.path, entry.path.size());
      if (above && !entry.inline_table) {
        return prevented(entry.line, key_, "there '" + joined(entry.path) + "' is no table");
      }
      if (entry.path.size() > path_.size() && starts_with(entry.path, path_, path_.size()) &&
          existing() == nullptr) {
        return prevented(entry.line, key_, "there it is a table");
      }
    }
    return Ok{};
  }

  std::string replaced(const TomlEntry& entry, std::string_view value) const {
    return spliced(entry.value_begin, entry.value_end, value);
  }

  std::string inserted(std::string_view value) const {
    if (const TomlEntry* table = inline_table()) return into_inline(*table, value);
    for (std::size_t depth = path_.size() - 1; depth > 0; --depth) {
      const TomlSection* own = section_of(depth);
      if (own != nullptr && depth == path_.size() - 1) return into_section(*own, value);
      if (const TomlEntry* sibling = dotted_sibling(depth)) return beside(*sibling, value);
      if (const TomlSection* last = last_section_below(depth)) return new_section(*last, value);
    }
    return at_end(value);
  }

  std::string removed(const TomlEntry& entry) const {
    if (entry.inside) return removed_from_inline(entry);
    const std::size_t begin = line_begin(entry.begin);
    return spliced(begin, line_end(entry.value_end), "");
  }

 private:
  // Entries of [[lists]] have no name of their own.
  bool named(const TomlEntry& entry) const {
    const TomlSection& section = layout_->sections[entry.section];
    return std::none_of(
        layout_->sections.begin(), layout_->sections.end(), [&](const TomlSection& other) {
          return other.array && starts_with(section.path, other.path, other.path.size());
        });
  }

  std::size_t index_of(const TomlSection& section) const {
    return static_cast<std::size_t>(&section - layout_->sections.data());
  }

  // The deepest inline table that is a table of the key.
  const TomlEntry* inline_table() const {
    const TomlEntry* deepest = nullptr;
    for (const TomlEntry& entry : layout_->entries) {
      if (entry.inline_table && named(entry) && entry.path.size() < path_.size() &&
          starts_with(path_, entry.path, entry.path.size())) {
        deepest = &entry;
      }
    }
    return deepest;
  }

  const TomlSection* section_of(std::size_t depth) const {
    for (const TomlSection& section : layout_->sections) {
      if (section.path.size() == depth && starts_with(section.path, path_, depth)) return &section;
    }
    return nullptr;
  }

  const TomlSection* last_section_below(std::size_t depth) const {
    const TomlSection* last = nullptr;
    for (const TomlSection& section : layout_->sections) {
      if (starts_with(section.path, path_, depth)) last = &section;
    }
    return last;
  }

  // A table that dotted keys opened may only be added to where they stand.
  const TomlEntry* dotted_sibling(std::size_t depth) const {
    const TomlEntry* last = nullptr;
    for (const TomlEntry& entry : layout_->entries) {
      const bool dotted = layout_->sections[entry.section].path.size() < depth &&
                          entry.path.size() > depth && starts_with(entry.path, path_, depth);
      if (dotted && !entry.inside && named(entry)) last = &entry;
    }
    return last;
  }

  const TomlEntry* last_entry(std::size_t section) const {
    const TomlEntry* last = nullptr;
    for (const TomlEntry& entry : layout_->entries) {
      if (entry.section == section && !entry.inside) last = &entry;
    }
    return last;
  }

  std::string_view newline() const {
    const std::size_t first = text_.find('\n');
    return first != std::string_view::npos && first > 0 && text_[first - 1] == '\r' ? "\r\n" : "\n";
  }

  std::size_t line_begin(std::size_t offset) const {
    const std::size_t before = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    if (before != std::string_view::npos) return before + 1;
    return layout_->sections.front().begin;  // Behind the byte order mark.
  }

  // Behind the line's end.
  std::size_t line_end(std::size_t offset) const {
    const std::size_t end = text_.find('\n', offset);
    return end == std::string_view::npos ? text_.size() : end + 1;
  }

  std::string spliced(std::size_t begin, std::size_t end, std::string_view between) const {
    return std::string(text_.substr(0, begin)) + std::string(between) +
           std::string(text_.substr(end));
  }

  // `lines` (each with its line end) after the line that holds `offset`.
  std::string after_line(std::size_t offset, const std::string& lines) const {
    const std::size_t at = line_end(offset);
    const bool open = at > 0 && text_[at - 1] != '\n';
    return spliced(at, at, (open ? std::string(newline()) : std::string()) + lines);
  }

  std::string assignment(std::size_t from, std::string_view value) const {
    return joined(path_, from) + " = " + std::string(value);
  }

  std::string beside(const TomlEntry& entry, std::string_view value) const {
    const std::size_t begin = line_begin(entry.begin);
    const std::string indent(text_.substr(begin, entry.begin - begin));
    const std::size_t from = layout_->sections[entry.section].path.size();
    return after_line(entry.value_end, indent + assignment(from, value) + std::string(newline()));
  }

  std::string into_section(const TomlSection& section, std::string_view value) const {
    if (const TomlEntry* last = last_entry(index_of(section))) return beside(*last, value);
    return after_line(section.end, assignment(section.path.size(), value) + std::string(newline()));
  }

  std::string section_lines(std::string_view value) const {
    Path table = path_;
    table.pop_back();
    const std::string end(newline());
    return end + "[" + joined(table) + "]" + end + assignment(table.size(), value) + end;
  }

  std::string new_section(const TomlSection& after, std::string_view value) const {
    const TomlEntry* last = last_entry(index_of(after));
    return after_line(last == nullptr ? after.end : last->value_end, section_lines(value));
  }

  std::string at_end(std::string_view value) const {
    std::string lines = section_lines(value);
    const std::size_t first = layout_->sections.front().begin;
    // No blank line before the first line of all, nor a second one.
    const std::string end(newline());
    if (text_.size() == first || text_.ends_with(end + end)) lines.erase(0, end.size());
    if (text_.size() == first) return std::string(text_) + lines;
    return after_line(text_.size(), lines);
  }

  std::string into_inline(const TomlEntry& table, std::string_view value) const {
    const std::string added = assignment(table.path.size(), value);
    const auto index = static_cast<std::size_t>(&table - layout_->entries.data());
    const TomlEntry* last = nullptr;
    for (const TomlEntry& entry : layout_->entries) {
      if (entry.inside == index) last = &entry;
    }
    if (last != nullptr) return spliced(last->value_end, last->value_end, ", " + added);
    return spliced(table.value_begin, table.value_end, "{ " + added + " }");
  }

  std::string removed_from_inline(const TomlEntry& entry) const {
    std::size_t begin = entry.begin;
    std::size_t end = text_.find_first_not_of(" \t", entry.value_end);
    if (end != std::string_view::npos && text_[end] == ',') {
      end = std::min(text_.find_first_not_of(" \t", end + 1), text_.size());
      return spliced(begin, end, "");
    }
    const std::size_t before = text_.find_last_not_of(" \t", begin - 1);
    if (text_[before] == ',') return spliced(before, entry.value_end, "");
    return spliced(begin, std::min(end, text_.size()), "");
  }

  std::string_view text_;
  const TomlLayout* layout_;
  std::string_view key_;
  Path path_;
};

// Every value of the file as text, by its name. Tables without values do not count.
using Values = std::map<std::string, std::string>;

void print(const toml::node& node, std::ostream& out);

// Not with the library's own formatter of arrays, which has no width for a NaN.
void print(const toml::array& array, std::ostream& out) {
  out << '[';
  for (const toml::node& element : array) {
    print(element, out);
    out << ',';
  }
  out << ']';
}

void print(const toml::table& table, std::ostream& out) {
  out << '{';
  for (const auto& [key, node] : table) {
    out << key.str() << '\x1f';
    print(node, out);
    out << ',';
  }
  out << '}';
}

void print(const toml::node& node, std::ostream& out) {
  if (const toml::table* table = node.as_table()) {
    print(*table, out);
  } else if (const toml::array* array = node.as_array()) {
    print(*array, out);
  } else {
    node.visit([&out](const auto& value) { out << value; });
  }
}

void collect(const toml::table& table, const std::string& prefix, Values& values) {
  for (const auto& [key, node] : table) {
    // No name holds a control character: nothing else can look like this path.
    const std::string name = prefix + '\x1f' + std::string(key.str());
    if (const toml::table* inner = node.as_table()) {
      collect(*inner, name, values);
      continue;
    }
    std::ostringstream text;
    print(node, text);
    values[name] = text.str();
  }
}

Result<Values> values_of(std::string_view toml) {
  const toml::parse_result parsed = toml::parse(toml);
  if (!parsed) return Error{ErrorCode::Internal, std::string(parsed.error().description())};
  Values values;
  collect(parsed.table(), "", values);
  return values;
}

std::string name_in_values(std::string_view key) {
  std::string name;
  for (const std::string& part : parts_of(key)) name += '\x1f' + part;
  return name;
}

// The proof of an edit, by a parser that took no part in it: apart from `key` the
// file says what it said.
bool only_changes(std::string_view before, std::string_view after, std::string_view key) {
  auto old_values = values_of(before);
  auto new_values = values_of(after);
  if (!old_values.ok() || !new_values.ok()) return false;
  const std::string name = name_in_values(key);
  for (Values* values : {&old_values.value(), &new_values.value()}) {
    std::erase_if(*values, [&name](const auto& entry) {
      return entry.first == name || entry.first.starts_with(name + '\x1f');
    });
  }
  return old_values.value() == new_values.value();
}

std::uint32_t first_difference(std::string_view before, std::string_view after) {
  const auto [at, unused] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  return 1 + static_cast<std::uint32_t>(std::count(before.begin(), at, '\n'));
}

Result<const ConfigKey*> known(std::string_view key) {
  const ConfigKey* found = find_config_key(key);
  if (found != nullptr) return found;
  const std::string near = nearest_config_key(key);
  return Error{ErrorCode::InvalidArgument, "'" + std::string(key) + "' is no known key",
               near.empty() ? "see `nacre config get --all`" : "did you mean '" + near + "'?"};
}

Result<TomlLayout> layout_of(std::string_view toml) {
  NACRE_TRY(Config::parse(toml));
  auto layout = toml_layout(toml);
  if (layout) return std::move(*layout);
  return Error{ErrorCode::Unsupported, "its form is too unusual to be edited", "edit it by hand"};
}

}  // namespace

Result<std::string> set_config_value(std::string_view toml, std::string_view key,
                                     std::string_view value) {
  const ConfigKey* row = NACRE_TRY(known(key));
  const ConfigValue parsed = NACRE_TRY(parse_config_value(*row, value));
  const TomlLayout layout = NACRE_TRY(layout_of(toml));
  const Edit edit(toml, layout, key);
  NACRE_TRY(edit.check_place());
  const std::string text = config_text(parsed);
  const TomlEntry* existing = edit.existing();
  std::string edited = existing == nullptr ? edit.inserted(text) : edit.replaced(*existing, text);
  const auto reread = Config::parse(edited);
  if (!reread.ok() || reread.value().value(key) != parsed || reread.value().is_default(key) ||
      !only_changes(toml, edited, key)) {
    return prevented(first_difference(toml, edited), key, "its form is too unusual to be edited");
  }
  return edited;
}

Result<std::string> unset_config_value(std::string_view toml, std::string_view key) {
  NACRE_TRY(known(key));
  const TomlLayout layout = NACRE_TRY(layout_of(toml));
  const Edit edit(toml, layout, key);
  const TomlEntry* existing = edit.existing();
  if (existing == nullptr) {
    NACRE_TRY(edit.check_place());
    return std::string(toml);
  }
  std::string edited = edit.removed(*existing);
  const auto reread = Config::parse(edited);
  if (!reread.ok() || !reread.value().is_default(key) || !only_changes(toml, edited, key)) {
    return prevented(existing->line, key, "its form is too unusual to be edited");
  }
  return edited;
}

}  // namespace nacre::base
