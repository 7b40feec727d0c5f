#include "cli/translate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

namespace nacre::cli {
namespace {

constexpr int kDepthMax = 1;

struct Separator {
  std::string_view english, chinese;
};
constexpr std::array<Separator, 3> kSeparators = {{{": ", "："}, {"; ", "；"}, {", ", "，"}}};

// The place of a hole in `text` and the number in it, -1 for {}.
struct Hole {
  std::size_t begin = 0, end = 0;
  int number = -1;
};

std::optional<Hole> next_hole(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('{', from); at != text.npos; at = text.find('{', at + 1)) {
    const std::size_t close = text.find('}', at);
    if (close == text.npos) return std::nullopt;
    if (close == at + 1) return Hole{at, close + 1, -1};
    int number = 0;
    const char* end = text.data() + close;
    const auto parsed = std::from_chars(text.data() + at + 1, end, number);
    if (parsed.ec == std::errc() && parsed.ptr == end) return Hole{at, close + 1, number};
  }
  return std::nullopt;
}

bool has_words(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ++letters;
  }
  return letters >= 3;
}

// Without the holes at either end that stand as parts of their own in a message.
Message without_parts(Message message) {
  for (const Separator& separator : kSeparators) {
    const std::string before = "{}" + std::string(separator.english);
    const std::string after = std::string(separator.english) + "{}";
    const std::string before_chinese = "{}" + std::string(separator.chinese);
    const std::string after_chinese = std::string(separator.chinese) + "{}";
    if (message.english.starts_with(before) && message.chinese.starts_with(before_chinese)) {
      message.english.remove_prefix(before.size());
      message.chinese.remove_prefix(before_chinese.size());
    }
    if (message.english.ends_with(after) && message.chinese.ends_with(after_chinese)) {
      message.english.remove_suffix(after.size());
      message.chinese.remove_suffix(after_chinese.size());
    }
  }
  return message;
}

// Such as the name of a layer, which stays what it is among others.
bool is_word(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-") == text.npos;
}

bool is_quote(char c) {
  return c == '\'' || c == '"' || c == '`';
}

}  // namespace

std::string filled(std::string_view text, std::span<const std::string_view> values) {
  std::string out;
  std::size_t from = 0, next = 0;
  while (const auto hole = next_hole(text, from)) {
    const std::size_t which = hole->number < 0 ? next++ : static_cast<std::size_t>(hole->number);
    out += text.substr(from, hole->begin - from);
    out +=
        which < values.size() ? values[which] : text.substr(hole->begin, hole->end - hole->begin);
    from = hole->end;
  }
  return out += text.substr(from);
}

// A message cut at its separators.
class Translation::Parts {
 public:
  explicit Parts(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i + 1 < text.size() && cuts_.size() < kPartsMax; ++i) {
      for (const Separator& separator : kSeparators) {
        if (text.substr(i, 2) == separator.english) cuts_.push_back({i, separator.chinese});
      }
    }
  }

  std::size_t count() const { return cuts_.size() + 1; }
  std::string_view text(std::size_t first, std::size_t next) const {
    const std::size_t begin = first == 0 ? 0 : cuts_[first - 1].at + 2;
    const std::size_t end = next == count() ? text_.size() : cuts_[next - 1].at;
    return text_.substr(begin, end - begin);
  }
  std::string_view separator_before(std::size_t part) const { return cuts_[part - 1].separator; }
  // Whether a comma stands before or behind.
  bool in_list(std::size_t first, std::size_t next) const {
    return (first > 0 && separator_before(first) == kSeparators.back().chinese) ||
           (next < count() && separator_before(next) == kSeparators.back().chinese);
  }

 private:
  struct Cut {
    std::size_t at;
    std::string_view separator;  // In Chinese.
  };
  std::string_view text_;
  std::vector<Cut> cuts_;
};

Translation::Translation(std::span<const std::span<const Message>> catalogue) {
  for (const std::span<const Message> theme : catalogue) {
    for (const Message& message : theme) {
      rows_.emplace(message.english, message.chinese);
    }
  }
  for (const std::span<const Message> theme : catalogue) {
    for (const Message& message : theme) {
      const Message part = without_parts(message);
      rows_.emplace(part.english, part.chinese);
      add_template(part.english, part.chinese);
    }
  }
}

void Translation::add_template(std::string_view english, std::string_view chinese) {
  // Too little text to know it again by, such as "{}: {}".
  if (!has_words(english)) return;
  Template one{.english = english, .chinese = chinese};
  std::size_t from = 0;
  while (const auto hole = next_hole(english, from)) {
    one.literals.push_back(english.substr(from, hole->begin - from));
    from = hole->end;
  }
  if (one.literals.empty()) return;
  one.literals.push_back(english.substr(from));
  for (const std::string_view literal : one.literals) one.literal_bytes += literal.size();
  templates_.push_back(std::move(one));
}

