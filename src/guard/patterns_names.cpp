#include "guard/patterns_names.h"

#include <algorithm>
#include <array>

#include "guard/patterns_bytes.h"
#include "guard/patterns_name_table.h"
#include "guard/redact.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kBlanksMax = 32;
constexpr std::size_t kNoteBytesMax = 48;  // "(admin)" between name and separator.
constexpr std::size_t kNameBytesMax = 64;

constexpr int digit36(char c) {
  if (is_digit(c)) return c - '0';
  return is_alpha(c) ? lower(c) - 'a' + 10 : -1;
}

// The last three letters of what may end a name: almost every separator of a text
// stands behind other ones.
class Endings {
 public:
  constexpr Endings() {
    for (const Keyword& keyword : kKeywords) add(keyword.word);
    for (const Keyword& keyword : kWholeWords) add(keyword.word);
    add("str");  // "password str = …", a type between.
    add("string");
  }
  // Of the word that ends at `end`.
  constexpr bool hold(std::string_view text, std::size_t end) const {
    const int last = digit36(byte_before(text, end));
    const int middle = end > 1 ? digit36(text[end - 2]) : -1;
    if (last < 0 || middle < 0) return false;
    if (last == digit36('w') && middle == digit36('p')) return true;
    const int first = end > 2 ? digit36(text[end - 3]) : -1;
    return first >= 0 && bit(first, middle, last);
  }

 private:
  static constexpr std::size_t kLetters = 36;
  static constexpr std::size_t index(int first, int middle, int last) {
    return (static_cast<std::size_t>(first) * kLetters + static_cast<std::size_t>(middle)) *
               kLetters +
           static_cast<std::size_t>(last);
  }
  constexpr bool bit(int first, int middle, int last) const {
    const std::size_t at = index(first, middle, last);
    return (bits_[at / 64] >> at % 64 & 1U) != 0;
  }
  constexpr void add(std::string_view word) {
    if (word.size() < 3) return;  // "pw"
    const std::string_view tail = word.substr(word.size() - 3);
    const std::size_t at = index(digit36(tail[0]), digit36(tail[1]), digit36(tail[2]));
    bits_[at / 64] |= std::uint64_t{1} << at % 64;
  }
  std::array<std::uint64_t, kLetters * kLetters * kLetters / 64> bits_{};
};
constexpr Endings kEndings;

// The last byte of each name of another script.
constexpr auto kScriptEnds = [] {
  std::array<bool, 256> ends{};
  for (const Keyword& keyword : kOtherScripts) {
    ends[static_cast<unsigned char>(keyword.word.back())] = true;
  }
  return ends;
}();

bool is_closer(char c) {
  return c == '"' || c == '\'' || c == '`' || c == '*' || c == ']' || c == '\\' || c == '?';
}

// The length of the closer that ends at `end`; 0: there is none.
std::size_t closer_before(std::string_view text, std::size_t end) {
  if (end == 0) return 0;
  if (is_ascii(text[end - 1])) return is_closer(text[end - 1]) ? 1 : 0;
  // Of punctuation only: E2 80 xx and E3 80 xx.
  if (end < 3 || text[end - 2] != '\x80') return 0;
  static constexpr std::array<std::string_view, 6> kWide = {"」", "』", "”", "’", "】", "》"};
  const std::string_view before = text.substr(0, end);
  for (const std::string_view closer : kWide) {
    if (before.ends_with(closer)) return closer.size();
  }
  return 0;
}

std::size_t skip_blanks_back(std::string_view text, std::size_t at) {
  std::size_t left = kBlanksMax;
  while (at > 0 && left > 0 && is_blank(text[at - 1])) {
    --at;
    --left;
  }
  return at;
}

// Past "(admin)" or "（管理员）", if it stands before `at`.
std::size_t skip_note_back(std::string_view text, std::size_t at) {
  constexpr std::string_view kWideOpen = "（", kWideClose = "）";
  const std::size_t floor = at > kNoteBytesMax ? at - kNoteBytesMax : 0;
  const std::string_view before = text.substr(floor, at - floor);
  std::size_t open = std::string_view::npos;
  if (before.empty() || (before.back() != ')' && before.back() != kWideClose.back())) return at;
  if (before.ends_with(')')) open = before.rfind('(');
  if (before.ends_with(kWideClose)) open = before.rfind(kWideOpen);
  if (open == std::string_view::npos) return at;
  if (before.substr(open).find('\n') != std::string_view::npos) return at;
  return skip_blanks_back(text, floor + open);
}

// The letters and digits of up to three words, lower case, without what joins
// them: "API key", "api_key" and "apiKey" are one name.
class CompactName {
 public:
  // The words that end at `end`.
  CompactName(std::string_view text, std::size_t end) {
    const std::size_t floor = end > kNameBytesMax ? end - kNameBytesMax : 0;
    std::size_t at = end;
    int blanks = 0;
    while (at > floor) {
      const char c = text[at - 1];
      if (is_alnum(c)) {
        bytes_[--first_] = lower(c);
      } else if (c == ' ') {
        if (++blanks == 3 || is_blank(byte_before(text, at - 1))) break;
      } else if (c != '_' && c != '-' && c != '.') {
        break;
      }
      --at;
    }
    while (at < end && !is_alnum(text[at])) ++at;
    begin_ = at;
  }

  std::string_view letters() const { return {bytes_.data() + first_, kNameBytesMax - first_}; }
  std::size_t begin() const { return begin_; }  // Where the words start.

