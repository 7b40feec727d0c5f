#pragma once

#include <vector>

#include "embed/static_writer.h"

namespace nacre::static_space {

// Subtracts from every word what an average text of the language adds up to: the mean of the
// vectors, each counting as much as it does in texts (its frequency times its weight). Without it
// two texts are near for being in one language, and texts of two languages are apart. The mean is
// one of the language, taken from its frequencies, never of anybody's texts.
void subtract_text_mean(std::vector<embed::StaticWord>& words);

}  // namespace nacre::static_space
