#include <algorithm>
#include <array>
#include <initializer_list>

#include "guard/checksums.h"
#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_digits.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kDigitsMin = 8;
constexpr std::size_t kCardDigitsMin = 13;

bool has_shape(const DigitGroups& groups, std::initializer_list<std::size_t> sizes) {
  if (groups.count < sizes.size()) return false;
  std::size_t i = 0;
  return std::all_of(sizes.begin(), sizes.end(),
                     [&](std::size_t size) { return groups.size(i++) == size; });
}

// How many groups of `shapes` a number has, the longest shape first; 0: none.
// Four digits more in the same rhythm show that it is another kind of number.
std::size_t shape_of(std::string_view text, const DigitGroups& groups,
                     std::initializer_list<std::initializer_list<std::size_t>> shapes) {
  for (const auto& shape : shapes) {
    if (!has_shape(groups, shape)) continue;
    const std::size_t end = groups.end[shape.size() - 1];
    const bool goes_on = byte_at(text, end) == groups.separator && groups.count > shape.size() &&
                         groups.separator != ' ';
    if (!goes_on && number_ends(text, end)) return shape.size();
  }
  return 0;
}

// A number that is called something else: an order, a trace, an identifier.
bool is_called_otherwise(std::string_view text, std::size_t at) {
  const char before = byte_before(text, at);
  if (before == '/' || before == '#' || before == '$') return true;
  static constexpr auto kLabels = std::to_array<std::string_view>({
      "order",  "invoice", "trace",  "tracking", "ticket",   "request",  "_id",    "-id",  " id",
      "\"id",   "span",    "offset", "seq",      "sequence", "epoch",    "number", "no",   "no.",
      "sku",    "isbn",    "ean",    "serial",   "build",    "订单",     "订单号", "单号", "编号",
      "流水号", "运单号",  "序列号", "时间戳",   "工单",     "訂單編號", "快递",
  });
  const std::string_view label = label_before(text, at);
  static constexpr std::array<std::string_view, 5> kCards = {"card no", "card no.", "card number",
                                                             "卡编号", "账号"};
  const auto ends = [&](std::string_view word) { return ends_folded(label, word); };
  if (std::any_of(kCards.begin(), kCards.end(), ends)) return false;
  return std::any_of(kLabels.begin(), kLabels.end(), ends);
}

// 13 and 14 digits are timestamps and article numbers far more often than cards.
bool is_called_card(std::string_view text, std::size_t at) {
  static constexpr auto kLabels = std::to_array<std::string_view>(
      {"card", "card no", "card no.", "card number", "visa", "diners", "卡号", "卡", "银行卡"});
  const std::string_view label = label_before(text, at);
  return std::any_of(kLabels.begin(), kLabels.end(),
                     [&](std::string_view word) { return ends_folded(label, word); });
}

Found identity_number(std::string_view text, const DigitGroups& groups, bool checked) {
  // 17 digits and X are one group and a letter.
  for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{4}}) {
    if (groups.count < count) break;
    const bool grouped = count == 1 || has_shape(groups, {6, 8}) || has_shape(groups, {6, 4, 4});
    if (!grouped || groups.separator == '.') continue;
    std::string number = groups.digits(text, count);
    std::size_t end = groups.end[count - 1];
    const char next = byte_at(text, end);
    if (number.size() == 17 && (next == 'X' || next == 'x')) {
      number += next;
      ++end;
    }
    if (number.size() != 18 || !number_ends(text, end)) continue;
    if (checked ? is_identity_number(number) : count == 1) {
      return Finding{SecretKind::IdentityNumber, groups.begin[0], end};
    }
  }
  return std::nullopt;
}

// A table of numbers holds more of them than one card has groups.
bool is_in_table(std::string_view text, const DigitGroups& groups, std::size_t count) {
  const std::size_t begin = groups.begin[0];
  if (byte_before(text, begin) == groups.separator && begin >= 5) {
    const std::string_view before = text.substr(begin - 5, 4);
    if (std::all_of(before.begin(), before.end(), is_hex)) return true;
  }
  if (groups.count > count + 1) return true;
  const std::string_view after = text.substr(groups.end[count - 1], 5);
  return after.size() == 5 && after[0] == groups.separator &&
         std::all_of(after.begin() + 1, after.end(), is_hex) &&
         std::any_of(after.begin() + 1, after.end(), is_alpha);
}

