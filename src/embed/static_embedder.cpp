#include "embed/static_embedder.h"

#include <algorithm>
#include <cmath>

#include "embed/row_arithmetic.h"
#include "text/fold.h"

namespace nacre::embed {

class StaticEmbedder::Sum final : public WordSink {
 public:
  Sum(const StaticSpace& space, Segmenter* segmenter, std::span<float> out)
      : english_(space.english()), chinese_(space.chinese()), segmenter_(segmenter), out_(out) {}

  void word(std::string_view word) override {
    if (!english_) return;
    if (const auto row = english_->find(word)) add(*english_, *row);
  }
  void run(std::string_view run) override {
    if (!segmenter_) return;
    for (const Segment& segment : segmenter_->segment(run)) {
      if (segment.row) add(*chinese_, *segment.row);
    }
  }

 private:
  void add(const StaticTable& table, std::uint32_t row) {
    const float scale = table.scale(row);
    if (scale > 0) add_scaled(out_, table.vector(row), scale);
  }

  const StaticTable* english_;
  const StaticTable* chinese_;
  Segmenter* segmenter_;
  std::span<float> out_;
};

StaticEmbedder::StaticEmbedder(const StaticSpace& space) : space_(&space) {
  if (space.chinese()) segmenter_.emplace(*space.chinese());
}

bool StaticEmbedder::embed(std::string_view text, std::span<float> out) {
  NACRE_CHECK(out.size() == space_->dimensions());
  std::ranges::fill(out, 0.0F);
  Sum sum(*space_, segmenter_ ? &*segmenter_ : nullptr, out);
  scanner_.scan(text::fold_text(text), sum);
  double squares = 0;
  for (const float x : out) squares += static_cast<double>(x) * static_cast<double>(x);
  // Not finite: scales of a damaged table.
  const double factor = 1 / std::sqrt(squares);
  if (squares == 0 || !std::isfinite(squares) || !std::isfinite(factor)) {
    std::ranges::fill(out, 0.0F);
    return false;
  }
  for (float& x : out) x = static_cast<float>(static_cast<double>(x) * factor);
  return true;
}

std::optional<std::vector<float>> StaticEmbedder::embed(std::string_view text) {
  std::vector<float> vector(space_->dimensions());
  if (!embed(text, vector)) return std::nullopt;
  return vector;
}

}  // namespace nacre::embed
