#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/static_space.h"

namespace nacre::embed {

struct NearWord {
  std::string word;  // Folded.
  float cosine = 0;
};

struct NearestOptions {
  float cosine_min = 0.5F;
  std::size_t words_max = 8;  // For each asked word, of each language.
};

// At most so many words are asked for at a time; the rest gets no neighbours.
inline constexpr std::size_t kAskedWordsMax = 32;

// For each of `words` (folded) the words that are nearest to it, best first, ties by spelling;
// itself and words that count nothing are left out. Empty for a word that no table knows. Each
// language has its own bound: Chinese words, made from few English ones, lie so near to them that
// they would take all places. The tables are read once: 5 ms for one word and 200,000 rows, 3 ms
// for each further one.
std::vector<std::vector<NearWord>> nearest_words(const StaticSpace& space,
                                                 std::span<const std::string> words,
                                                 const NearestOptions& options);

}  // namespace nacre::embed
