#include <algorithm>

#include "text/utf8.h"
#include "workspace/front_matter.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

constexpr std::size_t kMarksMax = 256;
constexpr std::size_t kMarkBytesMax = 200;
constexpr std::size_t kCodeBytesMax = 4096;  // Keeps a hostile long line linear.

void add(std::vector<std::string>& values, std::string_view value) {
  value = trim(value);
  if (value.empty() || value.size() > kMarkBytesMax || values.size() >= kMarksMax) return;
  if (std::find(values.begin(), values.end(), value) == values.end()) values.emplace_back(value);
}

bool is_key_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

// Letters and digits of any script, and what joins them. Punctuation of the
// scripts that write without spaces ends a tag.
bool is_tag_character(char32_t character) {
  if (character < 0x80) return is_key_byte(static_cast<char>(character)) || character == '/';
  const bool punctuation = (character >= 0x2000 && character <= 0x206F) ||
                           (character >= 0x3000 && character <= 0x303F) ||
                           (character >= 0xFF00 && character <= 0xFF0F) ||
                           (character >= 0xFF1A && character <= 0xFF20) || character == 0xA0;
  return !punctuation;
}

// One line outside of code blocks.
class LineMarks {
 public:
  LineMarks(std::string_view line, Marks& marks) : line_(line), marks_(marks) {}

  void read() {
    if (read_property()) return;
    while (at_ < line_.size()) {
      const std::string_view rest = line_.substr(at_);
      if (rest.front() == '`') {
        skip_code();
      } else if (rest.starts_with("[[")) {
        read_link();
      } else if (rest.front() == '#' && (at_ == 0 || line_[at_ - 1] == ' ' ||
                                         line_[at_ - 1] == '\t' || line_[at_ - 1] == '(')) {
        read_tag();
      } else {
        ++at_;
      }
    }
  }

 private:
  // Logseq's `key:: value`. Only tags and aliases end here; links in a value of
  // another key are links.
  bool read_property() {
    std::string_view rest = trim(line_);
    if (rest.starts_with("- ")) rest = trim(rest.substr(2));
    const std::size_t colons = rest.find("::");
    if (colons == 0 || colons == std::string_view::npos) return false;
    const std::string_view key = rest.substr(0, colons);
    if (!std::all_of(key.begin(), key.end(), is_key_byte)) return false;
    const bool tags = key == "tags" || key == "tag";
    if (!tags && key != "alias" && key != "aliases") return false;
    std::string value;
    for (const char byte : rest.substr(colons + 2)) {
      if (byte != '[' && byte != ']') value += byte;
    }
    split_values(value, ",", tags ? marks_.tags : marks_.aliases);
    return true;
  }

  void skip_code() {
    const std::size_t after = std::min(line_.find_first_not_of('`', at_), line_.size());
    const std::string_view ticks = line_.substr(at_, after - at_);
    const std::size_t close = line_.substr(after, kCodeBytesMax).find(ticks);
    at_ = close == std::string_view::npos ? after : after + close + ticks.size();
  }

  void read_link() {
    const std::size_t begin = at_ + 2;
    const std::string_view rest = line_.substr(begin, kMarkBytesMax + 2);
    const std::size_t close = rest.find("]]");
    const bool embed = at_ > 0 && line_[at_ - 1] == '!';
    at_ = begin;
    if (close == std::string_view::npos) return;
    const std::string_view target = rest.substr(0, close);
    if (!embed) add(marks_.links, target.substr(0, target.find_first_of("|#")));
    at_ = begin + close + 2;
  }

  void read_tag() {
    std::size_t end = at_ + 1;
    bool letter = false;
    while (end < line_.size()) {
      std::size_t next = end;
      const char32_t character = text::utf8::next(line_, next);
      if (!is_tag_character(character)) break;
      letter = letter || !(character >= '0' && character <= '9');
      end = next;
    }
    if (letter) add(marks_.tags, line_.substr(at_ + 1, end - at_ - 1));
    at_ = end;
  }

  std::string_view line_;
  Marks& marks_;
  std::size_t at_ = 0;
};

// The run of backticks or tildes that opens or closes a fence; empty if none.
std::string_view fence_of(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view rest = line.substr(begin);
  if (!rest.starts_with("```") && !rest.starts_with("~~~")) return {};
  return rest.substr(0, std::min(rest.find_first_not_of(rest.front()), rest.size()));
}

}  // namespace

Marks read_marks(std::string_view body) {
  Marks marks;
  std::string_view open;  // The fence we are in.
  LineReader lines(body);
  while (const std::optional<Line> line = lines.next()) {
    const std::string_view fence = fence_of(line->text);
    if (!open.empty()) {
      const bool closes = !fence.empty() && fence.front() == open.front() &&
                          fence.size() >= open.size() && trim(line->text).size() == fence.size();
      if (closes) open = {};
    } else if (!fence.empty()) {
      open = fence;
    } else if (line->text.find_first_of("#[:") != std::string_view::npos) {
      LineMarks(line->text, marks).read();
    }
  }
  return marks;
}

}  // namespace nacre::workspace
