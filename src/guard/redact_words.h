#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "guard/patterns_bytes.h"

namespace nacre::guard {

#if defined(__SSE2__)
inline constexpr std::size_t kWordBlock = 16;

// Which of 16 bytes are is_word, the first one lowest: how long a word is cannot be
// foreseen, so a branch for each of its bytes costs more than looking at all.
inline unsigned word_bytes(const char* bytes) {
  __m128i block;
  std::memcpy(&block, bytes, sizeof block);
  const auto within = [](__m128i offset, char last) {
    return _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8(last)), offset);
  };
  const __m128i lower_case = _mm_or_si128(block, _mm_set1_epi8(0x20));
  const __m128i letters = within(_mm_sub_epi8(lower_case, _mm_set1_epi8('a')), 25);
  const __m128i digits = within(_mm_sub_epi8(block, _mm_set1_epi8('0')), 9);
  const __m128i joints = _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('_')),
                                      _mm_cmpeq_epi8(block, _mm_set1_epi8('-')));
  return static_cast<unsigned>(
      _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(letters, digits), joints)));
}
#endif

// Where the run of is_word bytes that `at` stands in ends.
inline std::size_t word_run_end(std::string_view text, std::size_t at) {
  const char* const bytes = text.data();
#if defined(__SSE2__)
  while (at + kWordBlock <= text.size()) {
    const unsigned others = ~word_bytes(bytes + at) & 0xFFFFU;
    if (others != 0) return at + static_cast<std::size_t>(std::countr_zero(others));
    at += kWordBlock;
  }
#endif
  while (at < text.size() && is_word(bytes[at])) ++at;
  return at;
}

}  // namespace nacre::guard
