#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/unicode_tables.h"

namespace nacre::text {

// Letters, digits and marks of spaced scripts without a joiner between them, in
// folded text. `end` excludes an English clitic ("'s").
struct Atom {
  std::uint32_t begin = 0, end = 0;
  bool ascii_letters = true;  // Nothing else in [begin, end).
  bool apostrophe = false;    // Has one, so the term is not the bytes.
  bool new_segment = false;   // After '/', ':', '@', '#' or '+'.
};

// Atoms joined by . _ - / : @ + # and what ends it.
struct Identifier {
  std::vector<Atom> atoms;    // At least one.
  std::uint32_t scanned = 0;  // Where to go on.
  std::uint32_t end = 0;      // Of the text it stands for: "c++", "c#" keep their tail.

  bool simple() const { return atoms.size() == 1 && end == atoms.front().end; }
};

// A joined identifier ends here, whatever follows: its parts matter, not the whole.
inline constexpr std::uint32_t kIdentifierBytesMax = 512;

// `at` is the start of a letter or digit of a spaced script in `folded`. Fills
// `out`, whose memory is used again.
void scan_identifier(std::string_view folded, std::uint32_t at, Identifier& out);

// Class of the code point at `offset`, which moves behind it.
CharClass class_at(std::string_view folded, std::uint32_t& offset);

// What the original of a folded byte was: the start of a capital letter, of another
// character, or within a character.
enum class ByteCase : std::uint8_t { Other, Capital, Inner };

// Where a word of mixed case has its humps: "parseHTTPRequest" -> parse, HTTP,
// Request. `out` gets the starts of all humps but the first. A plural s stays: "URLs"
// is one.
void split_camel(std::string_view word, const std::vector<ByteCase>& cases,
                 std::vector<std::uint32_t>& out);

}  // namespace nacre::text
