#include "base/hash.h"

#include <sodium/crypto_hash_sha256.h>
#include <xxhash.h>

#include <new>
#include <type_traits>

#include "base/result.h"

namespace nacre::base {
namespace {

using State = crypto_hash_sha256_state;
static_assert(std::is_trivially_copyable_v<State> && alignof(State) <= 16);

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

// libsodium's SHA-256 needs no sodium_init(): there is one implementation, and no
// randomness in it.
Sha256Hasher::Sha256Hasher() : state_{} {
  static_assert(sizeof(State) <= sizeof(state_));
  crypto_hash_sha256_init(new (state_.data()) State);
}

Sha256Hasher& Sha256Hasher::update(std::string_view bytes) {
  auto* state = std::launder(reinterpret_cast<State*>(state_.data()));
  crypto_hash_sha256_update(state, bytes_of(bytes), bytes.size());
  return *this;
}

Sha256 Sha256Hasher::finish() {
  auto* state = std::launder(reinterpret_cast<State*>(state_.data()));
  Sha256 digest{};
  crypto_hash_sha256_final(state, digest.data());
  return digest;
}

Sha256 sha256(std::string_view bytes) {
  return Sha256Hasher().update(bytes).finish();
}

std::uint64_t fast_hash(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::string base32(std::span<const std::uint8_t> bytes, std::size_t characters_max) {
  constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
  std::string out;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const std::uint8_t byte : bytes) {
    buffer = (buffer << 8 | byte) & 0xfff;  // At most 4 bits wait here.
    for (bits += 8; bits >= 5; bits -= 5) {
      if (out.size() == characters_max) return out;
      out += kDigits[buffer >> (bits - 5) & 31];
    }
  }
  if (bits > 0 && out.size() < characters_max) out += kDigits[buffer << (5 - bits) & 31];
  return out;
}

std::string entry_id(std::string_view path, std::string_view text, std::string_view time) {
  constexpr std::string_view kSeparator("\0", 1);
  Sha256Hasher hasher;
  hasher.update(path).update(kSeparator).update(text).update(kSeparator).update(time);
  return base32(hasher.finish(), 26);
}

}  // namespace nacre::base
