#pragma once

#include <cstddef>
#include <istream>
#include <vector>

#include "base/result.h"
#include "embed/static_writer.h"
#include "static_space/word_vectors.h"

namespace nacre::static_space {

struct ChineseInput {
  std::istream& glosses;      // word TAB gloss TAB gloss ..., see glosses.py.
  std::istream& frequencies;  // jieba's dictionary: word SPACE count SPACE tag.
  std::size_t words_max;
};

// Puts each Chinese word where the English words of its glosses are: the mean of its glosses, the
// k-th (from 0) weighing 1 / (1 + k/2), each the mean of its words weighted by sif_weight; then
// stretched to the mean length of the English vectors. Words that fold to the same are one, with
// all glosses. The most frequent first; words without a known gloss only cost the segmentation.
// InvalidArgument when a line makes no sense.
Result<std::vector<embed::StaticWord>> chinese_words(const WordVectors& english,
                                                     const ChineseInput& input);

}  // namespace nacre::static_space
