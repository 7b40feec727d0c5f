#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nacre::embed {

// The arithmetic on rows of a table, in the best form that the processor has. All forms give the
// same bits: products and sums are rounded one by one in the same order, or are whole numbers.

// sum[d] += scale * row[d].
void add_scaled(std::span<float> sum, std::span<const std::int8_t> row, float scale);

struct Products {
  std::int32_t both = 0;   // Σ a·b
  std::int32_t right = 0;  // Σ b·b
};
// At most 1,024 elements, so nothing overflows.
Products products(std::span<const std::int8_t> a, std::span<const std::int8_t> b);

// The specification of the two above, for tests.
void add_scaled_scalar(std::span<float> sum, std::span<const std::int8_t> row, float scale);
Products products_scalar(std::span<const std::int8_t> a, std::span<const std::int8_t> b);

}  // namespace nacre::embed
