#include "embed/row_arithmetic.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace nacre::embed {
namespace {

std::vector<std::int8_t> random_row(std::mt19937_64& random, std::size_t size) {
  std::vector<std::int8_t> row(size);
  for (std::int8_t& x : row) x = static_cast<std::int8_t>(static_cast<int>(random() % 255) - 127);
  return row;
}

TEST(RowArithmeticProperty, TheProcessorsFormGivesTheBitsOfTheScalarOne) {
  for (std::size_t size = 0; size <= 130; ++size) {
    SCOPED_TRACE(size);
    std::mt19937_64 random(size);
    const auto a = random_row(random, size), b = random_row(random, size);
    std::vector<float> fast(size), plain(size);
    for (std::size_t d = 0; d < size; ++d) {
      fast[d] = plain[d] = static_cast<float>(random() % 10007) / 97 - 50;
    }
    const float scale = static_cast<float>(1 + random() % 10007) / 65537;
    add_scaled(fast, a, scale);
    add_scaled_scalar(plain, a, scale);
    ASSERT_EQ(fast, plain);
    const Products one = products(a, b), other = products_scalar(a, b);
    ASSERT_EQ(one.both, other.both);
    ASSERT_EQ(one.right, other.right);
  }
}

TEST(RowArithmetic, HoldsTheLargestSums) {
  const std::vector<std::int8_t> low(1024, -128), high(1024, 127);
  EXPECT_EQ(products(low, high).both, -128 * 127 * 1024);
  EXPECT_EQ(products(high, low).right, 128 * 128 * 1024);
}

}  // namespace
}  // namespace nacre::embed
