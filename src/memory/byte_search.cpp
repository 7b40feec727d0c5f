#include "memory/byte_search.h"

#include "base/hash.h"

namespace nacre::memory {
namespace {

// Odd, so that no power of it vanishes modulo 2^64.
constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15;

std::uint64_t value(char byte) {
  return static_cast<std::uint8_t>(byte) + std::uint64_t{1};
}

std::uint64_t rolling_hash(std::string_view bytes) {
  std::uint64_t hash = 0;
  for (const char byte : bytes) hash = hash * kBase + value(byte);
  return hash;
}

}  // namespace

BytePrint print_of(std::string_view bytes) {
  return {.length = bytes.size(),
          .rolling = rolling_hash(bytes),
          .sha256 = base::hex(base::sha256(bytes))};
}

std::vector<std::size_t> find_bytes(std::string_view text, const BytePrint& print,
                                    std::size_t hits_max) {
  std::vector<std::size_t> places;
  if (print.length == 0 || print.length > text.size() || hits_max == 0) return places;
  std::uint64_t leading = 1;  // Of the byte that leaves the window.
  for (std::uint64_t i = 1; i < print.length; ++i) leading *= kBase;
  std::uint64_t hash = rolling_hash(text.substr(0, print.length));
  std::size_t next_free = 0;
  for (std::size_t at = 0;; ++at) {
    if (hash == print.rolling && at >= next_free &&
        base::hex(base::sha256(text.substr(at, print.length))) == print.sha256) {
      places.push_back(at);
      if (places.size() == hits_max) return places;
      next_free = at + print.length;
    }
    if (at + print.length >= text.size()) return places;
    hash = (hash - value(text[at]) * leading) * kBase + value(text[at + print.length]);
  }
}

}  // namespace nacre::memory
