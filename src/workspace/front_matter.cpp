#include "workspace/front_matter.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <exception>

#include "base/clock.h"
#include "text/utf8.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

constexpr std::size_t kBlockBytesMax = std::size_t{64} << 10;
constexpr std::size_t kLevelsMax = 32;

struct Bounds {
  std::size_t begin = 0, end = 0;  // Of the YAML between the rules.
  std::size_t body = 0;
  std::uint32_t lines = 0;
};

bool opens_block(std::string_view first_line) {
  if (first_line.starts_with(kByteOrderMark)) first_line.remove_prefix(kByteOrderMark.size());
  return trim_right(first_line) == "---";
}

// Finds the closing rule; nullopt when this is no front matter.
std::optional<Bounds> find_block(std::string_view text) {
  LineReader lines(text);
  std::optional<Line> line = lines.next();
  if (!line || !opens_block(line->text)) return std::nullopt;
  Bounds bounds{.begin = line->end, .lines = 1};
  while ((line = lines.next())) {
    ++bounds.lines;
    const std::string_view content = trim_right(line->text);
    if (content == "---" || content == "...") {
      bounds.end = line->begin;
      bounds.body = line->end;
      return bounds;
    }
    if (line->end - bounds.begin > kBlockBytesMax) break;
  }
  return std::nullopt;
}

// How many "- " or "? " a line nests at once.
std::size_t compact_levels(std::string_view line) {
  std::size_t levels = 0;
  std::size_t at = line.find_first_not_of(' ');
  while (at != std::string_view::npos && at + 1 < line.size() &&
         (line[at] == '-' || line[at] == '?') && line[at + 1] == ' ') {
    ++levels;
    at = line.find_first_not_of(' ', at + 1);
  }
  return levels;
}

// An alias or anchor where a value may start. Quoted text is not told apart: a
// quote stands before it then.
bool has_alias(std::string_view line) {
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    if (line[at] != '*' && line[at] != '&') continue;
    if (line[at + 1] == ' ' || line[at + 1] == '*') continue;
    const std::size_t before =
        at == 0 ? std::string_view::npos : line.find_last_not_of(' ', at - 1);
    if (before == std::string_view::npos) return true;
    const bool apart = before + 1 < at;
    const char byte = line[before];
    if (byte == '[' || byte == ',' || byte == '{') return true;
    if (apart && (byte == ':' || byte == '-' || byte == '?')) return true;
  }
  return false;
}

// Why the block must not reach the YAML parser; empty when it may. The parser
// is recursive and expands aliases, so both are bounded here.
std::string refuse(std::string_view block) {
  std::size_t flow = 0, flow_max = 0;
  std::vector<std::size_t> indents;
  std::size_t levels_max = 0;
  LineReader lines(block);
  while (const std::optional<Line> line = lines.next()) {
    const std::string_view content = trim_right(line->text);
    if (content.empty()) continue;
    for (const char byte : content) {
      if (byte == '[' || byte == '{') flow_max = std::max(flow_max, ++flow);
      if ((byte == ']' || byte == '}') && flow > 0) --flow;
    }
    const std::size_t indent = std::min(content.find_first_not_of(" \t"), content.size());
    while (!indents.empty() && indents.back() >= indent) indents.pop_back();
    indents.push_back(indent);
    levels_max = std::max(levels_max, indents.size() + compact_levels(content));
    if (has_alias(content)) return "aliases and anchors are not supported";
  }
  if (std::max(flow_max, levels_max) > kLevelsMax) {
    return "nested deeper than " + std::to_string(kLevelsMax) + " levels";
  }
  return {};
}

// A list, or a string that separates its values: by commas, tags also by spaces.
void read_values(const YAML::Node& node, std::string_view separators,
                 std::vector<std::string>& values) {
  if (node.IsSequence()) {
    for (const YAML::Node& item : node) {
      if (item.IsScalar()) split_values(item.Scalar(), "", values);
    }
  } else if (node.IsScalar()) {
    split_values(node.Scalar(), separators, values);
  }
}

