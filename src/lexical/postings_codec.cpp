#include "lexical/postings_codec.h"

#include <limits>

namespace nacre::lexical {
namespace {

// A delta of 32 bits and its flag need five bytes of seven bits.
constexpr int kVarintBytesMax = 5;

// False when the bytes end too early or the value is too long.
inline bool read_varint(const std::uint8_t*& at, const std::uint8_t* end, std::uint64_t& value) {
  if (at == end) return false;
  std::uint8_t byte = *at++;
  value = byte & 0x7FU;
  for (int i = 1; byte >= 0x80; ++i) {
    if (i == kVarintBytesMax || at == end) return false;
    byte = *at++;
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << (7 * i);
  }
  return true;
}

Error corrupt(const char* what) {
  return Error{ErrorCode::Corruption, std::string("postings row: ") + what};
}

}  // namespace

Status decode_postings(UnitId first, std::span<const std::uint8_t> data,
                       std::vector<Posting>& out) {
  constexpr std::uint64_t kUnitMax = std::numeric_limits<UnitId>::max();
  const std::uint8_t* at = data.data();
  const std::uint8_t* const end = at + data.size();
  std::uint64_t unit = first;
  bool is_first = true;
  // A posting has at least one byte: room for the most there can be, so that the
  // loop only stores.
  const std::size_t before = out.size();
  out.resize(before + data.size());
  Posting* next = out.data() + before;
  while (at != end) {
    std::uint64_t head = 0;
    if (!read_varint(at, end, head)) return corrupt("a number ends too early or is too long");
    const std::uint64_t delta = head >> 1;
    if ((delta == 0) != is_first) return corrupt("units do not rise");
    is_first = false;
    unit += delta;
    if (unit > kUnitMax) return corrupt("a unit is out of range");

    std::uint64_t count = 1;
    if ((head & 1) == 0) {
      if (!read_varint(at, end, count)) return corrupt("a count ends too early or is too long");
      if (count < 2 || count > kUnitMax) return corrupt("a count is out of range");
    }
    *next++ = {static_cast<UnitId>(unit), static_cast<std::uint32_t>(count)};
  }
  if (is_first) return corrupt("no postings");
  out.resize(static_cast<std::size_t>(next - out.data()));
  return Ok{};
}

}  // namespace nacre::lexical
