#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nacre::static_space {

// A table of word vectors in memory, most frequent word first.
struct WordVectors {
  std::size_t dimensions = 0;
  std::vector<std::string> words;
  std::vector<float> values;  // words.size() rows of `dimensions`.
  std::unordered_map<std::string_view, std::size_t> rows;

  std::span<float> row(std::size_t i) { return {values.data() + i * dimensions, dimensions}; }
  std::span<const float> row(std::size_t i) const {
    return {values.data() + i * dimensions, dimensions};
  }
};

// Smooth inverse frequency (Arora, Liang, Ma 2017): the more often a word is used, the less it
// says about the text that it stands in.
inline float sif_weight(double probability) {
  constexpr double kSmoothing = 1e-3;
  return static_cast<float>(kSmoothing / (kSmoothing + probability));
}

}  // namespace nacre::static_space
