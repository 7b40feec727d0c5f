#include "embed/row_arithmetic.h"

#include "base/result.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace nacre::embed {

// The room is compiled with -ffp-contract=off, which the equal bits of all forms rest on.
void add_scaled_scalar(std::span<float> sum, std::span<const std::int8_t> row, float scale) {
  for (std::size_t d = 0; d < row.size(); ++d) sum[d] += scale * static_cast<float>(row[d]);
}

Products products_scalar(std::span<const std::int8_t> a, std::span<const std::int8_t> b) {
  Products sum;
  for (std::size_t d = 0; d < b.size(); ++d) {
    sum.both += std::int32_t{a[d]} * b[d];
    sum.right += std::int32_t{b[d]} * b[d];
  }
  return sum;
}

#if defined(__x86_64__)
namespace {

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}

__attribute__((target("avx2"))) void add_scaled_avx2(std::span<float> sum,
                                                     std::span<const std::int8_t> row,
                                                     float scale) {
  const __m256 factor = _mm256_set1_ps(scale);
  std::size_t d = 0;
  for (; d + 8 <= row.size(); d += 8) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row.data() + d));
    const __m256 steps = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
    const __m256 added = _mm256_mul_ps(factor, steps);
    _mm256_storeu_ps(sum.data() + d, _mm256_add_ps(_mm256_loadu_ps(sum.data() + d), added));
  }
  add_scaled_scalar(sum.subspan(d), row.subspan(d), scale);
}

__attribute__((target("avx2"))) std::int32_t sum_of(__m256i lanes) {
  const __m128i four =
      _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
  return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

__attribute__((target("avx2"))) Products products_avx2(std::span<const std::int8_t> a,
                                                       std::span<const std::int8_t> b) {
  __m256i both = _mm256_setzero_si256(), right = both;
  std::size_t d = 0;
  for (; d + 16 <= b.size(); d += 16) {
    const __m256i x =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a.data() + d)));
    const __m256i y =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(b.data() + d)));
    both = _mm256_add_epi32(both, _mm256_madd_epi16(x, y));
    right = _mm256_add_epi32(right, _mm256_madd_epi16(y, y));
  }
  const Products rest = products_scalar(a.subspan(d), b.subspan(d));
  return {sum_of(both) + rest.both, sum_of(right) + rest.right};
}

}  // namespace

void add_scaled(std::span<float> sum, std::span<const std::int8_t> row, float scale) {
  NACRE_CHECK(sum.size() == row.size());
  if (has_avx2()) return add_scaled_avx2(sum, row, scale);
  add_scaled_scalar(sum, row, scale);
}

Products products(std::span<const std::int8_t> a, std::span<const std::int8_t> b) {
  NACRE_CHECK(a.size() == b.size());
  return has_avx2() ? products_avx2(a, b) : products_scalar(a, b);
}

#else

void add_scaled(std::span<float> sum, std::span<const std::int8_t> row, float scale) {
  NACRE_CHECK(sum.size() == row.size());
  add_scaled_scalar(sum, row, scale);
}

Products products(std::span<const std::int8_t> a, std::span<const std::int8_t> b) {
  NACRE_CHECK(a.size() == b.size());
  return products_scalar(a, b);
}

#endif

}  // namespace nacre::embed
