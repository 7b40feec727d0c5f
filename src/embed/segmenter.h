#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "embed/static_table.h"

namespace nacre::embed {

// A half-open byte range of a run; `row` of the table unless no word is known there.
struct Segment {
  std::size_t begin = 0, end = 0;
  std::optional<std::uint32_t> row;
};

// Cuts runs of Han into the words of a table so that the product of their frequencies is largest
// (unigram model, Viterbi); a character that is no word stands alone. Of equal ways the one with
// the longer last word.
//
// Runs are taken in stretches of kStretchBytes, so memory is bounded and time linear in the run.
//
// Not thread-safe: one per thread. Borrows the table.
class Segmenter {
 public:
  explicit Segmenter(const StaticTable& table) : table_(&table) {}

  // Covers `run`, valid UTF-8, in order. Valid until the next call.
  const std::vector<Segment>& segment(std::string_view run);

  static constexpr std::size_t kStretchBytes = 768;

 private:
  struct Step {
    float cost;
    std::uint32_t from;
    std::uint32_t row;
  };

  void segment_stretch(std::string_view run, std::size_t begin, std::size_t end);
  void extend(std::string_view stretch, std::size_t from);

  const StaticTable* table_;
  std::vector<Step> steps_;
  std::vector<Segment> segments_;
};

}  // namespace nacre::embed
