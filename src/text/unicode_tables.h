#pragma once

#include <cstdint>

// Two-stage tables that tools/gen_fold_table.cpp writes at build time. Internal to
// this room.
namespace nacre::text {

extern const char* const kUnicodeTablesIdentity;
extern const std::uint16_t kFoldIndex[];
extern const std::uint32_t kFoldEntries[];
extern const unsigned char kFoldPool[];
extern const std::uint16_t kClassIndex[];
extern const std::uint8_t kClassEntries[];

// An entry of the fold table. 0: the code point stays as it is. Otherwise bit 31:
// it changes to `length` bytes (bits 24-29), which stand in the low bits, or, when
// more than three, in kFoldPool at the offset in the low bits. Bit 30: it may join
// with what stands before it, so the two go through normalisation together.
inline constexpr std::uint32_t kFoldChanged = 1U << 31;
inline constexpr std::uint32_t kFoldJoins = 1U << 30;
// In the low bits of an entry of length 0: invisible, no combining mark.
inline constexpr std::uint32_t kFoldIgnorable = 1;
inline constexpr std::uint32_t kFoldPayload = 0xFFFFFF;

inline std::uint32_t fold_entry(char32_t c) {
  return kFoldEntries[(static_cast<std::uint32_t>(kFoldIndex[c >> 6]) << 6) + (c & 63)];
}
inline std::uint32_t fold_length(std::uint32_t entry) {
  return (entry >> 24) & 63;
}

// What a folded code point is to the tokenizer. From Han on: scripts written
// without spaces, which are cut into characters and bigrams.
enum class CharClass : std::uint8_t {
  Separator,
  Letter,
  Digit,
  Mark,
  Pictograph,
  Han,  // With Kana and Bopomofo.
  Hangul,
  Thai,
  Lao,
  Khmer,
  Myanmar,
};

inline CharClass char_class(char32_t c) {
  const std::uint32_t page = kClassIndex[c >> 6];
  return static_cast<CharClass>(kClassEntries[(page << 6) + (c & 63)]);
}
inline bool is_unspaced(CharClass value) {
  return value >= CharClass::Han;
}

}  // namespace nacre::text
