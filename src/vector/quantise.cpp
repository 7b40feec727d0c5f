#include "vector/quantise.h"

#include <algorithm>
#include <cmath>

#include "vector/kernels.h"

namespace nacre::vector {
namespace {

constexpr std::size_t kDimensionsMax = 65'536;
constexpr float kCodeMax = 127;

Error refused(const char* why) {
  return Error{ErrorCode::InvalidArgument, std::string("vector: ") + why};
}

std::size_t padded(std::size_t size, std::size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

}  // namespace

std::size_t code_bytes(std::size_t dimensions) {
  return padded(dimensions, kRowAlign);
}

std::size_t sign_words(std::size_t dimensions) {
  return padded(dimensions, kRowAlign * 8) / 64;
}

Result<Coded> quantise(std::span<const float> values) {
  if (values.empty() || values.size() > kDimensionsMax) {
    return refused("it has no or too many dimensions");
  }
  double squares = 0;
  float largest = 0;
  for (const float value : values) {
    if (!std::isfinite(value)) return refused("a value is not finite");
    const auto wide = static_cast<double>(value);
    squares += wide * wide;
    largest = std::max(largest, std::fabs(value));
  }
  const double length = std::sqrt(squares);
  if (!(length > 0) || !std::isfinite(length)) return refused("it has no length");

  Coded coded;
  coded.codes.resize(code_bytes(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    coded.codes[i] = static_cast<std::int8_t>(std::lround(values[i] / largest * kCodeMax));
  }
  // By the codes, not by the values: a row is of length 1 as it is stored.
  std::int64_t code_squares = 0;
  for (const std::int8_t code : coded.codes) code_squares += std::int64_t{code} * code;
  coded.scale = static_cast<float>(1 / std::sqrt(static_cast<double>(code_squares)));
  return coded;
}

std::vector<std::uint64_t> signs(std::span<const float> values, std::span<const float> mean) {
  NACRE_CHECK(values.size() == mean.size());
  std::vector<std::uint64_t> bits(sign_words(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > mean[i]) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return bits;
}

}  // namespace nacre::vector