 private:
  std::array<char, kNameBytesMax> bytes_;
  std::size_t first_ = kNameBytesMax;
  std::size_t begin_ = 0;
};

const Keyword* keyword_at_end(std::string_view compact) {
  if (compact.empty()) return nullptr;
  const char last = compact.back();  // Cheaper than a call for each word.
  const auto* const found = std::find_if(kKeywords.begin(), kKeywords.end(), [&](const Keyword& k) {
    return k.word.back() == last && compact.size() >= k.word.size() &&
           compact[compact.size() - k.word.size()] == k.word[0] && compact.ends_with(k.word);
  });
  if (found == kKeywords.end()) return nullptr;
  const bool harmless = std::any_of(kHarmless.begin(), kHarmless.end(),
                                    [&](std::string_view word) { return compact.ends_with(word); });
  return harmless ? nullptr : &*found;
}

// Whether the word that ends at `end` and is so long starts there: after other
// than a letter, or as the next hump of camelCase.
bool starts_a_word(std::string_view text, std::size_t begin) {
  const char before = byte_before(text, begin);
  return !is_alnum(before) || (is_lower(before) && is_upper(text[begin]));
}

const Keyword* whole_word_at_end(std::string_view text, std::size_t end) {
  for (const Keyword& keyword : kWholeWords) {
    if (end < keyword.word.size()) continue;
    const std::size_t begin = end - keyword.word.size();
    if (equals_folded(text.substr(begin, keyword.word.size()), keyword.word) &&
        starts_a_word(text, begin)) {
      return &keyword;
    }
  }
  return nullptr;
}

const Keyword* script_at_end(std::string_view text, std::size_t end) {
  if (!kScriptEnds[static_cast<unsigned char>(text[end - 1])]) return nullptr;
  const std::string_view before = text.substr(0, end);
  const auto* const found =
      std::find_if(kOtherScripts.begin(), kOtherScripts.end(), [&](const Keyword& keyword) {
        return keyword.word.back() == before.back() && before.ends_with(keyword.word);
      });
  return found == kOtherScripts.end() ? nullptr : &*found;
}

bool is_constant(std::string_view name) {
  const ByteCounts counts = count_bytes(name);
  return counts.upper > 0 && counts.lower == 0;
}

// In `user, password = split(…)` the name is one of several.
bool stands_apart(std::string_view text, std::size_t begin) {
  begin = skip_blanks_back(text, begin);
  constexpr std::string_view kInCode = ",;(=.{[|&+<!";
  return begin == 0 || kInCode.find(text[begin - 1]) == std::string_view::npos;
}

// The words of "[redacted:password]" are no name.
bool in_placeholder(std::string_view text, std::size_t begin) {
  constexpr std::string_view kOpen = "[redacted:";
  return text.substr(0, begin).ends_with(kOpen);
}

// `password str`, `password string`: Go and Python write the type in between.
std::string_view without_type(std::string_view compact) {
  for (const std::string_view type : {"string", "str"}) {
    if (compact.ends_with(type)) return compact.substr(0, compact.size() - type.size());
  }
  return compact;
}

}  // namespace

std::optional<Name> name_before(std::string_view text, std::size_t at) {
  // Nothing to pass over, and a word that is none: the most there is.
  const char last = byte_before(text, at);
  if (is_alnum(last) && !kEndings.hold(text, at) &&
      !kScriptEnds[static_cast<unsigned char>(last)]) {
    return std::nullopt;
  }
  std::size_t end = skip_blanks_back(text, at);
  end = skip_note_back(text, end);
  bool closed = false;
  char closer = '\0';
  for (std::size_t length = closer_before(text, end); length > 0;
       length = closer_before(text, end)) {
    end -= length;
    closed = true;
    if (text[end] == '"' || text[end] == '\'' || text[end] == '`') closer = text[end];
  }
  if (end == 0) return std::nullopt;

  Name name;
  if (const Keyword* script = script_at_end(text, end)) {
    name.of = script->of;
    name.script = true;
    name.begin = end - script->word.size();
  } else {
    if (!kEndings.hold(text, end)) return std::nullopt;
    const CompactName compact(text, end);
    name.begin = compact.begin();
    const Keyword* keyword = keyword_at_end(compact.letters());
    if (keyword == nullptr) {
      keyword = whole_word_at_end(text, end);
      name.weak = keyword != nullptr;
    }
    if (keyword == nullptr) keyword = keyword_at_end(without_type(compact.letters()));
    if (keyword == nullptr || in_placeholder(text, name.begin)) return std::nullopt;
    name.of = keyword->of;
    const std::string_view words = text.substr(name.begin, end - name.begin);
    name.constant = is_constant(words);
    // SMTP_PASS is a name without doubt.
    if (name.constant && words.find('_') != std::string_view::npos) name.weak = false;
    name.stands_apart = stands_apart(text, name.begin);
  }
  const char before = byte_before(text, name.begin);
  if (before == '"' || before == '\'' || before == '`') name.quote = before;
  name.closed = closed && closer == name.quote && closer != '\0';
  return name;
}

std::size_t script_name_length(std::string_view text) {
  const auto* const found =
      std::find_if(kOtherScripts.begin(), kOtherScripts.end(), [&](const Keyword& keyword) {
        return byte_at(text, 2) == keyword.word[2] && text.starts_with(keyword.word);
      });
  return found == kOtherScripts.end() ? 0 : found->word.size();
}

bool is_secret_name(std::string_view word) {
  const CompactName compact(word, word.size());
  return compact.begin() == 0 && keyword_at_end(compact.letters()) != nullptr;
}

}  // namespace nacre::guard
