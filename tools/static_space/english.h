#pragma once

#include <cstddef>
#include <istream>
#include <vector>

#include "base/result.h"
#include "embed/static_writer.h"
#include "static_space/word_vectors.h"

namespace nacre::static_space {

// Reads the JSON of wink-embeddings as it comes: {"size", "dimensions", "words": [...],
// "vectors": {word: [numbers, ...]}}; of each vector the first `dimensions` numbers.
// InvalidArgument when it is something else.
Result<WordVectors> read_wink(std::istream& json);

// The `words_max` most frequent words that a text can ask for: folded, of one piece. Frequencies
// by rank (Zipf), since the vectors come without counts; stop words have no weight.
std::vector<embed::StaticWord> english_words(const WordVectors& vectors, std::size_t words_max);

// 1 / (rank · harmonic number), rank from 0.
double zipf_probability(std::size_t rank, std::size_t words);

}  // namespace nacre::static_space
