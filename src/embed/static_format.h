#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hash.h"
#include "base/result.h"

// The file of a static table, byte by byte: docs/formats-static.md.
namespace nacre::embed {

// Tables are read as they lie on disk.
static_assert(std::endian::native == std::endian::little);

inline constexpr std::array<char, 8> kStaticMagic = {'N', 'A', 'C', 'R', 'E', 'S', 'T', 'V'};
inline constexpr std::uint32_t kStaticVersion = 1;
inline constexpr std::size_t kStaticHeaderBytes = 128;
inline constexpr std::uint32_t kStaticDimensionsMax = 1024;
// A slot of the hash index keeps the row in 20 bits, all ones being an empty slot.
inline constexpr std::uint32_t kStaticRowBits = 20;
inline constexpr std::uint32_t kStaticWordsMax = (1U << kStaticRowBits) - 1;
inline constexpr std::uint32_t kStaticPoolBytesMax = 64U << 20;
inline constexpr std::uint32_t kStaticWordBytesMax = 64;
inline constexpr std::size_t kStaticAlignment = 64;

struct StaticHeader {
  std::uint32_t dimensions = 0;
  std::uint32_t words = 0;
  std::uint32_t pool_bytes = 0;
  std::uint32_t word_bytes_max = 0;  // Of the longest word.
  std::uint32_t slots = 0;           // A power of two, at least twice the words.
  bool has_costs = false;            // Chinese: what a word costs the segmentation.
  std::array<char, 4> language = {};
  base::Sha256 recipe = {};  // Tables of one recipe lie in one space.
  base::Sha256 body = {};    // sha256 of everything behind the header.
};

// Where the sections begin; a function of the header alone.
struct StaticLayout {
  std::size_t slots, offsets, scales, costs, pool, rows, end;
};

StaticLayout layout_of(const StaticHeader& header);
std::array<char, kStaticHeaderBytes> encode(const StaticHeader& header);
// Of a whole file. Corruption unless magic, bounds and the file's size agree; Unsupported for
// another version. Reads no more than the header.
Result<StaticHeader> decode_header(std::string_view file);

// FNV-1a; `word_hash_step` lets a scan over growing words keep the sum.
inline constexpr std::uint64_t kWordHashStart = 0xCBF29CE484222325U;
inline std::uint64_t word_hash_step(std::uint64_t hash, char byte) {
  return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
}
// Multiplications carry upwards only, so the high half is mixed in at the end.
inline std::uint64_t word_hash_end(std::uint64_t hash) {
  return (hash ^ hash >> 32) * 0x9E3779B97F4A7C15U;
}
inline std::uint64_t word_hash(std::string_view word) {
  std::uint64_t hash = kWordHashStart;
  for (const char byte : word) hash = word_hash_step(hash, byte);
  return word_hash_end(hash);
}
inline std::uint32_t slot_tag(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash) & ~kStaticWordsMax;
}
inline std::size_t slot_place(std::uint64_t hash, std::uint32_t slots) {
  return static_cast<std::size_t>(hash >> 32) & (slots - 1);
}

template <typename T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace nacre::embed
