#include "embed/static_table.h"

#include <cmath>
#include <utility>

namespace nacre::embed {

Result<StaticTable> StaticTable::over(std::string_view file) {
  StaticTable table(NACRE_TRY(decode_header(file)));
  table.file_ = file;
  return table;
}

Result<StaticTable> StaticTable::open(const std::string& path) {
  fs::MappedFile mapped = NACRE_TRY(fs::MappedFile::open(path));
  auto table = over(mapped.bytes());
  if (!table.ok()) return std::move(table).error().in("open '" + path + "'");
  table.value().mapped_ = std::move(mapped);
  return table;
}

Status StaticTable::verify() const {
  if (base::sha256(file_.substr(kStaticHeaderBytes)) == header_.body) return Ok{};
  return Error{ErrorCode::Corruption, "the checksum of a table of word vectors does not match",
               "build it again: scripts/static-space"};
}

std::optional<std::uint32_t> StaticTable::find(std::string_view wanted, std::uint64_t hash) const {
  const char* const slots = file_.data() + at_.slots;
  std::size_t place = slot_place(hash, header_.slots);
  // A damaged table may have no empty slot.
  for (std::uint32_t tries = 0; tries < header_.slots; ++tries) {
    const auto slot = load<std::uint32_t>(slots + place * 4);
    if (slot == ~0U) return std::nullopt;
    const std::uint32_t row = slot & kStaticWordsMax;
    if ((slot & ~kStaticWordsMax) == slot_tag(hash) && row < header_.words && word(row) == wanted) {
      return row;
    }
    place = (place + 1) & (header_.slots - 1);
  }
  return std::nullopt;
}

std::string_view StaticTable::word(std::uint32_t row) const {
  const char* const offset = file_.data() + at_.offsets + std::size_t{row} * 4;
  const auto begin = load<std::uint32_t>(offset);
  const auto end = load<std::uint32_t>(offset + 4);
  if (begin > end || end > header_.pool_bytes || end - begin > kStaticWordBytesMax) return {};
  return file_.substr(at_.pool + begin, end - begin);
}

std::span<const std::int8_t> StaticTable::vector(std::uint32_t row) const {
  const char* const begin = file_.data() + at_.rows + std::size_t{row} * header_.dimensions;
  return {reinterpret_cast<const std::int8_t*>(begin), header_.dimensions};
}

float StaticTable::scale(std::uint32_t row) const {
  const auto scale = load<float>(file_.data() + at_.scales + std::size_t{row} * 4);
  return std::isfinite(scale) && scale > 0 ? scale : 0;
}

float StaticTable::cost(std::uint32_t row) const {
  if (!header_.has_costs) return 0;
  const auto cost = load<float>(file_.data() + at_.costs + std::size_t{row} * 4);
  return std::isfinite(cost) && cost >= 0 ? cost : 0;
}

}  // namespace nacre::embed
