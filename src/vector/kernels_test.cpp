#include "vector/kernels.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace nacre::vector {
namespace {

std::vector<std::int8_t> random_bytes(std::mt19937_64& random, std::size_t size, int lowest) {
  std::uniform_int_distribution<int> byte(lowest, 127);
  std::vector<std::int8_t> bytes(size);
  for (std::int8_t& value : bytes) value = static_cast<std::int8_t>(byte(random));
  return bytes;
}

TEST(Kernels, TheScalarOneIsTheFirstAndTheBestIsTheLast) {
  ASSERT_FALSE(usable_kernels().empty());
  EXPECT_EQ(usable_kernels().front(), &scalar_kernels());
  EXPECT_EQ(usable_kernels().back(), &best_kernels());
}

TEST(Kernels, AllGiveTheNumbersOfTheScalarOne) {
  std::mt19937_64 random(11);
  for (const std::size_t row_bytes : {64U, 128U, 384U, 1024U, 65536U}) {
    const std::size_t count = row_bytes > 4096 ? 3 : 37;
    const auto query = random_bytes(random, row_bytes, -127);
    const auto rows = random_bytes(random, row_bytes * count, -128);
    std::vector<std::int32_t> wanted(count);
    scalar_kernels().dot(query.data(), rows.data(), row_bytes, count, wanted.data());
    for (const Kernels* kernels : usable_kernels()) {
      std::vector<std::int32_t> given(count);
      kernels->dot(query.data(), rows.data(), row_bytes, count, given.data());
      EXPECT_EQ(given, wanted) << kernels->name << ", " << row_bytes;
    }
  }
}

TEST(Kernels, TheLargestSumsDoNotOverflow) {
  constexpr std::size_t kBytes = 65'536;
  const std::vector<std::int8_t> query(kBytes, 127);
  for (const int value : {127, -128}) {
    const std::vector<std::int8_t> row(kBytes, static_cast<std::int8_t>(value));
    for (const Kernels* kernels : usable_kernels()) {
      std::int32_t dot = 0;
      kernels->dot(query.data(), row.data(), kBytes, 1, &dot);
      EXPECT_EQ(dot, 127 * value * static_cast<int>(kBytes)) << kernels->name;
    }
  }
}

TEST(Kernels, AllCountTheBitsOfTheScalarOne) {
  std::mt19937_64 random(12);
  for (const std::size_t row_words : {8U, 16U, 48U, 1024U}) {
    constexpr std::size_t kCount = 21;
    std::vector<std::uint64_t> query(row_words), rows(row_words * kCount);
    for (std::uint64_t& word : query) word = random();
    for (std::uint64_t& word : rows) word = random();
    std::vector<std::uint32_t> wanted(kCount);
    scalar_kernels().hamming(query.data(), rows.data(), row_words, kCount, wanted.data());
    for (const Kernels* kernels : usable_kernels()) {
      std::vector<std::uint32_t> given(kCount);
      kernels->hamming(query.data(), rows.data(), row_words, kCount, given.data());
      EXPECT_EQ(given, wanted) << kernels->name << ", " << row_words;
    }
  }
}

}  // namespace
}  // namespace nacre::vector