Found bank_card(std::string_view text, const DigitGroups& groups) {
  const std::size_t begin = groups.begin[0];
  if (groups.size(0) >= 13) {
    if (groups.size(0) > 19 || !number_ends(text, groups.end[0])) return std::nullopt;
    if (groups.size(0) < 15 && !is_called_card(text, begin)) return std::nullopt;
    if (is_called_otherwise(text, begin) || !is_card_number(groups.digits(text, 1))) {
      return std::nullopt;
    }
    return Finding{SecretKind::BankCard, begin, groups.end[0]};
  }
  const std::size_t count = shape_of(text, groups,
                                     {{4, 4, 4, 4, 3},
                                      {4, 4, 4, 4, 2},
                                      {4, 4, 4, 4, 1},
                                      {4, 4, 4, 4},
                                      {4, 6, 5},
                                      {4, 6, 4},
                                      {6, 13}});
  if (count == 0 || is_in_table(text, groups, count)) return std::nullopt;
  if (!is_card_number(groups.digits(text, count))) return std::nullopt;
  return Finding{SecretKind::BankCard, begin, groups.end[count - 1]};
}

// <bot id>:AA<33 letters, digits, '-' and '_'>
Found telegram_token(std::string_view text, const DigitGroups& groups) {
  constexpr std::size_t kSecretBytes = 35;
  const std::size_t colon = groups.end[0];
  if (groups.size(0) < 8 || groups.size(0) > 10 || byte_at(text, colon) != ':') return std::nullopt;
  const std::string_view secret = text.substr(colon + 1, kSecretBytes);
  if (secret.size() != kSecretBytes || !secret.starts_with("AA")) return std::nullopt;
  if (!std::all_of(secret.begin(), secret.end(), is_word)) return std::nullopt;
  const std::size_t end = colon + 1 + kSecretBytes;
  if (is_word(byte_at(text, end))) return std::nullopt;
  return Finding{SecretKind::Token, groups.begin[0], end};
}

// The plain patterns of `classic`: so many digits, and nothing proven.
Found classic_number(std::string_view text, const DigitGroups& groups) {
  if (const Found found = identity_number(text, groups, false)) return found;
  const std::size_t size = groups.size(0);
  const Finding whole{SecretKind::BankCard, groups.begin[0], groups.end[0]};
  if (is_digit(byte_at(text, whole.end))) return std::nullopt;
  if (size >= 16 && size <= 19) return whole;
  const char second = byte_at(text, whole.begin + 1);
  if (size == 11 && text[whole.begin] == '1' && second >= '3') {
    return Finding{SecretKind::Phone, whole.begin, whole.end};
  }
  return std::nullopt;
}

// Fewer digits than any pattern asks for, and no other group of them behind.
bool is_short_number(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (is_digit(byte_at(text, end))) {
    if (++end - at >= kDigitsMin) return false;
  }
  const char separator = byte_at(text, end);
  return (separator != ' ' && separator != '-' && separator != '.') ||
         !is_digit(byte_at(text, end + 1));
}

}  // namespace

Found match_number(std::string_view text, std::size_t at, RedactionLevel level) {
  // The digits of a fraction are no number of their own.
  if (byte_before(text, at) == '.' && at >= 2 && is_digit(text[at - 2])) return std::nullopt;
  if (is_digit(text[at])) {
    if (is_short_number(text, at)) return std::nullopt;
    const DigitGroups groups = digit_groups(text, at);
    // The shortest is a bot's number before its token.
    if (groups.total() < kDigitsMin) return std::nullopt;
    if (level == RedactionLevel::Classic) return classic_number(text, groups);
    if (Found found = telegram_token(text, groups)) return found;
    if (groups.total() >= kCardDigitsMin) {
      if (Found found = identity_number(text, groups, true)) return found;
      if (Found found = bank_card(text, groups)) return found;
    }
    return level == RedactionLevel::Personal ? match_phone(text, groups) : std::nullopt;
  }
  return level == RedactionLevel::Personal ? match_phone(text, at) : std::nullopt;
}

}  // namespace nacre::guard
