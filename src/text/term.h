#pragma once

#include <cstdint>
#include <string_view>

#include "text/tokenizer.h"

namespace nacre::text {

// FNV-1a, 64 bit. Long terms carry it into the index, so it must never change
// without a new tokenizer identity.
inline std::uint64_t term_hash(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash ^ hash >> 32;
}

}  // namespace nacre::text
