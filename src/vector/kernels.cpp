#include "vector/kernels.h"

#include <array>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace nacre::vector {
namespace {

void dot_scalar(const std::int8_t* query, const std::int8_t* rows, std::size_t row_bytes,
                std::size_t count, std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_bytes) {
    std::int32_t sum = 0;
    for (std::size_t j = 0; j < row_bytes; ++j) sum += std::int32_t{query[j]} * rows[j];
    out[i] = sum;
  }
}

void hamming_scalar(const std::uint64_t* query, const std::uint64_t* rows, std::size_t row_words,
                    std::size_t count, std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_words) {
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < row_words; ++j) {
      bits += static_cast<std::uint32_t>(std::popcount(query[j] ^ rows[j]));
    }
    out[i] = bits;
  }
}

constexpr Kernels kScalar = {"scalar", dot_scalar, hamming_scalar};

#if defined(__x86_64__)

// Products of pairs fit 16 bits only as sums of 32: the bytes are widened first.
__attribute__((target("avx2"))) void dot_avx2(const std::int8_t* query, const std::int8_t* rows,
                                              std::size_t row_bytes, std::size_t count,
                                              std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_bytes) {
    __m256i sum = _mm256_setzero_si256();
    for (std::size_t j = 0; j < row_bytes; j += 16) {
      const __m256i a =
          _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(query + j)));
      const __m256i b =
          _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + j)));
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
    }
    const __m128i half =
        _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    const __m128i pair = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    out[i] = _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32(pair, 0xB1)));
  }
}

__attribute__((target("avx2,popcnt"))) void hamming_avx2(const std::uint64_t* query,
                                                         const std::uint64_t* rows,
                                                         std::size_t row_words, std::size_t count,
                                                         std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_words) {
    std::uint64_t even = 0, odd = 0;
    for (std::size_t j = 0; j < row_words; j += 2) {
      even += static_cast<std::uint64_t>(_mm_popcnt_u64(query[j] ^ rows[j]));
      odd += static_cast<std::uint64_t>(_mm_popcnt_u64(query[j + 1] ^ rows[j + 1]));
    }
    out[i] = static_cast<std::uint32_t>(even + odd);
  }
}

constexpr Kernels kAvx2 = {"avx2", dot_avx2, hamming_avx2};

// VNNI multiplies unsigned by signed bytes: the row's sign moves to the query, which is never
// -128 and so can be negated.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) void dot_avx512(const std::int8_t* query,
                                                                       const std::int8_t* rows,
                                                                       std::size_t row_bytes,
                                                                       std::size_t count,
                                                                       std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_bytes) {
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t j = 0; j < row_bytes; j += 64) {
      const __m512i a = _mm512_loadu_si512(query + j);
      const __m512i b = _mm512_loadu_si512(rows + j);
      const __mmask64 negative = _mm512_movepi8_mask(b);
      const __m512i signed_a = _mm512_mask_sub_epi8(a, negative, _mm512_setzero_si512(), a);
      sum = _mm512_dpbusd_epi32(sum, _mm512_abs_epi8(b), signed_a);
    }
    out[i] = _mm512_reduce_add_epi32(sum);
  }
}

__attribute__((target("avx512f,avx512vpopcntdq"))) void hamming_avx512(const std::uint64_t* query,
                                                                       const std::uint64_t* rows,
                                                                       std::size_t row_words,
                                                                       std::size_t count,
                                                                       std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_words) {
    __m512i sum = _mm512_setzero_si512();
    for (std::size_t j = 0; j < row_words; j += 8) {
      const __m512i differing =
          _mm512_xor_si512(_mm512_loadu_si512(query + j), _mm512_loadu_si512(rows + j));
      sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(differing));
    }
    out[i] = static_cast<std::uint32_t>(_mm512_reduce_add_epi64(sum));
  }
}

constexpr Kernels kAvx512 = {"avx512", dot_avx512, hamming_avx512};

#elif defined(__aarch64__)

void dot_neon(const std::int8_t* query, const std::int8_t* rows, std::size_t row_bytes,
              std::size_t count, std::int32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_bytes) {
    int32x4_t sum = vdupq_n_s32(0);
    for (std::size_t j = 0; j < row_bytes; j += 16) {
      const int8x16_t a = vld1q_s8(query + j);
      const int8x16_t b = vld1q_s8(rows + j);
      sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(a), vget_low_s8(b)));
      sum = vpadalq_s16(sum, vmull_s8(vget_high_s8(a), vget_high_s8(b)));
    }
    out[i] = vaddvq_s32(sum);
  }
}

void hamming_neon(const std::uint64_t* query, const std::uint64_t* rows, std::size_t row_words,
                  std::size_t count, std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i, rows += row_words) {
    uint32x4_t sum = vdupq_n_u32(0);
    for (std::size_t j = 0; j < row_words; j += 2) {
      const uint8x16_t differing =
          vreinterpretq_u8_u64(veorq_u64(vld1q_u64(query + j), vld1q_u64(rows + j)));
      sum = vpadalq_u16(sum, vpaddlq_u8(vcntq_u8(differing)));
    }
    out[i] = vaddvq_u32(sum);
  }
}

constexpr Kernels kNeon = {"neon", dot_neon, hamming_neon};

#endif

struct Usable {
  std::array<const Kernels*, 3> all{&kScalar};
  std::size_t count = 1;
};

Usable look() {
  Usable usable;
  [[maybe_unused]] const auto add = [&](const Kernels& kernels) {
    usable.all.at(usable.count++) = &kernels;
  };
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) add(kAvx2);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni") &&
      __builtin_cpu_supports("avx512vpopcntdq")) {
    add(kAvx512);
  }
#elif defined(__aarch64__)
  add(kNeon);
#endif
  return usable;
}

}  // namespace

const Kernels& scalar_kernels() {
  return kScalar;
}

std::span<const Kernels* const> usable_kernels() {
  static const Usable usable = look();
  return {usable.all.data(), usable.count};
}

const Kernels& best_kernels() {
  return *usable_kernels().back();
}

}  // namespace nacre::vector
