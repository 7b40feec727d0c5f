#include "vector/scan.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/result.h"

namespace nacre::vector {
namespace {

// Slots are looked at in words of the filter; of a word with few of them only those.
constexpr std::uint32_t kWordSlots = 64;
constexpr int kFewSlots = 16;

std::uint64_t allowed_word(SlotBits allowed, std::uint32_t slot) {
  const std::size_t word = slot / kWordSlots;
  return word < allowed.size() ? allowed[word] : 0;
}

// Calls `take(first, count, bits)` for stretches of at most 64 slots of `segment`; `bits` of
// the stretch are allowed, the lowest being `first`. `first` counts inside the segment.
template <typename Take>
void for_stretches(const Segment& segment, SlotBits allowed, Take take) {
  std::uint32_t at = 0;
  while (at < segment.count) {
    const std::uint32_t slot = segment.first + at;
    const std::uint32_t offset = slot % kWordSlots;
    const std::uint32_t count = std::min(kWordSlots - offset, segment.count - at);
    std::uint64_t bits = allowed_word(allowed, slot) >> offset;
    if (count < kWordSlots) bits &= (std::uint64_t{1} << count) - 1;
    if (bits != 0) take(at, count, bits);
    at += count;
  }
}

// Gives `use(index)` each set bit, after `compute(index, count)` has filled what it needs.
template <typename Compute, typename Use>
void for_rows(std::uint32_t count, std::uint64_t bits, Compute compute, Use use) {
  const bool few = std::popcount(bits) < kFewSlots;
  if (!few) compute(0, count);
  for (; bits != 0; bits &= bits - 1) {
    const auto index = static_cast<std::uint32_t>(std::countr_zero(bits));
    if (few) compute(index, 1);
    use(index);
  }
}

// The best so many of what it was shown, by `better`.
template <typename Item, typename Better>
class Best {
 public:
  Best(std::size_t size_max, Better better) : size_max_(size_max), better_(better) {
    items_.reserve(std::min<std::size_t>(size_max, 4096));
  }

  void offer(const Item& item) {
    if (items_.size() == size_max_) {
      if (size_max_ == 0 || !better_(item, items_.front())) return;
      std::pop_heap(items_.begin(), items_.end(), better_);
      items_.back() = item;
    } else {
      items_.push_back(item);
    }
    std::push_heap(items_.begin(), items_.end(), better_);
  }

  std::vector<Item> sorted() && {
    std::sort_heap(items_.begin(), items_.end(), better_);
    return std::move(items_);
  }

 private:
  std::size_t size_max_;
  Better better_;
  std::vector<Item> items_;  // A heap whose front is the worst.
};

bool nearer(const Match& a, const Match& b) {
  return a.score != b.score ? a.score > b.score : a.slot < b.slot;
}

struct Candidate {
  std::uint32_t slot = 0, distance = 0;
  const std::int8_t* codes = nullptr;
  float scale = 0;
};

bool closer(const Candidate& a, const Candidate& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.slot < b.slot;
}

const Kernels& kernels_of(const ScanRequest& request) {
  return request.kernels != nullptr ? *request.kernels : best_kernels();
}

}  // namespace

std::vector<Match> scan_codes(std::span<const Segment> segments, const ScanRequest& request) {
  const Kernels& kernels = kernels_of(request);
  const Coded& query = *request.query;
  const std::size_t row_bytes = query.codes.size();
  Best<Match, bool (*)(const Match&, const Match&)> best(request.matches_max, nearer);
  std::array<std::int32_t, kWordSlots> dots;
  for (const Segment& segment : segments) {
    for_stretches(segment, request.allowed,
                  [&](std::uint32_t first, std::uint32_t count, std::uint64_t bits) {
                    const std::int8_t* rows = segment.codes + std::size_t{first} * row_bytes;
                    for_rows(
                        count, bits,
                        [&](std::uint32_t index, std::uint32_t some) {
                          kernels.dot(query.codes.data(), rows + std::size_t{index} * row_bytes,
                                      row_bytes, some, &dots[index]);
                        },
                        [&](std::uint32_t index) {
                          const float score = static_cast<float>(dots[index]) * query.scale *
                                              segment.scales[first + index];
                          best.offer({segment.first + first + index, score});
                        });
                  });
  }
  return std::move(best).sorted();
}

std::vector<Match> scan_signs(std::span<const Segment> segments, const ScanRequest& request,
                              std::span<const std::uint64_t> query_signs, std::size_t candidates) {
  const Kernels& kernels = kernels_of(request);
  const Coded& query = *request.query;
  const std::size_t row_bytes = query.codes.size();
  const std::size_t row_words = query_signs.size();
  Best<Candidate, bool (*)(const Candidate&, const Candidate&)> near(candidates, closer);
  std::array<std::uint32_t, kWordSlots> distances;
  for (const Segment& segment : segments) {
    NACRE_CHECK(segment.signs != nullptr);
    for_stretches(segment, request.allowed,
                  [&](std::uint32_t first, std::uint32_t count, std::uint64_t bits) {
                    const std::uint64_t* rows = segment.signs + std::size_t{first} * row_words;
                    for_rows(
                        count, bits,
                        [&](std::uint32_t index, std::uint32_t some) {
                          kernels.hamming(query_signs.data(), rows + std::size_t{index} * row_words,
                                          row_words, some, &distances[index]);
                        },
                        [&](std::uint32_t index) {
                          const std::uint32_t row = first + index;
                          near.offer({.slot = segment.first + row,
                                      .distance = distances[index],
                                      .codes = segment.codes + std::size_t{row} * row_bytes,
                                      .scale = segment.scales[row]});
                        });
                  });
  }
  Best<Match, bool (*)(const Match&, const Match&)> best(request.matches_max, nearer);
  for (const Candidate& candidate : std::move(near).sorted()) {
    std::int32_t dot = 0;
    kernels.dot(query.codes.data(), candidate.codes, row_bytes, 1, &dot);
    best.offer({candidate.slot, static_cast<float>(dot) * query.scale * candidate.scale});
  }
  return std::move(best).sorted();
}

}  // namespace nacre::vector
