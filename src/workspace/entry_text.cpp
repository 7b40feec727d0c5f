#include "workspace/entry_text.h"

#include <algorithm>
#include <cstdio>

#include "text/markdown.h"
#include "text/utf8.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

constexpr std::string_view kIndent = "  ";

Error refused(std::string_view what, std::string_view why) {
  return Error{ErrorCode::InvalidArgument, std::string(what) + ": " + std::string(why)};
}

// The fence that a line opens or closes; empty when none.
std::string_view fence_of(std::string_view line) {
  const std::string_view content = line.substr(std::min(line.find_first_not_of(' '), line.size()));
  if (!content.starts_with("```") && !content.starts_with("~~~")) return {};
  return content.substr(0, std::min(content.find_first_not_of(content.front()), content.size()));
}

bool closes(std::string_view line, std::string_view fence) {
  const std::string_view found = fence_of(line);
  return !found.empty() && found.front() == fence.front() && found.size() >= fence.size() &&
         trim(line) == found;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  LineReader reader(text);
  while (const std::optional<Line> line = reader.next()) lines.push_back(line->text);
  return lines;
}

// Says which control character there is, and where.
std::string control_character(std::string_view text) {
  std::size_t line = 1;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '\n') ++line;
    if (byte == '\t' || byte == '\n' || (code >= 0x20 && code != 0x7F)) continue;
    char hex[8];
    std::snprintf(hex, sizeof hex, "0x%02X", code);
    return "line " + std::to_string(line) + " has the control character " + hex;
  }
  return {};
}

// For each line whether it is in a code block that also ends in this text.
std::vector<bool> code_lines(const std::vector<std::string_view>& lines) {
  std::vector<bool> code(lines.size(), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view fence = fence_of(lines[i]);
    if (fence.empty()) continue;
    std::size_t end = i + 1;
    while (end < lines.size() && !closes(lines[end], fence)) ++end;
    if (end == lines.size()) continue;
    std::fill(code.begin() + static_cast<std::ptrdiff_t>(i),
              code.begin() + static_cast<std::ptrdiff_t>(end) + 1, true);
    i = end;
  }
  return code;
}

bool is_rule(std::string_view content, char mark) {
  return !content.empty() && content.find_first_not_of(mark) == std::string_view::npos;
}

// Whether Markdown would read the start of this line as something other than
// text of a paragraph. List marks are the writer's good right.
bool opens_block(std::string_view content) {
  const std::size_t hashes = std::min(content.find_first_not_of('#'), content.size());
  if (hashes >= 1 && hashes <= 6 &&
      (hashes == content.size() || content[hashes] == ' ' || content[hashes] == '\t')) {
    return true;
  }
  return content.starts_with("```") || content.starts_with("~~~") || is_rule(content, '=') ||
         is_rule(content, '-');
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// Whether `text` is nothing but annotations, and which.
std::optional<AnnotationList> only_annotations(std::string_view text) {
  if (trim(text).empty()) return AnnotationList{};
  std::string rest;
  text::Annotations found = text::read_annotations(text, &rest);
  if (!trim(rest).empty()) return std::nullopt;
  return std::move(found.items);
}

// Equal but for what differs from one writing to the next.
bool same_annotations(AnnotationList left, AnnotationList right) {
  const auto passing = [](const auto& item) { return item.first == "id" || item.first == "at"; };
  std::erase_if(left, passing);
  std::erase_if(right, passing);
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  return left == right;
}

std::string id_in(const AnnotationList& annotations) {
  for (const auto& [key, value] : annotations) {
    if (key == "id") return value;
  }
  return {};
}

// Whether the lines from `at` on are those of `expected`, which starts with a
// line end or is empty. The end of the last one, without its line end.
std::optional<std::size_t> match_lines(std::string_view file, std::size_t at, std::size_t end,
                                       std::string_view expected) {
  LineReader reader(file, at);
  if (expected.starts_with('\n')) expected.remove_prefix(1);
  for (const std::string_view line : lines_of(expected)) {
    const std::optional<Line> next = reader.next();
    if (!next || next->text != line) return std::nullopt;
    end = next->begin + next->text.size();
  }
  return end;
}

// Whether the entry that ended before `at` goes on there. A list item goes on
// with indented lines, a log entry until the next heading.
bool goes_on(std::string_view file, std::size_t at, bool item) {
  LineReader reader(file, at);
  while (const std::optional<Line> line = reader.next()) {
    if (trim(line->text).empty()) continue;
    if (item) return line->text.starts_with(kIndent) || line->text.starts_with('\t');
    return !line->text.starts_with('#');
  }
  return false;
}

std::size_t after_line(std::string_view file, std::size_t at) {
  LineReader reader(file, at);
  const std::optional<Line> line = reader.next();
  return line ? line->end : file.size();
}

// "### 09:30 - " in front of a title; 0 when the line is no such heading.
std::size_t log_heading_bytes(std::string_view line) {
  constexpr std::string_view kShape = "### dd:dd - ";
  if (line.size() < kShape.size() - 3) return 0;
  for (std::size_t i = 0; i < kShape.size() && i < line.size(); ++i) {
    const bool digit = line[i] >= '0' && line[i] <= '9';
    if (kShape[i] == 'd' ? !digit : line[i] != kShape[i]) return 0;
  }
  return std::min(kShape.size(), line.size());
}

}  // namespace

