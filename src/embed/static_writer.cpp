#include "embed/static_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "embed/static_format.h"

namespace nacre::embed {
namespace {

Error unfit(std::string message) {
  return {ErrorCode::InvalidArgument, std::move(message)};
}

Status check_word(const StaticWord& word, std::uint32_t dimensions) {
  if (word.word.empty() || word.word.size() > kStaticWordBytesMax) {
    return unfit("a word of a table has no or too many bytes: '" + word.word + "'");
  }
  const bool is_finite = std::ranges::all_of(word.vector, [](float x) { return std::isfinite(x); });
  if (word.vector.size() != dimensions || !is_finite || !std::isfinite(word.weight) ||
      word.weight < 0 || !std::isfinite(word.cost)) {
    return unfit("the vector of '" + word.word + "' does not fit its table");
  }
  return Ok{};
}

Status check(const StaticContent& content) {
  const bool fits = content.dimensions >= 1 && content.dimensions <= kStaticDimensionsMax &&
                    !content.words.empty() && content.words.size() <= kStaticWordsMax;
  if (!fits) return unfit("a table has too few or too many words or dimensions");
  for (std::size_t i = 0; i < content.words.size(); ++i) {
    NACRE_TRY(check_word(content.words[i], content.dimensions));
    if (i > 0 && content.words[i - 1].word == content.words[i].word) {
      return unfit("'" + content.words[i].word + "' stands twice in a table");
    }
  }
  return Ok{};
}

template <typename T>
void store(std::string& file, std::size_t at, T value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

void store_slot(std::string& file, const StaticHeader& header, std::size_t slots_at,
                std::string_view word, std::uint32_t row) {
  const std::uint64_t hash = word_hash(word);
  std::size_t slot = slot_place(hash, header.slots);
  while (load<std::uint32_t>(file.data() + slots_at + slot * 4) != ~0U) {
    slot = (slot + 1) & (header.slots - 1);
  }
  store(file, slots_at + slot * 4, slot_tag(hash) | row);
}

// Rows are rounded to 255 steps; the step and the weight are one factor.
float store_row(std::string& file, std::size_t at, const StaticWord& word) {
  float largest = 0;
  for (const float x : word.vector) largest = std::max(largest, std::abs(x));
  if (largest == 0) return 0;
  const float step = largest / 127;
  for (std::size_t d = 0; d < word.vector.size(); ++d) {
    const long rounded = std::clamp(std::lround(word.vector[d] / step), -127L, 127L);
    file[at + d] = static_cast<char>(rounded);
  }
  return step * word.weight;
}

StaticHeader header_of(const StaticContent& content) {
  StaticHeader header{.dimensions = content.dimensions,
                      .words = static_cast<std::uint32_t>(content.words.size()),
                      .has_costs = content.has_costs,
                      .language = content.language,
                      .recipe = content.recipe};
  for (const StaticWord& word : content.words) {
    const auto bytes = static_cast<std::uint32_t>(word.word.size());
    header.pool_bytes += bytes;
    header.word_bytes_max = std::max(header.word_bytes_max, bytes);
  }
  header.slots = std::bit_ceil(header.words * 2);
  return header;
}

}  // namespace

Result<std::string> write_static_table(StaticContent content) {
  std::ranges::sort(content.words, {}, &StaticWord::word);
  NACRE_TRY(check(content));

  StaticHeader header = header_of(content);
  const StaticLayout layout = layout_of(header);
  std::string file(layout.end, '\0');
  std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(layout.slots),
              std::size_t{header.slots} * 4, '\xFF');
  std::uint32_t pool = 0;
  for (std::uint32_t row = 0; row < header.words; ++row) {
    const StaticWord& word = content.words[row];
    store_slot(file, header, layout.slots, word.word, row);
    store(file, layout.offsets + std::size_t{row} * 4, pool);
    std::ranges::copy(word.word, file.begin() + static_cast<std::ptrdiff_t>(layout.pool + pool));
    pool += static_cast<std::uint32_t>(word.word.size());
    const std::size_t at = layout.rows + std::size_t{row} * header.dimensions;
    store(file, layout.scales + std::size_t{row} * 4, store_row(file, at, word));
    if (header.has_costs) store(file, layout.costs + std::size_t{row} * 4, word.cost);
  }
  store(file, layout.offsets + std::size_t{header.words} * 4, pool);
  header.body = base::sha256(std::string_view(file).substr(kStaticHeaderBytes));
  std::ranges::copy(encode(header), file.begin());
  return file;
}

}  // namespace nacre::embed
