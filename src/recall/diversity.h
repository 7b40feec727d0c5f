#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "recall/candidate.h"

namespace nacre::recall {

// A bottom-k sketch of the words (of spaced scripts) and character pairs of a
// text: exact for short texts, and for longer ones an estimate that tells near
// duplicates from the rest.
class Sketch {
 public:
  static constexpr std::size_t kHashes = 48;
  explicit Sketch(std::string_view text);
  // Jaccard similarity, in [0,1].
  double similarity(const Sketch& other) const;

 private:
  std::vector<std::uint32_t> hashes_;  // Sorted, at most kHashes.
};

// Greedy maximal marginal relevance inside each tier: the next one is the
// candidate with the highest score · (1 - (1 - lambda) · likeness to the most
// similar one above). `candidates` are in order of tier and score and have
// rows; sets `diversity` and `score`. The chosen values never rise in a tier,
// since likeness only grows while candidates are picked.
void diversify(std::vector<Candidate>& candidates, double lambda);

}  // namespace nacre::recall
