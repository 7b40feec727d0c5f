#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_digits.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kPhoneBytesMax = 32;
constexpr std::size_t kDigitsMax = 15;  // ITU-T E.164.
constexpr std::string_view kWideOpen = "（", kWideClose = "）";

bool is_mobile(std::string_view digits) {
  return digits.size() == 11 && digits[0] == '1' && digits[1] >= '3';
}

bool is_labelled_phone(std::string_view text, std::size_t at) {
  static constexpr auto kLabels = std::to_array<std::string_view>(
      {"tel", "tel.", "phone", "call", "mobile", "cell", "fax", "whatsapp", "电话", "手机", "座机",
       "传真", "手机号", "电话号码", "联系方式", "致电", "電話", "手機", "打"});
  const std::string_view label = label_before(text, at);
  return std::any_of(kLabels.begin(), kLabels.end(),
                     [&](std::string_view word) { return ends_folded(label, word); });
}

bool is_order(std::string_view text, std::size_t at) {
  static constexpr auto kLabels =
      std::to_array<std::string_view>({"order", "invoice", "trace", "ticket", "_id", " id", "订单",
                                       "订单号", "单号", "编号", "流水号", "运单号", "工单"});
  const std::string_view label = label_before(text, at);
  return std::any_of(kLabels.begin(), kLabels.end(),
                     [&](std::string_view word) { return ends_folded(label, word); });
}

Found mobile(std::string_view text, const DigitGroups& groups) {
  std::size_t count = 0;
  if (groups.size(0) == 11) count = 1;
  if (groups.count >= 3 && groups.size(0) == 3 && groups.size(1) == 4 && groups.size(2) == 4) {
    // A row of numbers is no phone number.
    count = groups.count > 3 ? 0 : 3;
  }
  // 8613800138000 without its '+'.
  const bool prefixed = groups.size(0) == 13 && text.substr(groups.begin[0]).starts_with("861");
  if (prefixed) count = 1;
  if (count == 0 || !number_ends(text, groups.end[count - 1])) return std::nullopt;
  const std::string digits = groups.digits(text, count);
  if (!is_mobile(prefixed ? std::string_view(digits).substr(2) : digits)) return std::nullopt;
  if (is_order(text, groups.begin[0])) return std::nullopt;
  return Finding{SecretKind::Phone, groups.begin[0], groups.end[count - 1]};
}

// 010, 02x and 03xx to 09xx.
bool is_area(std::string_view digits) {
  if (digits.size() < 3 || digits.size() > 4 || digits[0] != '0') return false;
  if (digits.size() == 3) return digits == "010" || digits[1] == '2';
  return digits[1] >= '3';
}

bool is_local(std::string_view digits) {
  return (digits.size() == 7 || digits.size() == 8) && digits[0] >= '2';
}

Found landline(std::string_view text, const DigitGroups& groups) {
  if (groups.separator == '.') return std::nullopt;
  const std::string_view first = text.substr(groups.begin[0], groups.size(0));
  if (groups.count == 1 || !is_area(first)) {
    // Without a separator it could be anything that has leading zeros.
    const bool bare = first.size() >= 10 && first.size() <= 12 && first[0] == '0' &&
                      (is_area(first.substr(0, 3)) || is_area(first.substr(0, 4)));
    if (!bare || !number_ends(text, groups.end[0]) || !is_labelled_phone(text, groups.begin[0])) {
      return std::nullopt;
    }
    return Finding{SecretKind::Phone, groups.begin[0], groups.end[0]};
  }
  // 010-55500199, 010-5550-0199.
  for (const std::size_t count : {std::size_t{3}, std::size_t{2}}) {
    if (groups.count < count || !number_ends(text, groups.end[count - 1])) continue;
    if (count == 3 && groups.size(2) != 4) continue;
    if (is_local(groups.digits(text, count).substr(first.size()))) {
      return Finding{SecretKind::Phone, groups.begin[0], groups.end[count - 1]};
    }
  }
  return std::nullopt;
}

