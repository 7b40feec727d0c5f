#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace nacre::vector {

// Rows are padded with zeros to a multiple of this, so that a kernel meets no rest.
inline constexpr std::size_t kRowAlign = 64;

// The inner loops of a scan, for one instruction set. All variants give the same
// numbers; the scalar one says which.
//
// Threads: any.
struct Kernels {
  std::string_view name;
  // out[i] = sum over j < row_bytes of query[j] * rows[i * row_bytes + j]. `row_bytes` is a
  // multiple of kRowAlign and at most 65,536, `query` never -128.
  void (*dot)(const std::int8_t* query, const std::int8_t* rows, std::size_t row_bytes,
              std::size_t count, std::int32_t* out);
  // out[i] = how many of the first row_words * 64 bits of row i differ from the query's.
  // `row_words` is a multiple of kRowAlign / 8.
  void (*hamming)(const std::uint64_t* query, const std::uint64_t* rows, std::size_t row_words,
                  std::size_t count, std::uint32_t* out);
};

const Kernels& scalar_kernels();
// Those that this processor can run, the scalar one first, the fastest last.
std::span<const Kernels* const> usable_kernels();
const Kernels& best_kernels();

}  // namespace nacre::vector
