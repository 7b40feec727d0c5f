#include "embed/word_scanner.h"

#include <algorithm>
#include <array>

#include "text/unicode_tables.h"
#include "text/utf8.h"

namespace nacre::embed {
namespace {

using text::CharClass;

constexpr std::string_view kAsciiApostrophe = "'", kApostrophe = "\xE2\x80\x99";
constexpr std::array<std::string_view, 6> kSuffixes = {"s", "re", "ve", "ll", "d", "m"};

// Of the character at `at`; `after` is where it ends.
CharClass class_at(std::string_view folded, std::size_t at, std::size_t& after) {
  if (const auto byte = static_cast<unsigned char>(folded[at]); byte < 0x80) {
    after = at + 1;
    return text::char_class(byte);
  }
  after = at;
  const char32_t c = text::utf8::next(folded, after);
  return text::char_class(c);
}

bool is_spaced(CharClass value) {
  return value == CharClass::Letter || value == CharClass::Digit || value == CharClass::Mark;
}

// Where the characters from `begin` on stop to satisfy `belongs`.
template <typename Belongs>
std::size_t end_of(std::string_view folded, std::size_t begin, Belongs belongs) {
  std::size_t at = begin;
  for (std::size_t after = 0; at < folded.size(); at = after) {
    if (!belongs(class_at(folded, at, after))) break;
  }
  return at;
}

std::size_t apostrophe_bytes(std::string_view rest) {
  if (rest.starts_with(kAsciiApostrophe)) return kAsciiApostrophe.size();
  return rest.starts_with(kApostrophe) ? kApostrophe.size() : 0;
}

}  // namespace

void WordScanner::scan(std::string_view folded, WordSink& sink) {
  for (std::size_t at = 0; at < folded.size();) {
    std::size_t after = 0;
    const CharClass value = class_at(folded, at, after);
    if (value == CharClass::Han) {
      const std::size_t end = end_of(folded, at, [](CharClass c) { return c == CharClass::Han; });
      sink.run(folded.substr(at, end - at));
      at = end;
      continue;
    }
    if (!is_spaced(value)) {
      at = after;
      continue;
    }
    std::size_t end = end_of(folded, at, is_spaced);
    std::string_view word = folded.substr(at, end - at);
    while (const std::size_t bytes = apostrophe_bytes(folded.substr(end))) {
      const std::size_t begin = end + bytes;
      const std::size_t stop = end_of(folded, begin, is_spaced);
      if (stop == begin) break;
      const std::string_view part = folded.substr(begin, stop - begin);
      end = stop;
      if (std::ranges::find(kSuffixes, part) != kSuffixes.end()) continue;
      if (word.data() != joined_.data()) joined_.assign(word);
      joined_ += part;
      word = joined_;
    }
    sink.word(word);
    at = end;
  }
}

}  // namespace nacre::embed
