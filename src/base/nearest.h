#pragma once

#include <span>
#include <string>
#include <string_view>

namespace nacre::base {

// The nearest of `candidates` by edit distance (Damerau-Levenshtein in bytes, at
// most a third of the word), or empty: for "did you mean". The first of equally
// near ones; words of more than 100 bytes have no neighbour.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace nacre::base
