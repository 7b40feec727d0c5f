#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace nacre::guard {

// Bytes as the patterns of the redactor see them. Bytes of other scripts belong
// to no class: they end whatever stands beside them.

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_alpha(char c) {
  return is_upper(c) || is_lower(c);
}
constexpr bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// What keys and identifiers are made of.
constexpr bool is_word(char c) {
  return is_alnum(c) || c == '_' || c == '-';
}
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
constexpr bool is_graphic(char c) {
  return c > ' ' && c < '\x7F';
}
constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}
constexpr char byte_before(std::string_view text, std::size_t at) {
  return at > 0 ? text[at - 1] : '\0';
}

// ASCII case only.
inline bool equals_folded(std::string_view text, std::string_view lower_case) {
  return text.size() == lower_case.size() &&
         std::equal(text.begin(), text.end(), lower_case.begin(),
                    [](char a, char b) { return lower(a) == b; });
}
inline bool starts_folded(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         equals_folded(text.substr(0, lower_case.size()), lower_case);
}
inline bool ends_folded(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         equals_folded(text.substr(text.size() - lower_case.size()), lower_case);
}

// How many of each class; `other` are graphic characters that are no letter or digit.
struct ByteCounts {
  std::size_t lower = 0, upper = 0, digits = 0, marks = 0, non_ascii = 0;
  std::size_t letters() const { return lower + upper; }
};
inline ByteCounts count_bytes(std::string_view text) {
  ByteCounts counts;
  for (const char c : text) {
    if (is_lower(c)) {
      ++counts.lower;
    } else if (is_upper(c)) {
      ++counts.upper;
    } else if (is_digit(c)) {
      ++counts.digits;
    } else if (is_ascii(c)) {
      ++counts.marks;
    } else {
      ++counts.non_ascii;
    }
  }
  return counts;
}

// How many different bytes, counted up to `enough`: xxxxxxxx and ******** are
// nobody's secret.
inline std::size_t distinct_bytes(std::string_view text, std::size_t enough) {
  std::string seen;
  for (const char c : text) {
    if (seen.size() >= enough) break;
    if (seen.find(c) == std::string::npos) seen += c;
  }
  return seen.size();
}

}  // namespace nacre::guard
