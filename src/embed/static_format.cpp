#include "embed/static_format.h"

#include <algorithm>
#include <string>

namespace nacre::embed {
namespace {

enum Field : std::size_t {
  kMagicAt = 0,
  kVersionAt = 8,
  kDimensionsAt = 12,
  kWordsAt = 16,
  kPoolAt = 20,
  kLongestAt = 24,
  kSlotsAt = 28,
  kFlagsAt = 32,
  kLanguageAt = 36,
  kRecipeAt = 40,
  kBodyAt = 72,
  kReservedAt = 104,
};
constexpr std::uint32_t kFlagCosts = 1;

std::size_t aligned(std::size_t at) {
  return (at + kStaticAlignment - 1) / kStaticAlignment * kStaticAlignment;
}

template <typename T>
void store(char* at, const T& value) {
  std::memcpy(at, &value, sizeof value);
}

Error damaged(std::string_view what) {
  return {ErrorCode::Corruption, std::string(what), "build it again: scripts/static-space"};
}

bool is_bounded(const StaticHeader& header) {
  return header.dimensions >= 1 && header.dimensions <= kStaticDimensionsMax && header.words >= 1 &&
         header.words <= kStaticWordsMax && header.pool_bytes <= kStaticPoolBytesMax &&
         header.word_bytes_max <= kStaticWordBytesMax && std::has_single_bit(header.slots) &&
         header.slots / 2 >= header.words && header.slots <= 4U << kStaticRowBits;
}

}  // namespace

StaticLayout layout_of(const StaticHeader& header) {
  const std::size_t words = header.words;
  StaticLayout layout{};
  layout.slots = kStaticHeaderBytes;
  layout.offsets = aligned(layout.slots + std::size_t{header.slots} * 4);
  layout.scales = aligned(layout.offsets + (words + 1) * 4);
  layout.costs = aligned(layout.scales + words * 4);
  layout.pool = header.has_costs ? aligned(layout.costs + words * 4) : layout.costs;
  layout.rows = aligned(layout.pool + header.pool_bytes);
  layout.end = layout.rows + words * header.dimensions;
  return layout;
}

std::array<char, kStaticHeaderBytes> encode(const StaticHeader& header) {
  std::array<char, kStaticHeaderBytes> bytes{};
  char* at = bytes.data();
  store(at + kMagicAt, kStaticMagic);
  store(at + kVersionAt, kStaticVersion);
  store(at + kDimensionsAt, header.dimensions);
  store(at + kWordsAt, header.words);
  store(at + kPoolAt, header.pool_bytes);
  store(at + kLongestAt, header.word_bytes_max);
  store(at + kSlotsAt, header.slots);
  store(at + kFlagsAt, header.has_costs ? kFlagCosts : 0U);
  store(at + kLanguageAt, header.language);
  store(at + kRecipeAt, header.recipe);
  store(at + kBodyAt, header.body);
  return bytes;
}

Result<StaticHeader> decode_header(std::string_view file) {
  if (file.size() < kStaticHeaderBytes || load<std::array<char, 8>>(file.data()) != kStaticMagic) {
    return damaged("this is no table of word vectors");
  }
  const char* at = file.data();
  if (const auto version = load<std::uint32_t>(at + kVersionAt); version != kStaticVersion) {
    return Error{ErrorCode::Unsupported,
                 "a table of word vectors of version " + std::to_string(version),
                 "build it again: scripts/static-space"};
  }
  StaticHeader header;
  header.dimensions = load<std::uint32_t>(at + kDimensionsAt);
  header.words = load<std::uint32_t>(at + kWordsAt);
  header.pool_bytes = load<std::uint32_t>(at + kPoolAt);
  header.word_bytes_max = load<std::uint32_t>(at + kLongestAt);
  header.slots = load<std::uint32_t>(at + kSlotsAt);
  const auto flags = load<std::uint32_t>(at + kFlagsAt);
  header.has_costs = (flags & kFlagCosts) != 0;
  header.language = load<std::array<char, 4>>(at + kLanguageAt);
  header.recipe = load<base::Sha256>(at + kRecipeAt);
  header.body = load<base::Sha256>(at + kBodyAt);
  const std::string_view reserved = file.substr(kReservedAt, kStaticHeaderBytes - kReservedAt);
  const bool is_zero = std::ranges::all_of(reserved, [](char byte) { return byte == 0; });
  if (!is_bounded(header) || (flags & ~kFlagCosts) != 0 || !is_zero) {
    return damaged("the header of a table of word vectors makes no sense");
  }
  if (layout_of(header).end != file.size()) {
    return damaged("a table of word vectors does not have the size that its header says");
  }
  return header;
}

}  // namespace nacre::embed
