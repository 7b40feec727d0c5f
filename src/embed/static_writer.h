#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace nacre::embed {

// A word as a table keeps it. `word` is folded (text/fold.h); `weight` multiplies its vector in
// the sum over a text, 0 for words that are known but do not count (stop words); `cost` is what
// the segmentation of Han text pays for it, -ln of its frequency.
struct StaticWord {
  std::string word;
  std::vector<float> vector;
  float weight = 1;
  float cost = 0;
};

struct StaticContent {
  std::array<char, 4> language = {};
  std::uint32_t dimensions = 0;
  bool has_costs = false;
  base::Sha256 recipe = {};
  std::vector<StaticWord> words;  // In any order, no word twice.
};

// The file's bytes; the same content in any order gives the same. InvalidArgument when a word
// comes twice, is empty or too long, a vector has other dimensions or is not finite, or a bound of
// static_format.h is passed.
Result<std::string> write_static_table(StaticContent content);

}  // namespace nacre::embed
