#pragma once

#include <string_view>
#include <vector>

namespace nacre::recall {

// Other words for what people keep about people: age, job, hobby. Chinese words
// of one or two characters; as terms of the index, so without tokenizing.
std::vector<std::string_view> general_alternatives(std::string_view term);

}  // namespace nacre::recall
