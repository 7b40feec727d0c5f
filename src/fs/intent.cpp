#include "fs/intent.h"

#include <algorithm>

namespace nacre::fs {
namespace {

// mark 8 | sha256 of what follows 32 | offset 8 | path length 4 | bytes length 8 |
// sha256 of the tail 32 | path | bytes. What stands behind is of an earlier, longer record.
constexpr std::string_view kMark = "NACREAP1";
constexpr std::string_view kNameMark = "NACRENM1";
constexpr std::size_t kHashAt = 8, kOffsetAt = 40, kPathLengthAt = 48, kBytesLengthAt = 52,
                      kTailAt = 60, kPathAt = 92;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFF);
}

std::uint64_t take(std::string_view record, std::size_t at, int bytes) {
  std::uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) {
    value = value << 8 | static_cast<std::uint8_t>(record[at + static_cast<std::size_t>(i)]);
  }
  return value;
}

void put(std::string& out, const base::Sha256& hash) {
  for (const std::uint8_t byte : hash) out += static_cast<char>(byte);
}

bool equals(std::string_view bytes, const base::Sha256& hash) {
  return std::equal(
      bytes.begin(), bytes.end(), hash.begin(), hash.end(),
      [](char left, std::uint8_t right) { return static_cast<std::uint8_t>(left) == right; });
}

base::Sha256 tail_of(std::string_view before) {
  return base::sha256(
      before.substr(before.size() - std::min<std::size_t>(before.size(), kTailBytes)));
}

}  // namespace

std::string intent_name(std::string_view relative) {
  return base::hex(base::sha256(relative)) + ".intent";
}

Intent make_intent(std::string_view relative, std::string_view present, std::string bytes) {
  return Intent{.path = std::string(relative),
                .offset = present.size(),
                .bytes = std::move(bytes),
                .tail = tail_of(present)};
}

std::string encode_intent(const Intent& intent) {
  std::string rest;
  rest.reserve(kPathAt - kOffsetAt + intent.path.size() + intent.bytes.size());
  put(rest, intent.offset, 8);
  put(rest, intent.path.size(), 4);
  put(rest, intent.bytes.size(), 8);
  put(rest, intent.tail);
  rest += intent.path;
  rest += intent.bytes;
  std::string record(kMark);
  put(record, base::sha256(rest));
  return record + rest;
}

std::optional<Intent> decode_intent(std::string_view record) {
  if (record.size() < kPathAt || !record.starts_with(kMark)) return std::nullopt;
  const std::uint64_t path_length = take(record, kPathLengthAt, 4);
  const std::uint64_t bytes_length = take(record, kBytesLengthAt, 8);
  const std::uint64_t room = record.size() - kPathAt;
  if (path_length > room || bytes_length > room - path_length) return std::nullopt;
  record = record.substr(0, kPathAt + path_length + bytes_length);
  if (!equals(record.substr(kHashAt, 32), base::sha256(record.substr(kOffsetAt)))) {
    return std::nullopt;
  }
  Intent intent;
  intent.offset = take(record, kOffsetAt, 8);
  const std::string_view tail = record.substr(kTailAt, 32);
  std::transform(tail.begin(), tail.end(), intent.tail.begin(),
                 [](char byte) { return static_cast<std::uint8_t>(byte); });
  intent.path = record.substr(kPathAt, path_length);
  intent.bytes = record.substr(kPathAt + path_length);
  return intent;
}

std::string encode_unsynced_name(std::string_view relative) {
  std::string record(kNameMark);
  put(record, relative.size(), 4);
  return record.append(relative);
}

std::optional<std::string> decode_unsynced_name(std::string_view record) {
  const std::size_t path_at = kNameMark.size() + 4;
  if (record.size() < path_at || !record.starts_with(kNameMark)) return std::nullopt;
  const std::uint64_t length = take(record, kNameMark.size(), 4);
  if (length == 0 || length > record.size() - path_at) return std::nullopt;
  return std::string(record.substr(path_at, length));
}

Result<Settled> settle(LockedFile& file, const Intent& intent, std::string& present) {
  if (present.size() < intent.offset) return Settled::Foreign;
  if (tail_of(std::string_view(present).substr(0, intent.offset)) != intent.tail) {
    return Settled::Foreign;
  }
  const std::string_view landed = std::string_view(present).substr(intent.offset);
  if (landed.starts_with(intent.bytes)) return Settled::NotNeeded;
  const std::size_t common = std::min(landed.size(), intent.bytes.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (landed[i] != intent.bytes[i] && landed[i] != '\0') return Settled::Foreign;
  }
  NACRE_TRY(file.write_at(intent.offset, intent.bytes));
  NACRE_TRY(file.sync());
  present.resize(std::max<std::size_t>(present.size(), intent.offset + intent.bytes.size()));
  present.replace(intent.offset, intent.bytes.size(), intent.bytes);
  return Settled::Completed;
}

}  // namespace nacre::fs
