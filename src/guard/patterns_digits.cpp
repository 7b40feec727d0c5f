#include "guard/patterns_digits.h"

#include "guard/patterns_bytes.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kLabelBytesMax = 24;

bool is_separator(char c) {
  return c == ' ' || c == '-' || c == '.';
}

}  // namespace

std::size_t DigitGroups::total() const {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += size(i);
  return sum;
}

std::string DigitGroups::digits(std::string_view text, std::size_t groups) const {
  std::string joined;
  for (std::size_t i = 0; i < groups; ++i) joined += text.substr(begin[i], size(i));
  return joined;
}

DigitGroups digit_groups(std::string_view text, std::size_t at) {
  DigitGroups groups;
  while (groups.count < DigitGroups::kGroupsMax) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end]) && end - at <= DigitGroups::kDigitsMax) ++end;
    if (end == at || end - at > DigitGroups::kDigitsMax) break;
    groups.begin[groups.count] = at;
    groups.end[groups.count] = end;
    ++groups.count;
    const char separator = byte_at(text, end);
    if (!is_separator(separator)) break;
    if (groups.separator != '\0' && separator != groups.separator) break;
    groups.separator = separator;
    at = end + 1;
  }
  return groups;
}

bool number_ends(std::string_view text, std::size_t end) {
  const char next = byte_at(text, end);
  if (is_alnum(next) || next == '_') return false;
  return next != '.' || !is_digit(byte_at(text, end + 1));
}

std::string_view label_before(std::string_view text, std::size_t at) {
  const std::size_t floor = at > kLabelBytesMax ? at - kLabelBytesMax : 0;
  std::string_view label = text.substr(floor, at - floor);
  constexpr std::string_view kWideColon = "：", kWideOpen = "（";
  for (;;) {
    if (label.ends_with(kWideColon) || label.ends_with(kWideOpen)) {
      label.remove_suffix(kWideColon.size());
    } else if (!label.empty() &&
               (is_blank(label.back()) || label.back() == ':' || label.back() == '=' ||
                label.back() == '"' || label.back() == '\'' || label.back() == '(')) {
      label.remove_suffix(1);
    } else {
      return label;
    }
  }
}

}  // namespace nacre::guard
