#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nacre::text::utf8 {

inline constexpr std::size_t kCodePointBytesMax = 4;
inline constexpr char32_t kReplacement = 0xFFFD;

// Strict (no surrogates, no overlong forms).
bool is_valid(std::string_view bytes);
// Number of bytes from the start that are valid.
std::size_t valid_prefix(std::string_view bytes);

struct Repaired {
  std::string text;          // Valid UTF-8.
  std::size_t replaced = 0;  // How many U+FFFD were put in.
};
// Each maximal ill-formed part becomes one U+FFFD (the Unicode standard's
// recommended practice); everything else, NUL included, is kept.
Repaired repair(std::string_view bytes);

// The code point at `offset` of valid text; advances `offset` past it.
char32_t next(std::string_view text, std::size_t& offset);
void append(std::string& out, char32_t code_point);

// The code point boundary at or before, or at or after, `offset`.
std::size_t floor_boundary(std::string_view text, std::size_t offset);
std::size_t ceil_boundary(std::string_view text, std::size_t offset);

std::size_t count(std::string_view text);  // Code points.

}  // namespace nacre::text::utf8