// 212-555-0123, and its shape with other separators.
Found north_american(std::string_view text, const DigitGroups& groups) {
  if (groups.count < 3 || groups.size(0) != 3 || groups.size(1) != 3 || groups.size(2) != 4) {
    return std::nullopt;
  }
  if (text[groups.begin[0]] < '2' || text[groups.begin[1]] < '2') return std::nullopt;
  if (!number_ends(text, groups.end[2]) || byte_at(text, groups.end[2]) == '-') return std::nullopt;
  return Finding{SecretKind::Phone, groups.begin[0], groups.end[2]};
}

// "(212) 555-0123", "(010)55500199", "（0571）8888 1234".
Found with_area_in_brackets(std::string_view text, std::size_t at) {
  const bool wide = text.substr(at).starts_with(kWideOpen);
  const std::string_view close = wide ? kWideClose : std::string_view(")");
  const std::size_t begin = at + (wide ? kWideOpen.size() : 1);
  std::size_t end = begin;
  while (end < text.size() && end < begin + 5 && is_digit(text[end])) ++end;
  const std::string_view area = text.substr(begin, end - begin);
  if (!text.substr(end).starts_with(close)) return std::nullopt;
  std::size_t local = end + close.size();
  if (byte_at(text, local) == ' ') ++local;
  if (!is_digit(byte_at(text, local))) return std::nullopt;
  const DigitGroups groups = digit_groups(text, local);
  if (groups.count == 0) return std::nullopt;
  const bool american = area.size() == 3 && area[0] >= '2' && groups.count >= 2 &&
                        groups.size(0) == 3 && groups.size(1) == 4;
  for (const std::size_t count : {std::size_t{2}, std::size_t{1}}) {
    if (groups.count < count || !number_ends(text, groups.end[count - 1])) continue;
    const bool chinese = is_area(area) && is_local(groups.digits(text, count)) &&
                         (count == 1 || groups.size(1) == 4);
    if (chinese || (american && count == 2)) {
      return Finding{SecretKind::Phone, at, groups.end[count - 1]};
    }
  }
  return std::nullopt;
}

// At most three digits stand before the first separator, and fractions
// ("+1.1234567") have one point only.
bool has_country_code(std::string_view number) {
  const std::size_t first = number.find_first_not_of("0123456789");
  if (first == std::string_view::npos) return true;
  const auto points = std::count(number.begin(), number.end(), '.');
  return first <= 3 && points != 1;
}

// E.164: '+', a country code, at most 15 digits with blanks, '-', '.' and one
// pair of brackets between.
Found international(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + kPhoneBytesMax);
  std::size_t digits = 0, separators = 0;
  std::size_t end = at + 1, last = at;
  for (; end < limit; ++end) {
    const char c = text[end];
    if (is_digit(c)) {
      ++digits;
      last = end;
      if (digits > kDigitsMax) return std::nullopt;
    } else if (c == ' ' || c == '-' || c == '.' || c == '(' || c == ')') {
      if (end == at + 1) return std::nullopt;
      const char before = text[end - 1];
      if (!is_digit(before) && before != ')' && c != '(') break;
      if (digits >= 8 && c == ' ' && !is_digit(byte_at(text, end + 1))) break;
      ++separators;
    } else {
      break;
    }
  }
  if (text[at + 1] == '0' || digits < 8 || (separators == 0 && digits < 10)) return std::nullopt;
  if (!has_country_code(text.substr(at + 1, last - at))) return std::nullopt;
  if (!number_ends(text, last + 1)) return std::nullopt;
  return Finding{SecretKind::Phone, at, last + 1};
}

}  // namespace

Found match_phone(std::string_view text, std::size_t at) {
  if (text[at] == '+') {
    return is_digit(byte_at(text, at + 1)) ? international(text, at) : std::nullopt;
  }
  if (!is_digit(text[at])) return with_area_in_brackets(text, at);
  return match_phone(text, digit_groups(text, at));
}

Found match_phone(std::string_view text, const DigitGroups& groups) {
  if (groups.count == 0) return std::nullopt;
  if (Found found = mobile(text, groups)) return found;
  if (Found found = landline(text, groups)) return found;
  return north_american(text, groups);
}

}  // namespace nacre::guard
