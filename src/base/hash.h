#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nacre::base {

using Sha256 = std::array<std::uint8_t, 32>;

// Incremental SHA-256 (FIPS 180-4), by libsodium.
class Sha256Hasher {
 public:
  Sha256Hasher();
  Sha256Hasher& update(std::string_view bytes);
  // Once; the hasher is spent afterwards.
  Sha256 finish();

 private:
  alignas(16) std::array<std::uint8_t, 128> state_;
};

Sha256 sha256(std::string_view bytes);
// XXH3, 64 bit: for tables and change detection inside one process run, never on disk as identity.
std::uint64_t fast_hash(std::string_view bytes);

std::string hex(std::span<const std::uint8_t> bytes);  // Lower case.
// RFC 4648 alphabet in lower case, no padding; `characters_max` cuts it.
std::string base32(std::span<const std::uint8_t> bytes, std::size_t characters_max);

// The id of an entry: 26 base32 characters of sha256(path NUL text NUL time).
std::string entry_id(std::string_view path, std::string_view text, std::string_view time);

}  // namespace nacre::base