Result<std::string> checked_text(std::string_view text, std::string_view what,
                                 std::size_t bytes_max) {
  if (text.size() > bytes_max) {
    return refused(what, "longer than " + std::to_string(bytes_max) + " bytes");
  }
  if (!text::utf8::is_valid(text)) return refused(what, "not valid UTF-8");
  std::string result(text);
  replace_all(result, "\r\n", "\n");
  for (const char byte : result) {
    const bool control = static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
    if (control && byte != '\t' && byte != '\n') return refused(what, control_character(result));
  }
  // Leading blanks of the first line may be code; leading empty lines are nothing.
  while (!result.empty() && trim(result.substr(0, result.find('\n'))).empty()) {
    const std::size_t end = result.find('\n');
    result.erase(0, end == std::string::npos ? result.size() : end + 1);
  }
  result.resize(trim_right(result).size());
  return result;
}

Result<std::string> checked_line(std::string_view text, std::string_view what) {
  std::string line = NACRE_TRY(checked_text(text, what, kTitleBytesMax));
  if (line.find('\n') != std::string::npos) return refused(what, "must be one line");
  return std::string(trim(line));
}

std::string escaped(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  const std::vector<bool> code = code_lines(lines);
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) result += '\n';
    const std::size_t indent = std::min(lines[i].find_first_not_of(' '), lines[i].size());
    if (!code[i] && opens_block(lines[i].substr(indent))) {
      result += lines[i].substr(0, indent);
      result += '\\';
      result += lines[i].substr(indent);
    } else {
      result += lines[i];
    }
  }
  // Annotations are read wherever they stand, so no text may bring its own.
  replace_all(result, "<!--", "&lt;!--");
  return result;
}

std::string render_annotations(const AnnotationList& annotations) {
  std::string text;
  for (const auto& [key, value] : annotations) {
    text += (text.empty() ? "<!-- " : " <!-- ") + key + ": " + value + " -->";
  }
  return text;
}

Rendered render_item(std::string_view title, std::string_view text, AnnotationList annotations) {
  const std::string safe = escaped(text);
  std::vector<std::string_view> lines = lines_of(safe);
  std::string first = "- ";
  if (!title.empty()) first += "**" + escaped(title) + "**: ";
  // A comment behind an opening fence would be part of the code.
  if (!lines.empty() && fence_of(lines.front()).empty()) {
    std::string_view line = trim(lines.front());
    // "- - x" would be a list in the list, "- 1. x" too.
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const bool bullet = line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ");
    const bool number =
        digits > 0 && digits < line.size() && (line[digits] == '.' || line[digits] == ')');
    if (title.empty() && bullet) first += '\\';
    if (title.empty() && number) {
      first += line.substr(0, digits);
      first += '\\';
      line.remove_prefix(digits);
    }
    first += line;
    first += ' ';
    lines.erase(lines.begin());
  }
  Rendered entry{.before = std::move(first), .annotations = std::move(annotations)};
  for (const std::string_view line : lines) {
    entry.after += '\n';
    if (!line.empty()) entry.after += std::string(kIndent) + std::string(line);
  }
  return entry;
}

Rendered render_log(std::string_view time, std::string_view title, std::string_view body,
                    AnnotationList annotations) {
  Rendered entry{.before = "### " + std::string(time), .annotations = std::move(annotations)};
  if (!title.empty()) entry.before += " - " + escaped(title);
  entry.before += '\n';
  if (!body.empty()) entry.after = "\n" + escaped(body);
  return entry;
}

std::optional<Present> find_item(std::string_view file, const Rendered& entry) {
  const std::string_view before = trim_right(entry.before);
  for (std::size_t at = file.find(before); at != std::string_view::npos;
       at = file.find(before, at + 1)) {
    const bool line_start = at == 0 || file[at - 1] == '\n' || file[at - 1] == '\r';
    if (!line_start) continue;
    LineReader reader(file, at);
    const std::optional<Line> line = reader.next();
    const auto found = only_annotations(line->text.substr(before.size()));
    if (!found || !same_annotations(*found, entry.annotations)) continue;
    const auto end = match_lines(file, line->end, at + line->text.size(), entry.after);
    if (!end || goes_on(file, after_line(file, *end), true)) continue;
    return Present{at, *end, id_in(*found)};
  }
  return std::nullopt;
}

std::optional<Present> find_log(std::string_view file, const Rendered& entry) {
  const std::string_view heading = trim_right(entry.before);
  const std::string_view title = heading.substr(log_heading_bytes(heading));
  LineReader reader(file);
  while (const std::optional<Line> line = reader.next()) {
    const std::size_t bytes = log_heading_bytes(line->text);
    if (bytes == 0 || trim_right(line->text.substr(bytes)) != title) continue;
    const std::optional<Line> next = LineReader(file, line->end).next();
    if (!next) continue;
    const auto found = only_annotations(next->text);
    if (!found || found->empty() || !same_annotations(*found, entry.annotations)) continue;
    const auto end = match_lines(file, next->end, next->begin + next->text.size(), entry.after);
    if (!end || goes_on(file, after_line(file, *end), false)) continue;
    return Present{line->begin, *end, id_in(*found)};
  }
  return std::nullopt;
}

std::string_view line_end_of(std::string_view file) {
  const std::size_t end = file.find_first_of("\r\n");
  if (end == std::string_view::npos || file[end] == '\n') return "\n";
  return file.substr(end).starts_with("\r\n") ? "\r\n" : "\r";
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string result;
  for (const char byte : text) {
    if (byte == '\n') {
      result += line_end;
    } else {
      result += byte;
    }
  }
  return result;
}

}  // namespace nacre::workspace