std::size_t Translation::Match::swallowed() const {
  std::size_t parts = 0;
  for (const std::string_view value : values) {
    for (std::size_t i = 0; i + 1 < value.size(); ++i) {
      if ((value[i] == ':' || value[i] == ';') && value[i + 1] == ' ') ++parts;
    }
  }
  return parts;
}

std::optional<std::string_view> Translation::row(std::string_view english) const {
  const auto found = rows_.find(english);
  if (found == rows_.end()) return std::nullopt;
  return found->second;
}

// The row with the most fixed text. A literal between two holes is taken where it
// stands first.
Translation::Match Translation::match(std::string_view text) const {
  Match best;
  for (const Template& one : templates_) {
    if (best.found != nullptr && one.literal_bytes <= best.found->literal_bytes) continue;
    if (text.size() < one.literal_bytes || !text.starts_with(one.literals.front()) ||
        !text.ends_with(one.literals.back())) {
      continue;
    }
    const std::size_t last = text.size() - one.literals.back().size();
    std::size_t from = one.literals.front().size();
    std::vector<std::string_view> values;
    for (std::size_t i = 1; i < one.literals.size() && from <= last; ++i) {
      const bool at_end = i + 1 == one.literals.size();
      const std::size_t at = at_end ? last : text.substr(0, last).find(one.literals[i], from);
      if (at == text.npos) break;
      values.push_back(text.substr(from, at - from));
      from = at + (at_end ? 0 : one.literals[i].size());
    }
    if (values.size() + 1 == one.literals.size()) best = {&one, std::move(values)};
  }
  return best;
}

std::string Translation::render(std::string_view text, const Piece& piece, int depth) const {
  const Match& match = piece.match;
  if (match.found == nullptr) return std::string(piece.row.value_or(text));
  std::vector<std::string> translated;
  for (std::size_t i = 0; i < match.values.size(); ++i) {
    const std::string_view before = match.found->literals[i], value = match.values[i];
    const bool quoted = !before.empty() && is_quote(before.back());
    const bool words = value.find(' ') != value.npos;
    translated.push_back(quoted || !words || depth >= kDepthMax ? std::string(value)
                                                                : translate(value, depth + 1));
  }
  const std::vector<std::string_view> values(translated.begin(), translated.end());
  return filled(match.found->chinese, values);
}

// best[i] is how to translate the text from part i on: as one piece to the end of
// part next - 1, and from there as best[next]. The most bytes of rows win, then the
// fewest parts that a hole swallows, then the fewest pieces.
std::vector<Translation::Piece> Translation::pieces(const Parts& parts) const {
  const auto better = [](const Piece& a, const Piece& b) {
    return std::tuple(b.bytes, a.swallowed, a.count) < std::tuple(a.bytes, b.swallowed, b.count);
  };
  std::vector<Piece> best(parts.count() + 1);
  for (std::size_t first = parts.count(); first-- > 0;) {
    for (std::size_t next = first + 1; next <= parts.count(); ++next) {
      const std::string_view text = parts.text(first, next);
      Piece piece{.next = next};
      if (row(text) && !(is_word(text) && parts.in_list(first, next))) {
        piece.row = row(text);
        piece.bytes = text.size();
      } else {
        piece.match = match(text);
        if (piece.match.found != nullptr) piece.bytes = piece.match.found->literal_bytes;
        piece.swallowed = piece.match.swallowed();
      }
      piece.bytes += best[next].bytes;
      piece.swallowed += best[next].swallowed;
      piece.count = best[next].count + 1;
      if (next == first + 1 || better(piece, best[first])) best[first] = std::move(piece);
    }
  }
  return best;
}

std::string Translation::translate(std::string_view text, int depth) const {
  if (const auto whole = row(text)) return std::string(*whole);
  if (text.size() > kBytesMax) return std::string(text);
  const Parts parts(text);
  const std::vector<Piece> best = pieces(parts);
  if (best[0].bytes == 0) return std::string(text);
  std::string out;
  for (std::size_t first = 0; first < parts.count(); first = best[first].next) {
    const std::size_t next = best[first].next;
    out += render(parts.text(first, next), best[first], depth);
    // A question mark ends a clause by itself.
    if (next == parts.count()) break;
    const std::string_view separator = parts.separator_before(next);
    if (!out.ends_with("？") || separator != "；") out += separator;
  }
  return out;
}

std::string Translation::translate(std::string_view message) const {
  return translate(message, 0);
}

}  // namespace nacre::cli
