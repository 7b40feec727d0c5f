#include "guard/redact_width.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "guard/patterns_bytes.h"

namespace nacre::guard {
namespace {

struct Fold {
  std::size_t bytes = 0;  // 0: the character stays.
  char as = '\0';         // '\0': it is left out.
};

constexpr unsigned char byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(byte_at(text, at));
}

// U+FF01 to U+FF5E are the graphic characters of ASCII; '\0': another one.
char narrow(std::string_view text, std::size_t at) {
  if (byte(text, at) != 0xEF) return '\0';
  const unsigned second = byte(text, at + 1), third = byte(text, at + 2);
  if (second == 0xBC && third >= 0x81) return static_cast<char>(third - 0x80 + 0x20);
  if (second == 0xBD && third >= 0x80 && third <= 0x9E) {
    return static_cast<char>(third - 0x80 + 0x60);
  }
  return '\0';
}

Fold fold_wide(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("\xEF\xBB\xBF")) return {.bytes = 3};
  const char as = narrow(text, at);
  if (as == '\0') return {};
  constexpr std::string_view kOfSentences = ",;()[]{}", kInWords = "!?:~";
  if (kOfSentences.find(as) != std::string_view::npos) return {};
  if (kInWords.find(as) != std::string_view::npos) {
    const bool inside = at >= 3 && is_alnum(narrow(text, at - 3)) && is_alnum(narrow(text, at + 3));
    if (!inside) return {};
  }
  return {.bytes = 3, .as = as};
}

// At a byte of kLeads.
Fold fold_at(std::string_view text, std::size_t at) {
  const unsigned second = byte(text, at + 1), third = byte(text, at + 2);
  switch (byte(text, at)) {
    case 0xC2:
      if (second == 0xA0) return {.bytes = 2, .as = ' '};
      return {.bytes = second == 0xAD ? 2U : 0U};
    case 0xE2:
      if (second == 0x80 && third >= 0x80 && third <= 0x8A) return {.bytes = 3, .as = ' '};
      if (second == 0x80 && third == 0x8B) return {.bytes = 3};
      if (second == 0x80 && third == 0xAF) return {.bytes = 3, .as = ' '};
      if (second == 0x81 && third == 0x9F) return {.bytes = 3, .as = ' '};
      return {.bytes = second == 0x81 && third == 0xA0 ? 3U : 0U};
    case 0xE3:
      if (second == 0x80 && third == 0x80) return {.bytes = 3, .as = ' '};
      return {};
    default:
      return fold_wide(text, at);
  }
}

constexpr std::array<unsigned char, 4> kLeads = {0xC2, 0xE2, 0xE3, 0xEF};

// Whether a character of that first byte in [begin, end) is to be folded.
bool has_fold(std::string_view text, std::size_t begin, std::size_t end, unsigned char lead) {
  while (begin < end) {
    const void* found = std::memchr(text.data() + begin, lead, end - begin);
    if (found == nullptr) return false;
    begin = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    if (fold_at(text, begin).bytes > 0) return true;
    ++begin;
  }
  return false;
}

// Eight bytes at a time.
std::size_t past_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  while (at + sizeof(std::uint64_t) <= text.size()) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    if ((bytes & kHighBits) != 0) break;
    at += sizeof bytes;
  }
  return at;
}

}  // namespace

bool FoldedText::needed(std::string_view text) {
  constexpr std::size_t kStretch = 8192;  // Stays in the nearest cache for all four.
  for (std::size_t begin = 0; begin < text.size(); begin += kStretch) {
    const std::size_t end = std::min(text.size(), begin + kStretch);
    for (const unsigned char lead : kLeads) {
      if (has_fold(text, begin, end, lead)) return true;
    }
  }
  return false;
}

FoldedText::FoldedText(std::string_view text) {
  static constexpr auto kIsLead = [] {
    std::array<bool, 256> is{};
    for (const unsigned char lead : kLeads) is[lead] = true;
    return is;
  }();
  text_.reserve(text.size());
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    at = past_ascii(text, at);
    const Fold fold = kIsLead[byte(text, at)] ? fold_at(text, at) : Fold{};
    if (fold.bytes == 0) {
      // No byte inside of a character starts one.
      at += byte(text, at) >= 0xE0 ? 3U : 1U;
      continue;
    }
    text_.append(text, copied, at - copied);
    if (fold.as != '\0') text_ += fold.as;
    copied = at += fold.bytes;
    steps_.push_back({.folded = text_.size(), .original = at});
  }
  text_.append(text, copied);
}

void FoldedText::restore(std::vector<Finding>& findings) const {
  std::size_t next = 0;
  Step step;
  const auto original = [&](std::size_t at) {
    while (next < steps_.size() && steps_[next].folded <= at) step = steps_[next++];
    return step.original + (at - step.folded);
  };
  for (Finding& finding : findings) {
    finding.begin = original(finding.begin);
    finding.end = original(finding.end);
  }
}

}  // namespace nacre::guard
