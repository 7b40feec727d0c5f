#include "base/nearest.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nacre::base {
namespace {

constexpr std::size_t kWordBytesMax = 100;
using Row = std::array<std::size_t, kWordBytesMax + 1>;

// Optimal string alignment: insertions, deletions, replacements, and swaps of
// neighbours that are not edited again.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  Row before_last{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kWordBytesMax) return {};
  std::string_view best;
  std::size_t best_distance = word.size() / 3 + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer > kWordBytesMax || longer - shorter >= best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return std::string(best);
}

}  // namespace nacre::base
