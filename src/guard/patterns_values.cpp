#include "guard/patterns_values.h"

#include <algorithm>
#include <array>
#include <string>

#include "guard/patterns_bytes.h"
#include "guard/patterns_prose.h"
#include "guard/redact.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kBlanksMax = 32;
constexpr std::size_t kClosersMax = 8;

struct QuotePair {
  std::string_view open, close;
};
constexpr auto kQuotes = std::to_array<QuotePair>({{"\"", "\""},
                                                   {"'", "'"},
                                                   {"`", "`"},
                                                   {"“", "”"},
                                                   {"‘", "’"},
                                                   {"「", "」"},
                                                   {"『", "』"},
                                                   {"【", "】"},
                                                   {"《", "》"},
                                                   {"（", "）"}});
constexpr bool may_open(char c) {
  return c == '"' || c == '\'' || c == '`' || c == '\xE2' || c == '\xE3' || c == '\xEF';
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + kBlanksMax);
  while (at < limit && is_blank(text[at])) ++at;
  return at;
}

// Blanks, and the end of bold type: `**Password:** …`.
std::size_t skip_to_value(std::string_view text, std::size_t at) {
  at = skip_blanks(text, at);
  std::size_t stars = at;
  while (stars < at + 2 && byte_at(text, stars) == '*') ++stars;
  // `**` before a value may open bold type as well as close it.
  return stars == at + 2 ? skip_blanks(text, stars) : at;
}

// `"…`, also as written inside of another string: `\"…`.
Value quoted_value(std::string_view text, std::size_t at, const QuotePair& quote, bool escaped) {
  const std::size_t begin = at + quote.open.size();
  const std::string_view line = text.substr(begin, kValueBytesMax);
  std::size_t end = 0;
  for (;; ++end) {
    end = line.find(quote.close, end);
    if (end == std::string_view::npos) return {};
    if (escaped ? byte_before(line, end) == '\\' : byte_before(line, end) != '\\') break;
  }
  if (line.substr(0, end).find('\n') != std::string_view::npos) return {};
  return {.begin = begin, .end = begin + end - (escaped ? 1 : 0), .quoted = true};
}

// Whether another pair starts at `at`: `,user=` in `password=x,user=y`.
bool starts_pair(std::string_view text, std::size_t at) {
  std::size_t end = at;
  if (!is_alpha(byte_at(text, at))) return false;
  while (end < text.size() && end < at + 32 && (is_word(text[end]) || text[end] == ' ')) ++end;
  return byte_at(text, end) == '=' || byte_at(text, end) == ':';
}

bool ends_plain_value(std::string_view text, std::size_t at, char closing) {
  const char c = text[at];
  if (!is_graphic(c) || c == '"' || c == '\'' || c == '`' || c == '<') return true;
  if (closing != '\0' && c == closing) return true;
  if (c == '&' || c == ',' || c == ';') return starts_pair(text, at + 1);
  if (c == '\\') {
    const char next = byte_at(text, at + 1);
    return next == 'n' || next == 'r' || next == 't' || next == '"';
  }
  return c == '[' && placeholder_length(text.substr(at)) > 0;
}

// Punctuation of the sentence or the code around it.
std::size_t without_closers(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::string_view kAlways = ".,;:|";
  const auto unopened = [&](char open) {
    return text.substr(begin, end - begin).find(open) == std::string_view::npos;
  };
  while (end > begin) {
    const char c = text[end - 1];
    const bool closer = kAlways.find(c) != std::string_view::npos || (c == ')' && unopened('(')) ||
                        (c == ']' && unopened('[')) || (c == '}' && unopened('{')) ||
                        (c == '*' && end - begin > 2 && text[end - 2] == '*') ||
                        (c == '*' && byte_at(text, end) == '*');
    if (!closer) break;
    --end;
  }
  return end;
}

// Ideographic and full-width punctuation, as well as what ends a text.
bool ends_clause(std::string_view rest) {
  if (!rest.empty() && is_ascii(rest[0]) && rest[0] != '\n' && rest[0] != '\r') return false;
  static constexpr std::array<std::string_view, 7> kMarks = {"，", "。", "；", "、",
                                                             "）", "！", "\n"};
  return rest.empty() || rest.starts_with("\r\n") ||
         std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return rest.starts_with(mark); });
}

