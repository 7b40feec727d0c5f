#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vector/kernels.h"
#include "vector/quantise.h"

namespace nacre::vector {

// Rows that lie together: those of the slots from `first` on.
struct Segment {
  std::uint32_t first = 0, count = 0;
  const std::int8_t* codes = nullptr;    // count * code_bytes
  const float* scales = nullptr;         // count
  const std::uint64_t* signs = nullptr;  // count * sign_words; null without them.
};

struct Match {
  std::uint32_t slot = 0;
  float score = 0;  // Cosine, of the codes.
  bool operator==(const Match&) const = default;
};

// One bit per slot, lowest first: what a question may see. Slots beyond are not seen.
using SlotBits = std::span<const std::uint64_t>;

struct ScanRequest {
  const Coded* query = nullptr;
  SlotBits allowed;
  std::size_t matches_max = 0;
  const Kernels* kernels = nullptr;  // Null: the best.
};

// The `matches_max` nearest of the allowed slots, best first, ties by slot. Exact over the
// codes. Linear in the slots; memory that of the matches.
//
// Threads: any, on segments that do not change.
std::vector<Match> scan_codes(std::span<const Segment> segments, const ScanRequest& request);

// The same from the `candidates` slots whose signs differ least from `query_signs` (ties by
// slot). Not exact: how often it is right is measured by vector_bench. Segments with signs.
std::vector<Match> scan_signs(std::span<const Segment> segments, const ScanRequest& request,
                              std::span<const std::uint64_t> query_signs, std::size_t candidates);

}  // namespace nacre::vector
