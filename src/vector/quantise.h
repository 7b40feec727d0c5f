#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"

namespace nacre::vector {

// The bytes of a row for so many dimensions: padded to kRowAlign.
std::size_t code_bytes(std::size_t dimensions);
// The words of a row of signs.
std::size_t sign_words(std::size_t dimensions);

// A unit vector as signed bytes: value j is about code[j] * scale, and no code is -128.
struct Coded {
  std::vector<std::int8_t> codes;  // code_bytes() of them, zero beyond the dimensions.
  float scale = 0;
};

// Scales `values` to length 1 first. InvalidArgument for a vector that is empty, longer than
// 65,536, not finite, or all zero: such a one has no direction.
Result<Coded> quantise(std::span<const float> values);

// One bit per dimension, set where the value is above `mean`; the mean belongs to the space
// and is never computed from what is stored. Sizes must be equal.
std::vector<std::uint64_t> signs(std::span<const float> values, std::span<const float> mean);

}  // namespace nacre::vector