bool last_of_line(std::string_view text, std::size_t end) {
  const std::size_t limit = std::min(text.size(), end + kClosersMax);
  constexpr std::string_view kClosers = " \t*`\"')";
  while (end < limit && kClosers.find(text[end]) != std::string_view::npos) ++end;
  return ends_clause(text.substr(end));
}

}  // namespace

Value value_after(std::string_view text, std::size_t at, char closing) {
  at = skip_to_value(text, at);
  const bool escaped = byte_at(text, at) == '\\';
  std::size_t open = escaped ? at + 1 : at;
  // r"…", b'…', L"…"
  if (is_alpha(byte_at(text, open)) &&
      (byte_at(text, open + 1) == '"' || byte_at(text, open + 1) == '\'')) {
    ++open;
  }
  const std::string_view rest = text.substr(std::min(open, text.size()));
  for (const QuotePair& quote : kQuotes) {
    if (!may_open(byte_at(rest, 0))) break;
    if (!rest.starts_with(quote.open)) continue;
    if (!escaped && closing != '\0' && rest[0] == closing) return {};
    const Value value = quoted_value(text, open, quote, escaped);
    if (value.end > value.begin) return value;
    at = open + quote.open.size();
    break;
  }

  const std::size_t limit = std::min(text.size(), at + kValueBytesMax);
  std::size_t end = at;
  while (end < limit && !ends_plain_value(text, end, closing)) ++end;
  end = without_closers(text, at, end);
  return {.begin = at, .end = end, .last_of_line = last_of_line(text, end)};
}

bool ends_sentence(std::string_view text, std::size_t end) {
  if (last_of_line(text, end)) return true;
  constexpr std::string_view kMarks = ".,;!";
  return kMarks.find(byte_at(text, end)) != std::string_view::npos &&
         (end + 1 >= text.size() || is_blank(text[end + 1]) || text[end + 1] == '\n' ||
          text[end + 1] == '\r');
}

