#include "vector/file_layout.h"

#include <xxhash.h>

#include <cstring>

namespace nacre::vector::layout {
namespace {

constexpr std::string_view kMagic = "NACREVEC";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kShapeBytes = 8 + 4 + 4 + 4 + 4 + 32;  // Up to its checksum.
constexpr std::size_t kRecordBytes = 8 + 8 + 8;
constexpr std::uint64_t kFirstRecord = 512, kSecondRecord = 1024;

template <typename Number>
void put(std::string& out, Number value) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
}

template <typename Number>
Number get(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return static_cast<Number>(value);
}

std::uint64_t hash(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string encode_shape(const FileShape& shape) {
  std::string out(kMagic);
  put(out, kVersion);
  put(out, shape.dimensions);
  put(out, std::uint32_t{shape.signs ? 1U : 0U});
  put(out, kBlockSlots);
  out.append(reinterpret_cast<const char*>(shape.space.data()), shape.space.size());
  return out;
}

std::optional<Published> read_record(std::string_view page, std::uint64_t at) {
  const std::string_view record = page.substr(at, kRecordBytes);
  const auto count = get<std::uint64_t>(record, 8);
  if (hash(record.substr(0, 16)) != get<std::uint64_t>(record, 16) || count > kSlotsMax) {
    return std::nullopt;
  }
  return Published{.sequence = get<std::uint64_t>(record, 0),
                   .count = static_cast<std::uint32_t>(count)};
}

}  // namespace

std::string encode_header(const FileShape& shape) {
  std::string page = encode_shape(shape);
  put(page, hash(page));
  page.resize(kHeaderBytes);
  const std::string record = encode_published({.sequence = 1, .count = 0});
  page.replace(published_at(1), record.size(), record);
  return page;
}

Status check_header(std::string_view page, const FileShape& shape) {
  if (page.size() < kHeaderBytes || !page.starts_with(kMagic)) {
    return Error{ErrorCode::Corruption, "is no file of vectors"};
  }
  if (get<std::uint64_t>(page, kShapeBytes) != hash(page.substr(0, kShapeBytes))) {
    return Error{ErrorCode::Corruption, "its header is damaged"};
  }
  if (get<std::uint32_t>(page, kMagic.size()) > kVersion) {
    return Error{ErrorCode::Unsupported, "was written by a newer nacre"};
  }
  if (page.substr(0, kShapeBytes) != encode_shape(shape)) {
    return Error{ErrorCode::Unsupported, "holds vectors of another space"};
  }
  return Ok{};
}

std::optional<Published> read_published(std::string_view page) {
  const auto first = read_record(page, kFirstRecord), second = read_record(page, kSecondRecord);
  if (!first || !second) return first ? first : second;
  return first->sequence > second->sequence ? first : second;
}

std::string encode_published(const Published& published) {
  std::string record;
  put(record, published.sequence);
  put(record, std::uint64_t{published.count});
  put(record, hash(record));
  return record;
}

std::uint64_t published_at(std::uint64_t sequence) {
  return sequence % 2 == 1 ? kFirstRecord : kSecondRecord;
}

std::uint32_t check_of(const SlotKey& key, float scale, std::string_view codes,
                       std::string_view signs) {
  std::string slot(reinterpret_cast<const char*>(key.data()), key.size());
  std::uint32_t scale_bits = 0;
  std::memcpy(&scale_bits, &scale, sizeof scale_bits);
  put(slot, scale_bits);
  slot += codes;
  slot += signs;
  return static_cast<std::uint32_t>(hash(slot));
}

}  // namespace nacre::vector::layout
