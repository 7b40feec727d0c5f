#include "recall/diversity.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace nacre::recall {
namespace {

// Facts of one kind ("my aunt's birthday is ...") share over half of their words
// and still differ; only what repeats nearly all of another text says nothing new.
constexpr double kLikenessMin = 0.7;

std::uint32_t mix(std::uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdULL;
  value ^= value >> 33;
  return static_cast<std::uint32_t>(value >> 16);
}

bool is_word(char32_t c) {
  return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

double likeness(double similarity) {
  return std::max(0.0, (similarity - kLikenessMin) / (1 - kLikenessMin));
}

}  // namespace

Sketch::Sketch(std::string_view text) {
  constexpr char32_t kSpacedMax = 0x1100;  // Below stand the scripts that put spaces.
  std::uint64_t word = 0;
  char32_t previous = 0;
  const auto end_word = [&] {
    if (word != 0) hashes_.push_back(mix(word));
    word = 0;
  };
  for (std::size_t offset = 0; offset < text.size();) {
    char32_t c = text::utf8::next(text, offset);
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (!is_word(c)) {
      end_word();
      previous = 0;
    } else if (c < kSpacedMax) {
      word = (word + c + 1) * 0x100000001b3ULL;
      previous = 0;
    } else {
      end_word();
      hashes_.push_back(mix((std::uint64_t{previous} << 32) | c));
      previous = c;
    }
  }
  end_word();
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
  if (hashes_.size() > kHashes) hashes_.resize(kHashes);
}

double Sketch::similarity(const Sketch& other) const {
  std::size_t i = 0, j = 0, both = 0, seen = 0;
  const bool whole = hashes_.size() < kHashes && other.hashes_.size() < kHashes;
  while (i < hashes_.size() && j < other.hashes_.size() && (whole || seen < kHashes)) {
    ++seen;
    if (hashes_[i] == other.hashes_[j]) {
      ++both, ++i, ++j;
    } else if (hashes_[i] < other.hashes_[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  const std::size_t rest = (hashes_.size() - i) + (other.hashes_.size() - j);
  const std::size_t all = whole ? seen + rest : std::min(seen + rest, kHashes);
  return all == 0 ? 1 : static_cast<double>(both) / static_cast<double>(all);
}

void diversify(std::vector<Candidate>& candidates, double lambda) {
  std::vector<Sketch> sketches;
  for (const Candidate& one : candidates) sketches.emplace_back(one.row->unit.text);
  std::vector<double> like(candidates.size());

  for (std::size_t placed = 0; placed < candidates.size(); ++placed) {
    std::size_t best = placed;
    double best_value = -1;
    for (std::size_t i = placed; i < candidates.size(); ++i) {
      if (candidates[i].tier != candidates[placed].tier) break;
      const double value = candidates[i].score * (1 - (1 - lambda) * like[i]);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    // Rotated, not swapped: the rest keeps its order, which decides ties.
    const auto move_up = [&](auto& list) {
      const auto begin = list.begin() + static_cast<std::ptrdiff_t>(placed);
      const auto from = list.begin() + static_cast<std::ptrdiff_t>(best);
      std::rotate(begin, from, from + 1);
    };
    move_up(candidates);
    move_up(sketches);
    move_up(like);
    candidates[placed].diversity = 1 - (1 - lambda) * like[placed];
    for (std::size_t i = placed + 1; i < candidates.size(); ++i) {
      like[i] = std::max(like[i], likeness(sketches[placed].similarity(sketches[i])));
    }
  }
  for (Candidate& one : candidates) one.score *= one.diversity;
}

}  // namespace nacre::recall
