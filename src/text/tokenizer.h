#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nacre::text {

enum class TokenKind : std::uint8_t {
  Word,       // A Latin, Cyrillic, Greek, ... word, stemmed.
  Whole,      // An identifier kept whole: snake_case, v2.2.0, 38.101, ask-codex, a/path.
  Character,  // One Han, Kana, Hangul or Thai character.
  Bigram,     // Two neighbouring characters of such a run.
};

// What the index stores and the query asks for. `term` is at most
// kTermBytesMax bytes; longer words keep a prefix and a hash.
struct Token {
  std::string term;
  TokenKind kind = TokenKind::Word;
  std::uint32_t begin = 0, end = 0;  // Byte range in the original text.
};

inline constexpr std::size_t kTermBytesMax = 64;

// What becomes of a run of Han, Kana, Hangul or Thai.
enum class Runs : std::uint8_t {
  Characters,  // Found by any of its characters and pairs of characters.
  Words,       // One word, as the default tokenizers of search engines have it.
};

// Names the tokenizer and its tables: an index built under another identity is
// rebuilt. Changes whenever a term could change.
std::string_view tokenizer_identity(Runs runs = Runs::Characters);

// Calls `sink` for each token of `text`, in order of position. One tokenizer
// serves index and query.
//
// - Words: Unicode letters and digits of spaced scripts, folded (fold.h); words of
//   ASCII letters in the base form of an irregular one (went -> go) and with the
//   English Snowball stem. An apostrophe inside a word is dropped, with what follows
//   it when that is s, re, ve, ll, d or m (o'neill -> oneill, kai's -> kai).
// - Identifiers (letters and digits joined by . _ - / : @ + #) give one Whole token,
//   one per dotted part of a path or address, and a Word per part; "v2.2.0" also
//   "2.2.0". camelCase and "500ms" give a Whole, stemmed as its lower-case spelling
//   would be, and a Word per hump.
// - Runs of Han, Kana, Hangul or Thai: a Character token for each character and
//   a Bigram for each neighbouring pair; with Runs::Words one Word instead. A change
//   of script ends a run; Kana and Han are one run. Full stops and spaces end a run. Emoji: a
//   Character each.
//
// Linear in the text; memory bounded by the longest stretch without a space.
class TokenSink {
 public:
  virtual ~TokenSink() = default;
  // `term` is valid during the call only.
  virtual void token(std::string_view term, TokenKind kind, std::uint32_t begin,
                     std::uint32_t end) = 0;
};

// Not thread-safe: one per thread. Cheap to keep, 20 µs to make.
class Tokenizer {
 public:
  explicit Tokenizer(Runs runs = Runs::Characters);
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  void tokenize(std::string_view text, TokenSink& sink);
  std::vector<Token> tokens(std::string_view text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nacre::text
