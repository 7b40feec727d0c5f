#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "vector/quantise.h"
#include "vector/scan.h"

// For tests and benchmarks: vectors of a fixed seed, and the rows made of them.
namespace nacre::vector {

inline std::vector<float> random_vector(std::mt19937_64& random, std::size_t dimensions) {
  std::normal_distribution<float> normal;
  std::vector<float> values(dimensions);
  for (float& value : values) value = normal(random);
  return values;
}

// Like texts: around so many topics, some near each other.
class Topics {
 public:
  Topics(std::mt19937_64& random, std::size_t count, std::size_t dimensions) {
    for (std::size_t i = 0; i < count; ++i) centres_.push_back(random_vector(random, dimensions));
  }
  std::vector<float> vector(std::mt19937_64& random) const {
    const std::vector<float>& centre = centres_[random() % centres_.size()];
    std::vector<float> values = random_vector(random, centre.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += centre[i];
    return values;
  }

 private:
  std::vector<std::vector<float>> centres_;
};

// Rows in memory, in segments of `segment_rows`.
class Rows {
 public:
  explicit Rows(std::size_t dimensions, std::size_t segment_rows = 1024)
      : mean_(dimensions, 0.0F), segment_rows_(segment_rows) {}

  void add(const std::vector<float>& values) {
    const Coded coded = quantise(values).value();
    codes_.insert(codes_.end(), coded.codes.begin(), coded.codes.end());
    scales_.push_back(coded.scale);
    const std::vector<std::uint64_t> bits = vector::signs(values, mean_);
    signs_.insert(signs_.end(), bits.begin(), bits.end());
  }
  std::size_t size() const { return scales_.size(); }
  std::vector<std::uint64_t> signs(const std::vector<float>& values) const {
    return vector::signs(values, mean_);
  }
  std::vector<Segment> segments() const {
    std::vector<Segment> segments;
    const std::size_t row_bytes = code_bytes(mean_.size()), row_words = sign_words(mean_.size());
    for (std::size_t first = 0; first < size(); first += segment_rows_) {
      segments.push_back(
          {.first = static_cast<std::uint32_t>(first),
           .count = static_cast<std::uint32_t>(std::min(segment_rows_, size() - first)),
           .codes = codes_.data() + first * row_bytes,
           .scales = scales_.data() + first,
           .signs = signs_.data() + first * row_words});
    }
    return segments;
  }

 private:
  std::vector<float> mean_;
  std::size_t segment_rows_;
  std::vector<std::int8_t> codes_;
  std::vector<float> scales_;
  std::vector<std::uint64_t> signs_;
};

}  // namespace nacre::vector
