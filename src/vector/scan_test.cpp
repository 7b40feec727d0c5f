#include "vector/scan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "vector/random_vectors.h"

namespace nacre::vector {
namespace {

constexpr std::size_t kDimensions = 100;

// Looks at each allowed row by itself.
std::vector<Match> by_hand(const Rows& rows, const Coded& query, SlotBits allowed,
                           std::size_t matches_max) {
  std::vector<Match> all;
  for (const Segment& segment : rows.segments()) {
    for (std::uint32_t row = 0; row < segment.count; ++row) {
      const std::uint32_t slot = segment.first + row;
      if (slot / 64 >= allowed.size() || (allowed[slot / 64] >> (slot % 64) & 1) == 0) continue;
      std::int32_t dot = 0;
      scalar_kernels().dot(query.codes.data(), segment.codes + row * query.codes.size(),
                           query.codes.size(), 1, &dot);
      all.push_back({slot, static_cast<float>(dot) * query.scale * segment.scales[row]});
    }
  }
  std::sort(all.begin(), all.end(), [](const Match& a, const Match& b) {
    return a.score != b.score ? a.score > b.score : a.slot < b.slot;
  });
  all.resize(std::min(all.size(), matches_max));
  return all;
}

TEST(Scan, FindsTheNearestOfWhatIsAllowed) {
  std::mt19937_64 random(5);
  Rows rows(kDimensions, 100);  // Segments that begin inside a word of the filter.
  for (int i = 0; i < 1337; ++i) rows.add(random_vector(random, kDimensions));
  const auto segments = rows.segments();
  for (const int dense : {0, 1, 8, 63, 64}) {
    std::vector<std::uint64_t> allowed((rows.size() + 63) / 64);
    for (std::uint64_t& word : allowed) {
      for (int bit = 0; bit < 64; ++bit) {
        if (static_cast<int>(random() % 64) < dense) word |= std::uint64_t{1} << bit;
      }
    }
    const Coded query = quantise(random_vector(random, kDimensions)).value();
    for (const std::size_t matches_max : {0U, 1U, 10U, 5000U}) {
      const auto wanted = by_hand(rows, query, allowed, matches_max);
      for (const Kernels* kernels : usable_kernels()) {
        EXPECT_EQ(scan_codes(segments, {.query = &query,
                                        .allowed = allowed,
                                        .matches_max = matches_max,
                                        .kernels = kernels}),
                  wanted)
            << kernels->name << ", " << dense << " of 64, " << matches_max;
      }
    }
  }
}

TEST(Scan, SlotsBeyondTheFilterAreNotSeen) {
  std::mt19937_64 random(6);
  Rows rows(kDimensions);
  for (int i = 0; i < 200; ++i) rows.add(random_vector(random, kDimensions));
  const std::vector<std::uint64_t> allowed = {~std::uint64_t{0}};
  const Coded query = quantise(random_vector(random, kDimensions)).value();
  for (const Match& match :
       scan_codes(rows.segments(), {.query = &query, .allowed = allowed, .matches_max = 200})) {
    EXPECT_LT(match.slot, 64U);
  }
}

TEST(Scan, EqualRowsComeInTheOrderOfTheirSlots) {
  std::mt19937_64 random(7);
  const auto same = random_vector(random, kDimensions);
  Rows rows(kDimensions);
  for (int i = 0; i < 130; ++i) rows.add(same);
  const std::vector<std::uint64_t> allowed(3, ~std::uint64_t{0});
  const Coded query = quantise(same).value();
  const auto matches =
      scan_codes(rows.segments(), {.query = &query, .allowed = allowed, .matches_max = 5});
  ASSERT_EQ(matches.size(), 5U);
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(matches[i].slot, i);
}

TEST(Scan, SignsWithAllCandidatesAreExact) {
  std::mt19937_64 random(8);
  Rows rows(kDimensions);
  for (int i = 0; i < 500; ++i) rows.add(random_vector(random, kDimensions));
  const std::vector<std::uint64_t> allowed(8, 0x5555555555555555);
  const auto values = random_vector(random, kDimensions);
  const Coded query = quantise(values).value();
  const ScanRequest request{.query = &query, .allowed = allowed, .matches_max = 10};
  EXPECT_EQ(scan_signs(rows.segments(), request, rows.signs(values), 500),
            scan_codes(rows.segments(), request));
}

TEST(Scan, SignsFindNearlyAllOfTheNearest) {
  std::mt19937_64 random(9);
  constexpr std::size_t kWide = 384;
  const Topics topics(random, 50, kWide);
  Rows rows(kWide);
  for (int i = 0; i < 5000; ++i) rows.add(topics.vector(random));
  const std::vector<std::uint64_t> allowed(80, ~std::uint64_t{0});
  std::size_t found = 0, wanted = 0;
  for (int i = 0; i < 50; ++i) {
    const auto values = topics.vector(random);
    const Coded query = quantise(values).value();
    const ScanRequest request{.query = &query, .allowed = allowed, .matches_max = 10};
    const auto near = scan_signs(rows.segments(), request, rows.signs(values), 400);
    for (const Match& match : scan_codes(rows.segments(), request)) {
      ++wanted;
      found += static_cast<std::size_t>(std::count(near.begin(), near.end(), match));
    }
  }
  EXPECT_GE(static_cast<double>(found) / static_cast<double>(wanted), 0.99);
}

}  // namespace
}  // namespace nacre::vector
