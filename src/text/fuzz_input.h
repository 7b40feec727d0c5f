#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/utf8.h"

// For the fuzzers of this room.
namespace nacre::text {

// The input as the valid UTF-8 that every function of this room asks for.
inline std::string fuzz_text(const std::uint8_t* data, std::size_t size) {
  return utf8::repair({reinterpret_cast<const char*>(data), size}).text;
}

inline bool is_boundary(std::string_view text, std::size_t offset) {
  return offset <= text.size() && utf8::floor_boundary(text, offset) == offset;
}

}  // namespace nacre::text
