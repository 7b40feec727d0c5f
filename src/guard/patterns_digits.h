#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace nacre::guard {

// Groups of digits with one and the same single separator between them:
// "4111 1111 1111 1111", "138-0013-8000".
struct DigitGroups {
  static constexpr std::size_t kGroupsMax = 6;
  static constexpr std::size_t kDigitsMax = 24;  // Of one group; longer numbers are none of ours.

  std::array<std::size_t, kGroupsMax> begin{}, end{};
  std::size_t count = 0;
  char separator = '\0';  // Of several groups.

  std::size_t size(std::size_t group) const { return end[group] - begin[group]; }
  std::size_t total() const;
  // The digits of the first `groups` groups.
  std::string digits(std::string_view text, std::size_t groups) const;
};

// The groups that start with the digit at `at`; none when the first is too long.
DigitGroups digit_groups(std::string_view text, std::size_t at);

// Whether a number may end at `end`: no letter, digit or '_' follows, nor a
// decimal point with digits.
bool number_ends(std::string_view text, std::size_t end);

// Text before `at`, up to 24 bytes, without the blanks and signs at its end.
std::string_view label_before(std::string_view text, std::size_t at);

}  // namespace nacre::guard
