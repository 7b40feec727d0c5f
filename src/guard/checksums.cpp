#include "guard/checksums.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "guard/patterns_bytes.h"

namespace nacre::guard {
namespace {

int value(char digit) {
  return digit - '0';
}

int number(std::string_view digits) {
  int result = 0;
  for (const char digit : digits) result = result * 10 + value(digit);
  return result;
}

struct Issuer {
  int prefix_first, prefix_last;  // Of `prefix_digits` digits.
  std::size_t prefix_digits;
  std::size_t length_min, length_max;
};

// Visa, Mastercard, American Express, UnionPay (and ICBC's older 9558), JCB,
// Diners Club, Discover. Visa may use 19 digits and does not; identifiers do.
constexpr std::array<Issuer, 12> kIssuers = {{{4, 4, 1, 13, 13},
                                              {4, 4, 1, 16, 16},
                                              {51, 55, 2, 16, 16},
                                              {2221, 2720, 4, 16, 16},
                                              {34, 34, 2, 15, 15},
                                              {37, 37, 2, 15, 15},
                                              {62, 62, 2, 16, 19},
                                              {9558, 9558, 4, 19, 19},
                                              {3528, 3589, 4, 16, 16},
                                              {300, 305, 3, 14, 14},
                                              {6011, 6011, 4, 16, 16},
                                              {644, 659, 3, 16, 16}}};

constexpr std::array<int, 35> kProvinces = {11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34,
                                            35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52,
                                            53, 54, 61, 62, 63, 64, 65, 71, 81, 82, 83};

bool day_exists(int year, int month, int day) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1900 || year > 2099 || month < 1 || month > 12) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const int last = kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
  return day >= 1 && day <= last;
}

int base64_value(char c) {
  if (is_upper(c)) return c - 'A';
  if (is_lower(c)) return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

}  // namespace

bool luhn_holds(std::string_view digits) {
  int sum = 0;
  bool twice = false;
  for (std::size_t i = digits.size(); i > 0; --i) {
    int digit = value(digits[i - 1]);
    if (twice) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
    twice = !twice;
  }
  return !digits.empty() && sum % 10 == 0;
}

bool is_card_number(std::string_view digits) {
  const bool issued = std::any_of(kIssuers.begin(), kIssuers.end(), [&](const Issuer& issuer) {
    if (digits.size() < issuer.length_min || digits.size() > issuer.length_max) return false;
    const int prefix = number(digits.substr(0, issuer.prefix_digits));
    return prefix >= issuer.prefix_first && prefix <= issuer.prefix_last;
  });
  return issued && luhn_holds(digits);
}

bool is_identity_number(std::string_view number_text) {
  if (number_text.size() != 18) return false;
  const std::string_view digits = number_text.substr(0, 17);
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) return false;
  const int province = number(digits.substr(0, 2));
  if (!std::binary_search(kProvinces.begin(), kProvinces.end(), province)) return false;
  if (!day_exists(number(digits.substr(6, 4)), number(digits.substr(10, 2)),
                  number(digits.substr(12, 2)))) {
    return false;
  }
  int sum = 0;
  int weight = 1;  // 2^i mod 11, from the right.
  for (std::size_t i = 17; i > 0; --i) {
    weight = weight * 2 % 11;
    sum += value(digits[i - 1]) * weight;
  }
  const int check = (12 - sum % 11) % 11;
  const char last = number_text.back();
  return check == 10 ? last == 'X' || last == 'x' : last == static_cast<char>('0' + check);
}

bool is_basic_credential(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() < 4) return false;
  std::uint32_t bits = 0;
  int held = 0;
  std::size_t colon = std::string_view::npos;
  std::size_t length = 0;
  for (const char c : text) {
    const int six = base64_value(c);
    if (six < 0) return false;
    bits = (bits << 6 | static_cast<std::uint32_t>(six)) & 0xFFFFFFU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const auto byte = static_cast<unsigned char>(bits >> held & 0xFFU);
    if (byte < 0x20 || byte > 0x7E) return false;
    if (byte == ':' && colon == std::string_view::npos) colon = length;
    ++length;
  }
  return colon != std::string_view::npos && colon > 0 && colon + 1 < length;
}

}  // namespace nacre::guard
