#include "embed/segmenter.h"

#include <algorithm>
#include <limits>

#include "text/utf8.h"

namespace nacre::embed {
namespace {

constexpr std::uint32_t kNoRow = ~0U;
constexpr float kUnreached = std::numeric_limits<float>::infinity();
// Above that of any word, so that an unknown character is taken only where nothing else fits.
constexpr float kUnknownCost = 25;

std::size_t character_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80) return 1;
  return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

const std::vector<Segment>& Segmenter::segment(std::string_view run) {
  segments_.clear();
  for (std::size_t begin = 0; begin < run.size();) {
    const std::size_t end =
        text::utf8::floor_boundary(run, std::min(begin + kStretchBytes, run.size()));
    segment_stretch(run, begin, end);
    begin = end;
  }
  return segments_;
}

void Segmenter::segment_stretch(std::string_view run, std::size_t begin, std::size_t end) {
  const std::string_view stretch = run.substr(begin, end - begin);
  steps_.assign(stretch.size() + 1, {kUnreached, 0, kNoRow});
  steps_[0].cost = 0;
  for (std::size_t at = 0; at < stretch.size(); at += character_bytes(stretch[at])) {
    extend(stretch, at);
  }
  const auto first = static_cast<std::ptrdiff_t>(segments_.size());
  for (std::size_t at = stretch.size(); at > 0; at = steps_[at].from) {
    const Step& step = steps_[at];
    const auto row = step.row == kNoRow ? std::nullopt : std::optional(step.row);
    segments_.push_back({begin + step.from, begin + at, row});
  }
  std::reverse(segments_.begin() + first, segments_.end());
}

// All words that begin at `from`, the sum of the hash going along.
void Segmenter::extend(std::string_view stretch, std::size_t from) {
  const float so_far = steps_[from].cost;
  const std::size_t longest =
      std::min<std::size_t>(table_->header().word_bytes_max, stretch.size() - from);
  const auto reach = [&](std::size_t end, float cost, std::uint32_t row) {
    Step& step = steps_[end];
    if (cost < step.cost) step = {cost, static_cast<std::uint32_t>(from), row};
  };
  const std::size_t first = from + character_bytes(stretch[from]);
  reach(first, so_far + kUnknownCost, kNoRow);
  std::uint64_t hash = kWordHashStart;
  for (std::size_t at = from; at < stretch.size();) {
    const std::size_t end = at + character_bytes(stretch[at]);
    if (end - from > longest) break;
    for (; at < end; ++at) hash = word_hash_step(hash, stretch[at]);
    const auto row = table_->find(stretch.substr(from, end - from), word_hash_end(hash));
    if (row) reach(end, so_far + table_->cost(*row), *row);
  }
}

}  // namespace nacre::embed
