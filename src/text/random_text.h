#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "text/utf8.h"

// For the property tests of this room.
namespace nacre::text {

// A code point of a script that makes trouble somewhere: ASCII, punctuation that joins,
// Latin with marks, combining marks, Han of both forms, Kana, Hangul and its jamo, Thai,
// full width, emoji, invisible characters, controls.
inline char32_t random_code_point(std::mt19937_64& random) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range kRanges[] = {
      {'a', 'z'},         {'a', 'z'},       {'A', 'Z'},         {'0', '9'},       {' ', ' '},
      {' ', '/'},         {0x00, 0x1F},     {0xC0, 0x17F},      {0x300, 0x36F},   {0x391, 0x3C9},
      {0x410, 0x44F},     {0x4E00, 0x9FA5}, {0x4E00, 0x9FA5},   {0x3041, 0x3096}, {0x3099, 0x309A},
      {0x30A1, 0x30FE},   {0xAC00, 0xD7A3}, {0x1100, 0x1112},   {0x1161, 0x1175}, {0x11A8, 0x11C2},
      {0xE01, 0xE3A},     {0xFF01, 0xFFEE}, {0x1F300, 0x1F64F}, {0x200B, 0x200F}, {0x2010, 0x2030},
      {0x3000, 0x3002},   {0xFE00, 0xFE0F}, {0x20000, 0x2A6D6}, {0x3131, 0x318E}, {0x2150, 0x218B},
      {0xF900, 0xFAD9},   {0x1E00, 0x1FFE}, {0x5B0, 0x5EA},     {0x621, 0x65F},   {0x915, 0x94D},
      {0x1F1E6, 0x1F1FF},
  };
  const Range range = kRanges[random() % std::size(kRanges)];
  return range.first + static_cast<char32_t>(random() % (range.last - range.first + 1));
}

inline std::string random_text(std::mt19937_64& random, std::size_t code_points_max) {
  std::string out;
  const std::size_t count = random() % (code_points_max + 1);
  for (std::size_t i = 0; i < count; ++i) utf8::append(out, random_code_point(random));
  return out;
}

}  // namespace nacre::text
