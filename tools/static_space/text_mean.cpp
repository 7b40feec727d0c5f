#include "static_space/text_mean.h"

#include <cstddef>

namespace nacre::static_space {

void subtract_text_mean(std::vector<embed::StaticWord>& words) {
  std::vector<double> mean;
  double mass = 0;
  for (const embed::StaticWord& word : words) {
    if (word.weight == 0) continue;
    // weight = a / (a + p), so p · weight = a · (1 - weight); the factor a falls out.
    const double share = 1 - static_cast<double>(word.weight);
    mean.resize(word.vector.size());
    for (std::size_t d = 0; d < mean.size(); ++d) {
      mean[d] += share * static_cast<double>(word.vector[d]);
    }
    mass += share;
  }
  if (mass == 0) return;
  for (embed::StaticWord& word : words) {
    for (std::size_t d = 0; d < mean.size(); ++d) {
      word.vector[d] -= static_cast<float>(mean[d] / mass);
    }
  }
}

}  // namespace nacre::static_space