namespace {

bool is_digits(const ByteCounts& counts, std::size_t size) {
  return counts.digits == size;
}

bool has_strong_mark(std::string_view value) {
  return value.find_first_of("@!#$%^&*+~?=") != std::string_view::npos;
}

// What follows a number makes it a measure: `8 characters`, `8位`.
bool is_measured(std::string_view text, std::size_t end) {
  const char next = byte_at(text, end);
  if (next == ' ') return is_alpha(byte_at(text, end + 1)) || !is_ascii(byte_at(text, end + 1));
  return !is_ascii(next) && !ends_clause(text.substr(end));
}

// Of several words, whether one of them mixes what words do not.
bool has_mixed_word(std::string_view value) {
  std::size_t at = 0;
  while (at < value.size()) {
    const std::size_t end = std::min(value.find(' ', at), value.size());
    const std::string_view word = value.substr(at, end - at);
    const ByteCounts counts = count_bytes(word);
    if (word.size() >= 6 && counts.digits > 0 && counts.letters() > 0 && !is_algorithm(word) &&
        !is_compound_name(word)) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

// Letters only: a word somebody chose, or a word of the sentence or the code.
bool is_chosen_word(const Value& value, std::string_view word, const Name& name) {
  if (word.size() < 4 || is_plain_answer(word) || mentions_secret(word)) return false;
  if (value.quoted) return true;
  if (!value.last_of_line) return false;
  // fooBar at the end of a line of code.
  const bool hump = std::adjacent_find(word.begin(), word.end(), [](char a, char b) {
                      return is_lower(a) && is_upper(b);
                    }) != word.end();
  return name.constant || (!hump && name.stands_apart);
}

// Letters and marks, no digit: `p@ssword`, `correct-horse-battery`, `case-sensitive`.
bool is_marked_word(const Value& value, std::string_view word) {
  const std::string_view inner = word.substr(0, word.find_last_not_of("?!") + 1);
  if (inner.size() < 4) return false;
  if (has_strong_mark(inner) || (inner.size() < word.size() && word.ends_with('!'))) {
    return inner.size() >= 5 && !is_plain_answer(inner);
  }
  const auto hyphens = std::count(inner.begin(), inner.end(), '-');
  return hyphens >= 2 && inner.find_first_of("_./:") == std::string_view::npos &&
         (value.quoted || value.last_of_line) && count_bytes(inner).upper == 0;
}

bool is_password(std::string_view text, const Value& value, const Name& name) {
  const std::string_view word = text.substr(value.begin, value.size());
  const ByteCounts counts = count_bytes(word);
  if (word.size() < 3) return false;
  if (word.find(' ') != std::string_view::npos) return has_mixed_word(word);
  if (is_digits(counts, word.size())) {
    return word.size() >= 4 && (value.quoted || !is_measured(text, value.end));
  }
  if (counts.non_ascii > 0) return counts.digits > 0 && counts.letters() > 0;
  if (counts.digits == 0) {
    return counts.marks == 0 ? is_chosen_word(value, word, name) : is_marked_word(value, word);
  }
  if (counts.letters() == 0) return counts.digits >= 4 && word.size() >= 6;
  return !is_algorithm(word);
}

// 密码是8391, 密码是rosebud: short, but said to be one and nothing else follows.
bool is_said_password(std::string_view text, const Value& value, const Name& name) {
  const std::string_view word = text.substr(value.begin, value.size());
  const ByteCounts counts = count_bytes(word);
  if (!ends_sentence(text, value.end)) return false;
  if (is_digits(counts, word.size())) return word.size() >= 4;
  if (is_algorithm(word) || is_compound_name(word)) return false;
  if (counts.digits > 0) return word.size() >= 4 && counts.letters() > 0;
  return name.script && counts.letters() == word.size() && word.size() >= 5 &&
         !is_plain_answer(word) && !mentions_secret(word);
}

bool is_likely_password(std::string_view text, const Value& value, const Name& name,
                        Certainty certainty) {
  if (value.quoted) return is_password(text, value, name);
  // The value is itself the name of the next one: `session=…`.
  if (starts_pair(text, value.begin)) return false;
  if (certainty == Certainty::Said && is_said_password(text, value, name)) return true;
  const std::string_view word = text.substr(value.begin, value.size());
  const ByteCounts counts = count_bytes(word);
  if (word.size() < 6 || is_algorithm(word) || is_compound_name(word)) return false;
  if (is_digits(counts, word.size())) return !is_measured(text, value.end);
  if (counts.letters() == 0) return false;
  if (counts.digits > 0) return true;
  return word.substr(0, word.size() - 1).find_first_of("@!#$%^&*") != std::string_view::npos;
}

bool is_machine_made(std::string_view word, bool quoted, bool sure) {
  const ByteCounts counts = count_bytes(word);
  if (word.size() < (sure ? 8U : 12U) || counts.non_ascii > 0) return false;
  if (word.find(' ') != std::string_view::npos) return false;
  // Without quotes code and patterns hold these, keys do not.
  if (!quoted && word.find_first_of("()[]{}<>|^\\,;`") != std::string_view::npos) return false;
  if (counts.digits == 0 || counts.letters() == 0 || distinct_bytes(word, 5) < 5) return false;
  return !is_algorithm(word) && !is_compound_name(word);
}

}  // namespace

bool is_secret_value(std::string_view text, const Value& value, const Name& name,
                     Certainty certainty) {
  const std::string_view word = text.substr(value.begin, value.size());
  if (word.empty() || is_reference(word, value.quoted)) return false;
  if (name.weak) {
    if (count_bytes(word).letters() == word.size()) return false;
    certainty = Certainty::Likely;
  }
  const bool sure = certainty == Certainty::Sure;
  switch (name.of) {
    case NameClass::Password:
      return sure ? is_password(text, value, name)
                  : is_likely_password(text, value, name, certainty);
    case NameClass::Key:
    case NameClass::Token:
    case NameClass::Scheme:
      return is_machine_made(word, value.quoted, sure);
    case NameClass::Code:
      return sure && word.size() >= 3 && word.size() <= 8 &&
             is_digits(count_bytes(word), word.size()) && !is_measured(text, value.end);
    case NameClass::Signature:
      return word.size() >= 32 && is_machine_made(word, value.quoted, sure);
  }
  return false;
}

}  // namespace nacre::guard
