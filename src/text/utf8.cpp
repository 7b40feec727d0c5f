#include "text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace nacre::text::utf8 {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t offset) {
  return static_cast<std::uint8_t>(text[offset]);
}

bool is_continuation(std::uint8_t byte) {
  return (byte & 0xC0) == 0x80;
}

// What may follow a lead byte: Unicode table 3-7. `length` 0: no lead byte.
struct Lead {
  std::size_t length;
  std::uint8_t second_min, second_max;
};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

// Bytes of the maximal well-formed start of a code point at `offset`.
struct Sequence {
  std::size_t bytes;
  bool complete;
};

Sequence sequence_at(std::string_view text, std::size_t offset) {
  const Lead lead = lead_of(byte_at(text, offset));
  if (lead.length == 0) return {1, false};
  for (std::size_t i = 1; i < lead.length; ++i) {
    if (offset + i == text.size()) return {i, false};
    const std::uint8_t byte = byte_at(text, offset + i);
    const bool fits =
        i == 1 ? byte >= lead.second_min && byte <= lead.second_max : is_continuation(byte);
    if (!fits) return {i, false};
  }
  return {lead.length, true};
}

bool eight_ascii(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return (word & 0x8080808080808080U) == 0;
}

}  // namespace

std::size_t valid_prefix(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    if (bytes.size() - i >= 8 && eight_ascii(bytes.data() + i)) {
      i += 8;
      continue;
    }
    if (byte_at(bytes, i) < 0x80) {
      ++i;
      continue;
    }
    const Sequence sequence = sequence_at(bytes, i);
    if (!sequence.complete) return i;
    i += sequence.bytes;
  }
  return i;
}

bool is_valid(std::string_view bytes) {
  return valid_prefix(bytes) == bytes.size();
}

Repaired repair(std::string_view bytes) {
  Repaired out;
  out.text.reserve(bytes.size());
  std::size_t i = 0;
  while (i < bytes.size()) {
    const std::size_t good = valid_prefix(bytes.substr(i));
    out.text.append(bytes.substr(i, good));
    i += good;
    if (i == bytes.size()) break;
    append(out.text, kReplacement);
    ++out.replaced;
    i += sequence_at(bytes, i).bytes;
  }
  return out;
}

char32_t next(std::string_view text, std::size_t& offset) {
  const auto tail = [&](std::size_t i) -> char32_t { return byte_at(text, offset + i) & 0x3FU; };
  const std::uint8_t lead = byte_at(text, offset);
  char32_t code_point = lead;
  std::size_t length = 1;
  if (lead >= 0xF0) {
    code_point = (lead & 0x07U) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
    length = 4;
  } else if (lead >= 0xE0) {
    code_point = (lead & 0x0FU) << 12 | tail(1) << 6 | tail(2);
    length = 3;
  } else if (lead >= 0x80) {
    code_point = (lead & 0x1FU) << 6 | tail(1);
    length = 2;
  }
  offset += length;
  return code_point;
}

void append(std::string& out, char32_t code_point) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::size_t floor_boundary(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return text.size();
  while (offset > 0 && is_continuation(byte_at(text, offset))) --offset;
  return offset;
}

std::size_t ceil_boundary(std::string_view text, std::size_t offset) {
  while (offset < text.size() && is_continuation(byte_at(text, offset))) ++offset;
  return std::min(offset, text.size());
}

std::size_t count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return !is_continuation(static_cast<std::uint8_t>(c));
  }));
}

}  // namespace nacre::text::utf8
