#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::memory {

// Bytes that are known by their length and hashes alone.
struct BytePrint {
  std::uint64_t length = 0;
  std::uint64_t rolling = 0;  // Σ byte·kBase^(length-1-i) mod 2^64.
  std::string sha256;         // Hex.
};
BytePrint print_of(std::string_view bytes);

// Where they stand in `text`, at most `hits_max` places that do not overlap, in order
// (Rabin and Karp: one pass over the text; what has the rolling hash is compared by SHA-256).
// None for a length of 0.
std::vector<std::size_t> find_bytes(std::string_view text, const BytePrint& print,
                                    std::size_t hits_max);

}  // namespace nacre::memory
