#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "embed/segmenter.h"
#include "embed/static_space.h"
#include "embed/word_scanner.h"

namespace nacre::embed {

// Texts to vectors by the words in them: the sum of the words' vectors, each weighing less the
// more often the word is used, stop words nothing. Word order and negation are lost; it is no
// transformer, but knows that 电脑, 计算机 and "computer" are near.
//
// Not thread-safe: one per thread, cheap to make. Borrows the space.
class StaticEmbedder {
 public:
  explicit StaticEmbedder(const StaticSpace& space);

  // A vector of length 1 and space.dimensions() elements; nullopt when no word of `text` (valid
  // UTF-8) is known or those that are cancel out. The same text gives the same bits.
  std::optional<std::vector<float>> embed(std::string_view text);
  // The same into `out`, which has space.dimensions() elements; false for nullopt, and zeros.
  bool embed(std::string_view text, std::span<float> out);

 private:
  class Sum;

  const StaticSpace* space_;
  WordScanner scanner_;
  std::optional<Segmenter> segmenter_;
};

}  // namespace nacre::embed
