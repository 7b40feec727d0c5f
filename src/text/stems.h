#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace nacre::text {

// English base forms and Snowball stems with a cache: words repeat, and a stem costs a hundred
// times a look-up. Not thread-safe.
class Stems {
 public:
  Stems();
  ~Stems();
  Stems(const Stems&) = delete;
  Stems& operator=(const Stems&) = delete;

  // `word` is lower-case ASCII letters. The view is valid until the next call.
  std::string_view stem(std::string_view word);

 private:
  static constexpr std::size_t kWordBytesMax = 30;
  static constexpr std::size_t kSlots = 4096;  // Direct-mapped, 64 bytes each.

  struct Slot {
    std::uint8_t word_bytes = 0, stem_bytes = 0;
    std::array<char, kWordBytesMax> word, stem;
  };

  std::string_view compute(std::string_view word);

  sb_stemmer* stemmer_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace nacre::text
