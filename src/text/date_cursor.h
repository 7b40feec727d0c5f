#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "text/utf8.h"

// Reads the words around dates for date_relations.cpp. Internal to this room.
namespace nacre::text {

enum class Relation { Before, Until, Since, After };

struct Related {
  std::string_view word;
  Relation relation;
};

inline char32_t char_before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  std::size_t begin = utf8::floor_boundary(text, at - 1);
  return utf8::next(text, begin);
}

inline char32_t char_at(std::string_view text, std::size_t at) {
  return at < text.size() ? utf8::next(text, at) : 0;
}

inline bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '\'';
}

inline bool one_of(char32_t c, std::u32string_view set) {
  return c != 0 && set.find(c) != std::u32string_view::npos;
}

// A place in the folded query; `eat` moves on, over blanks too, only when it succeeds.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  std::size_t at() const { return at_; }

  Cursor behind_blanks() const {
    const std::size_t next = text_.find_first_not_of(' ', at_);
    return {text_, next == std::string_view::npos ? text_.size() : next};
  }

  // A word in letters ends where it ends: "to" is not in "today".
  bool eat(std::string_view word) {
    const std::size_t begin = behind_blanks().at();
    if (text_.substr(begin, word.size()) != word) return false;
    const std::size_t end = begin + word.size();
    if (is_word_char(word.back()) && end < text_.size() && is_word_char(text_[end])) return false;
    at_ = end;
    return true;
  }
  template <std::size_t N>
  bool eat_one_of(const std::array<std::string_view, N>& words) {
    return std::any_of(words.begin(), words.end(), [&](auto word) { return eat(word); });
  }
  template <std::size_t N>
  std::optional<Relation> eat_related(const std::array<Related, N>& words) {
    for (const Related& one : words) {
      if (eat(one.word)) return one.relation;
    }
    return std::nullopt;
  }

  // Whether a name ends here: no noun follows that it might belong to.
  bool closes() const {
    static constexpr std::array<std::string_view, 31> kGoesOn = {
        "and", "are",  "as",   "at",   "but",  "by",    "did",   "do",  "does", "for", "had",
        "has", "have", "how",  "i",    "in",   "is",    "of",    "on",  "or",   "the", "to",
        "was", "we",   "were", "what", "when", "where", "which", "who", "with"};
    return ends() || behind_blanks().eat_one_of(kGoesOn);
  }
  // Whether no word follows.
  bool ends() const {
    const std::size_t next = behind_blanks().at();
    return next == text_.size() || !is_word_char(text_[next]);
  }
  // 2025.3, 2025-x, 20:25.
  bool number_goes_on() const {
    const std::string_view rest = text_.substr(at_, 2);
    if (rest.empty()) return false;
    if (is_word_char(rest[0])) return true;
    const bool joins = rest[0] == '.' || rest[0] == '-' || rest[0] == '/' || rest[0] == ':';
    return joins && rest.size() == 2 && is_word_char(rest[1]);
  }
  bool possessive() const { return text_.substr(at_, 2) == "'s" || text_.substr(at_, 4) == "’s"; }

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace nacre::text
