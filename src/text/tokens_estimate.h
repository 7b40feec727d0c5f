#pragma once

#include <cstdint>
#include <string_view>

namespace nacre::text {

// Tokens a language model would count, by script: 1 per Han, Kana or Hangul
// character, 1 per 3 other bytes, rounded up. Meant to err upwards; its error
// against any one tokenizer has not been measured.
std::uint32_t estimate_tokens(std::string_view text);

}  // namespace nacre::text
