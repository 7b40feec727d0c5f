#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "vector/vector_file.h"

// The bytes of a vector file; docs/formats-vectors.md is normative.
namespace nacre::vector::layout {

inline constexpr std::uint64_t kHeaderBytes = 4096;
inline constexpr std::uint32_t kBlockSlots = 1024;
inline constexpr std::uint32_t kSlotsMax = std::uint32_t{1} << 31;
inline constexpr std::uint64_t kKeyBytes = 16;

// Where the arrays of a block stand, from its start.
struct Block {
  explicit Block(const FileShape& shape)
      : row_bytes(code_bytes(shape.dimensions)),
        sign_bytes(shape.signs ? sign_words(shape.dimensions) * 8 : 0) {}

  std::uint64_t row_bytes, sign_bytes;

  static constexpr std::uint64_t keys() { return 0; }
  static constexpr std::uint64_t scales() { return kBlockSlots * kKeyBytes; }
  static constexpr std::uint64_t checks() { return scales() + std::uint64_t{kBlockSlots} * 4; }
  static constexpr std::uint64_t codes() { return checks() + std::uint64_t{kBlockSlots} * 4; }
  std::uint64_t signs() const { return codes() + kBlockSlots * row_bytes; }
  std::uint64_t bytes() const { return signs() + kBlockSlots * sign_bytes; }
  std::uint64_t begin(std::uint32_t slot) const {
    return kHeaderBytes + slot / kBlockSlots * bytes();
  }
  // The file up to and with the block of the last of `slots`.
  std::uint64_t file_bytes(std::uint32_t slots) const {
    return kHeaderBytes + (std::uint64_t{slots} + kBlockSlots - 1) / kBlockSlots * bytes();
  }
};

// The whole first page, with nothing published.
std::string encode_header(const FileShape& shape);
// Corruption or Unsupported, without the path. `page` is the first kHeaderBytes.
Status check_header(std::string_view page, const FileShape& shape);

struct Published {
  std::uint64_t sequence = 0;
  std::uint32_t count = 0;
};
// The newest record that is whole; nullopt when none is.
std::optional<Published> read_published(std::string_view page);
std::string encode_published(const Published& published);
// Where the record of that sequence goes: the two places take turns.
std::uint64_t published_at(std::uint64_t sequence);

std::uint32_t check_of(const SlotKey& key, float scale, std::string_view codes,
                       std::string_view signs);

}  // namespace nacre::vector::layout
