#include "embed/nearest_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "embed/row_arithmetic.h"
#include "text/utf8.h"

namespace nacre::embed {
namespace {

struct Asked {
  std::string_view word;
  std::span<const std::int8_t> vector;
  double inverse_length = 0;
  std::vector<NearWord> nearest;  // Of the table being read.
  std::vector<NearWord> taken;    // Of those before it.

  void take() {
    std::ranges::move(nearest, std::back_inserter(taken));
    nearest.clear();
  }
};

bool is_better(const NearWord& a, const NearWord& b) {
  return a.cosine != b.cosine ? a.cosine > b.cosine : a.word < b.word;
}

// What the word counts for in its table; empty when no table knows it.
std::span<const std::int8_t> vector_of(const StaticSpace& space, std::string_view word) {
  for (const StaticTable* table : {space.english(), space.chinese()}) {
    if (!table) continue;
    if (const auto row = table->find(word); row && table->scale(*row) > 0) {
      return table->vector(*row);
    }
  }
  return {};
}

void offer(Asked& asked, NearWord found, const NearestOptions& options) {
  auto& nearest = asked.nearest;
  if (nearest.size() == options.words_max && !is_better(found, nearest.back())) return;
  const auto place = std::ranges::upper_bound(nearest, found, is_better);
  nearest.insert(place, std::move(found));
  if (nearest.size() > options.words_max) nearest.pop_back();
}

void compare(Asked& asked, const StaticTable& table, std::uint32_t row,
             const NearestOptions& options) {
  const Products found = products(asked.vector, table.vector(row));
  if (found.both <= 0) return;
  const double cosine =
      found.both * asked.inverse_length / std::sqrt(static_cast<double>(found.right));
  if (cosine < static_cast<double>(options.cosine_min)) return;
  const std::string_view word = table.word(row);
  // A damaged table may hold no text.
  if (word.empty() || word == asked.word || !text::utf8::is_valid(word)) return;
  if (table.scale(row) > 0) offer(asked, {std::string(word), static_cast<float>(cosine)}, options);
}

}  // namespace

std::vector<std::vector<NearWord>> nearest_words(const StaticSpace& space,
                                                 std::span<const std::string> words,
                                                 const NearestOptions& options) {
  std::vector<Asked> asked(words.size());
  std::vector<Asked*> known;
  for (std::size_t i = 0; i < std::min(words.size(), kAskedWordsMax); ++i) {
    asked[i] = {.word = words[i], .vector = vector_of(space, words[i])};
    const auto length = products(asked[i].vector, asked[i].vector).right;
    if (length == 0 || options.words_max == 0) continue;
    asked[i].inverse_length = 1 / std::sqrt(static_cast<double>(length));
    known.push_back(&asked[i]);
  }
  for (const StaticTable* table : {space.english(), space.chinese()}) {
    if (!table || known.empty()) continue;
    for (std::uint32_t row = 0; row < table->size(); ++row) {
      for (Asked* one : known) compare(*one, *table, row, options);
    }
    for (Asked* one : known) one->take();
  }
  std::vector<std::vector<NearWord>> nearest;
  for (Asked& one : asked) {
    std::ranges::sort(one.taken, is_better);
    nearest.push_back(std::move(one.taken));
  }
  return nearest;
}

}  // namespace nacre::embed
