#include "guard/patterns_links.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "guard/patterns_bytes.h"

namespace nacre::guard {
namespace {

constexpr int kLinksMax = 8;
constexpr std::size_t kLinkBytesMax = 11;
constexpr std::size_t kBlanksMax = 4;
constexpr std::size_t kPurposeBytesMax = 64;
constexpr int kPurposeWordsMax = 7;

// Sorted.
constexpr auto kWords = std::to_array<std::string_view>({
    "actually", "again",     "always",      "are",     "be",      "been",   "being",
    "changed",  "currently", "exactly",     "has",     "have",    "is",     "just",
    "now",      "probably",  "reset",       "rotated", "set",     "should", "simply",
    "still",    "switched",  "temporarily", "to",      "updated", "was",    "will",
});
static_assert(std::is_sorted(kWords.begin(), kWords.end()));

// Which lengths the words of each first letter have.
constexpr auto kLengths = [] {
  std::array<std::uint32_t, 26> lengths{};
  for (const std::string_view word : kWords) {
    lengths[static_cast<std::size_t>(word[0] - 'a')] |= 1U << word.size();
  }
  return lengths;
}();

bool is_link(std::string_view word) {
  if (word.size() < 2 || word.size() > kLinkBytesMax) return false;
  const auto letter = static_cast<std::size_t>(lower(word[0]) - 'a');
  if ((kLengths[letter] >> word.size() & 1U) == 0) return false;
  std::array<char, kLinkBytesMax> folded{};
  std::transform(word.begin(), word.end(), folded.begin(), lower);
  return std::binary_search(kWords.begin(), kWords.end(),
                            std::string_view(folded.data(), word.size()));
}

constexpr unsigned code(std::string_view three) {
  return static_cast<unsigned>(static_cast<unsigned char>(three[0])) << 16 |
         static_cast<unsigned>(static_cast<unsigned char>(three[1])) << 8 |
         static_cast<unsigned>(static_cast<unsigned char>(three[2]));
}

// Characters of which 现在是, 已经被我改成, 就是, 重置为, 如下 consist; sorted.
constexpr auto kCharacters = [] {
  constexpr std::string_view kAll =
      "是为為成就即改换換设設变變置定更新修重调調整已经經现現在目前暂暫时時统統一都也仍然还還"
      "依默认認应應该該均被我将將会會先临臨最后後可能要写寫记記叫做作用如下给給你发發以这這里裡了"
      "等于於";
  std::array<unsigned, kAll.size() / 3> codes{};
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = code(kAll.substr(i * 3, 3));
  std::sort(codes.begin(), codes.end());
  return codes;
}();

bool is_link_character(std::string_view three) {
  return std::binary_search(kCharacters.begin(), kCharacters.end(), code(three));
}

std::size_t back_over_blanks(std::string_view text, std::size_t at) {
  for (std::size_t left = kBlanksMax; left > 0 && at > 0 && is_blank(text[at - 1]); --left) --at;
  return at;
}

std::size_t over_blanks(std::string_view text, std::size_t at) {
  for (std::size_t left = kBlanksMax; left > 0 && is_blank(byte_at(text, at)); --left) ++at;
  return at;
}

std::size_t word_end(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + kLinkBytesMax + 1);
  while (at < limit && is_alpha(text[at])) ++at;
  return at;
}

// Past one separator: ':' '=' '：'.
std::size_t over_separator(std::string_view text, std::size_t at) {
  constexpr std::string_view kWideColon = "：";
  if (text.substr(at).starts_with(kWideColon)) return at + kWideColon.size();
  const char c = byte_at(text, at);
  const char after = byte_at(text, at + 1);
  const bool separator = (c == ':' && after != ':') || (c == '=' && after != '=');
  return separator ? at + 1 : at;
}

}  // namespace

std::size_t links_begin(std::string_view text, std::size_t at) {
  for (int links = 0; links < kLinksMax; ++links) {
    const std::size_t end = back_over_blanks(text, at);
    if (end == 0) break;
    if (!is_ascii(text[end - 1])) {
      if (end < 3 || !is_link_character(text.substr(end - 3, 3))) break;
      at = end - 3;
      continue;
    }
    std::size_t begin = end;
    while (begin > 0 && end - begin <= kLinkBytesMax && is_alpha(text[begin - 1])) --begin;
    if (!is_link(text.substr(begin, end - begin))) break;
    at = begin;
  }
  return at;
}

LinkEnd links_end(std::string_view text, std::size_t at) {
  for (int links = 0; links < kLinksMax; ++links) {
    const std::size_t begin = over_blanks(text, at);
    if (begin + 3 <= text.size() && !is_ascii(text[begin])) {
      if (!is_link_character(text.substr(begin, 3))) break;
      at = begin + 3;
      continue;
    }
    const std::size_t end = word_end(text, begin);
    // A word is one only between blanks: "is set2go" is not.
    if (end == begin || !is_blank(byte_at(text, end)) || !is_link(text.substr(begin, end - begin)))
      break;
    at = end;
  }
  const std::size_t separator = over_blanks(text, at);
  const std::size_t end = over_separator(text, separator);
  if (end > separator) return {.at = end, .separated = true};
  return {.at = at};
}

LinkEnd purpose_end(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 6> kPrepositions = {"for", "to", "of",
                                                                    "on",  "at", "in"};
  const LinkEnd none{.at = at};
  const std::size_t limit = std::min(text.size(), at + kPurposeBytesMax);
  std::size_t begin = over_blanks(text, at);
  for (int words = 0; words < kPurposeWordsMax; ++words) {
    std::size_t end = begin;
    while (end < limit && (is_word(text[end]) || !is_ascii(text[end]) || text[end] == '\'' ||
                           text[end] == '.' || text[end] == '/' || text[end] == '@')) {
      ++end;
    }
    if (end == begin || end == limit) return none;
    const std::string_view word = text.substr(begin, end - begin);
    if (words == 0) {
      const auto same = [&](std::string_view other) { return equals_folded(word, other); };
      if (std::none_of(kPrepositions.begin(), kPrepositions.end(), same)) return none;
    } else if (equals_folded(word, "is") || equals_folded(word, "was")) {
      return links_end(text, end);
    }
    const char after = byte_at(text, end);
    if (words > 0 && (after == ':' || after == '=') && is_blank(byte_at(text, end + 1))) {
      return {.at = end + 1, .separated = true};
    }
    begin = over_blanks(text, end);
    if (begin == end) return none;
    if (words > 0 && byte_at(text, begin) == '=' && is_blank(byte_at(text, begin + 1))) {
      return {.at = begin + 1, .separated = true};
    }
  }
  return none;
}

}  // namespace nacre::guard