std::optional<CivilDay> read_day(std::string text) {
  if (text.size() > 10) text.resize(10);  // A time of day may follow.
  for (char& byte : text) {
    if (byte == '/' || byte == '_') byte = '-';
  }
  return base::parse_day(text);
}

// However it is written: who locks is taken at their word.
bool is_visibility(std::string_view key) {
  constexpr std::string_view kKey = "visibility";
  key = trim(key);
  return std::equal(key.begin(), key.end(), kKey.begin(), kKey.end(), [](char left, char right) {
    return (left >= 'A' && left <= 'Z' ? left + ('a' - 'A') : left) == right;
  });
}

void read_visibility(const YAML::Node& value, FrontMatter& out) {
  // A value that we do not know was meant to say something: fail closed.
  const std::optional<Visibility> word =
      value.IsScalar() ? parse_visibility(value.Scalar()) : std::nullopt;
  const Visibility said = word.value_or(Visibility::Private);
  out.visibility = std::min(out.visibility.value_or(said), said);
}

void read_key(const std::string& key, const YAML::Node& value, FrontMatter& out) {
  if (is_visibility(key)) {
    read_visibility(value, out);
  } else if (key == "tags" || key == "tag") {
    read_values(value, ", ", out.tags);
  } else if (key == "aliases" || key == "alias") {
    read_values(value, ",", out.aliases);
  } else if (!value.IsScalar()) {
    return;
  } else if (key == "title") {
    out.title = trim(value.Scalar());
  } else if (key == "date") {
    out.date = read_day(value.Scalar());
  } else if (key == "project") {
    out.project = trim(value.Scalar());
  } else if (key == "importance") {
    int number = 0;
    const std::string& text = value.Scalar();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= 1 && number <= 10) {
      out.importance = number;
    }
  }
}

// False when the block has no keys; a parser's complaint goes to `problem`.
bool read_block(std::string_view block, FrontMatter& out) {
  // The library reports by exceptions, also deep recursion and bad numbers.
  try {
    const YAML::Node root = YAML::Load(std::string(block));
    if (!root.IsMap() || root.size() == 0) return false;
    for (const auto& pair : root) {
      if (pair.first.IsScalar()) read_key(pair.first.Scalar(), pair.second, out);
    }
    return true;
  } catch (const std::exception& exception) {
    out.problem = exception.what();
    return false;
  }
}

// What a block that cannot be read says of visibility: a broken lock still locks,
// and opens nothing.
std::optional<Visibility> broken_visibility(std::string_view text) {
  LineReader lines(text);
  std::optional<Line> line = lines.next();
  if (!line || !opens_block(line->text)) return std::nullopt;
  while ((line = lines.next()) && line->begin < kBlockBytesMax) {
    std::string_view content = trim(line->text);
    if (content.empty() || content == "---" || content == "...") break;
    const std::size_t colon = std::min(content.find(':'), content.size());
    if (!is_visibility(content.substr(0, colon))) continue;
    content = trim(content.substr(std::min(colon + 1, content.size())));
    if (parse_visibility(content) != Visibility::Public) return Visibility::Private;
  }
  return std::nullopt;
}

}  // namespace

FrontMatter read_front_matter(std::string_view text) {
  FrontMatter result;
  const std::optional<Bounds> bounds = find_block(text);
  if (!bounds) return FrontMatter{.visibility = broken_visibility(text)};
  const std::string_view block = text.substr(bounds->begin, bounds->end - bounds->begin);
  if (!text::utf8::is_valid(block)) return FrontMatter{.visibility = broken_visibility(text)};
  result.problem = refuse(block);
  if (result.problem.empty() && read_block(block, result)) {
    result.bytes = bounds->body;
    result.lines = bounds->lines;
    return result;
  }
  // Half-read values of a block that turned out to be text are worth nothing.
  return FrontMatter{.visibility = broken_visibility(text), .problem = std::move(result.problem)};
}

}  // namespace nacre::workspace
