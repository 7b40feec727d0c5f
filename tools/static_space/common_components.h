#pragma once

#include <cstddef>

#include "static_space/word_vectors.h"

namespace nacre::static_space {

// All-but-the-top (Mu, Viswanath 2018): subtracts the mean and the `top` largest principal
// components, which say how frequent a word is rather than what it means, from every row.
// Then keeps the next `dimensions` components; all of the original axes where that is their number.
void remove_common_components(WordVectors& vectors, std::size_t top, std::size_t dimensions);

}  // namespace nacre::static_space
