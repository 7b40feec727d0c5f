#include "lexical/scope_view.h"

#include <algorithm>
#include <cmath>

namespace nacre::lexical {
namespace {

// Lengths are summed as whole parts of a token: sums of whole numbers do not depend
// on the order of files, which is that of their ids and so of history.
constexpr double kLengthUnit = 65536;

bool may_see(const VisiblePartitions& visible, std::uint16_t partition) {
  return partition < visible.size() && visible[partition];
}

float saturate(double k1, double b, double length, double average) {
  return static_cast<float>(k1 * (1 - b + b * length / average));
}

double average_of(std::uint64_t sum, std::size_t count) {
  const auto counted = static_cast<double>(std::max<std::size_t>(count, 1));
  return std::max(1.0, static_cast<double>(sum) / kLengthUnit / counted);
}

}  // namespace

std::shared_ptr<const ScopeView> ScopeView::of(const UnitTable& table,
                                               const VisiblePartitions& visible,
                                               const SearchOptions& options) {
  const Key key = key_of(visible, options);
  if (auto known = table.remembered_view()) {
    if (known->key_ == key) return known;
  }
  auto view = std::make_shared<ScopeView>(table, visible, options);
  view->key_ = key;
  table.remember_view(view);
  return view;
}

ScopeView::Key ScopeView::key_of(const VisiblePartitions& visible, const SearchOptions& options) {
  return {visible,
          {options.k1, options.b, options.neighbour1, options.neighbour2, options.neighbour_before,
           options.neighbour_after, options.neighbour_length, options.neighbour_full_tokens,
           options.neighbour_none_tokens, options.parent, options.parent_b, options.heading}};
}

ScopeView::ScopeView(const UnitTable& table, const VisiblePartitions& visible,
                     const SearchOptions& options) {
  place_units(table, visible);
  weigh_neighbours(table, options);
  measure(table, options);
}

void ScopeView::place_units(const UnitTable& table, const VisiblePartitions& visible) {
  units_.reserve(table.by_file().size());
  file_.reserve(table.by_file().size());
  std::uint32_t files = 0, last_file = UnitTable::kNowhere;
  for (const UnitId unit : table.by_file()) {
    const UnitRecord& record = table[unit];
    if (!may_see(visible, record.partition)) continue;
    if (record.file != last_file) ++files;
    last_file = record.file;
    units_.push_back(unit);
    file_.push_back(files - 1);
    const bool chat = (record.flags & kChat) != 0;
    has_chat_ = has_chat_ || chat;
    questions_.push_back(chat ? record.questions : std::uint8_t{0});
    chat_flags_.push_back(chat ? record.flags : std::uint8_t{0});
  }
  file_length_.assign(files, 0);
  if (units_.size() == table.by_file().size()) {
    positions_ = table.positions();
    return;
  }
  own_positions_.assign(table.size(), UnitTable::kNowhere);
  for (std::uint32_t at = 0; at < units_.size(); ++at) own_positions_[units_[at]] = at;
  positions_ = own_positions_;
}

void ScopeView::weigh_neighbours(const UnitTable& table, const SearchOptions& options) {
  const bool wanted = options.neighbour1 > 0 || options.neighbour2 > 0 || options.parent > 0;
  if (!wanted || !has_chat_) return;

  const std::size_t count = units_.size();
  gate_.assign(count, 0);
  const double fade = std::max(1.0, options.neighbour_none_tokens - options.neighbour_full_tokens);
  for (std::size_t at = 0; at < count; ++at) {
    const UnitRecord& record = table[units_[at]];
    if ((record.flags & kChat) == 0) continue;
    gate_[at] = static_cast<float>(
        std::clamp((options.neighbour_none_tokens - record.length) / fade, 0.0, 1.0));
  }
  if (options.neighbour1 <= 0 && options.neighbour2 <= 0) return;
  for (auto* weights : {&before1_, &before2_, &after1_, &after2_}) weights->assign(count, 0);
  const auto link = [&](std::size_t earlier, std::size_t later, double weight,
                        std::vector<float>& before, std::vector<float>& after) {
    if (file_[earlier] != file_[later]) return;
    const double gated = weight * static_cast<double>(std::min(gate_[earlier], gate_[later]));
    before[later] = static_cast<float>(gated * options.neighbour_before);
    after[earlier] = static_cast<float>(gated * options.neighbour_after);
  };
  for (std::size_t at = 1; at < count; ++at) {
    link(at - 1, at, options.neighbour1, before1_, after1_);
    if (at >= 2) link(at - 2, at, options.neighbour2, before2_, after2_);
  }
}

void ScopeView::measure(const UnitTable& table, const SearchOptions& options) {
  const std::size_t count = units_.size();
  // Neighbours' lengths weigh more than their words: they enter scaled, and the
  // unit's own share of the scaling is taken back.
  const auto scale = static_cast<float>(options.neighbour_length);
  std::vector<float> lengths(count + 2 * kMargin, 0.0F);
  for (std::size_t at = 0; at < count; ++at) {
    const UnitRecord& record = table[units_[at]];
    const double length = record.length + options.heading * record.heading_length;
    lengths[at + kMargin] = static_cast<float>(length);
    file_length_[file_[at]] += static_cast<std::uint64_t>(std::llround(length * kLengthUnit));
  }

  saturation_.resize(count);
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < count; ++at) {
    const float own = lengths[at + kMargin];
    float& length = saturation_[at];
    length = has_neighbours() ? own + scale * (mixed(&lengths[at + kMargin], at) - own) : own;
    sum += static_cast<std::uint64_t>(std::llround(static_cast<double>(length) * kLengthUnit));
  }
  const double average = average_of(sum, count);
  for (float& value : saturation_) {
    value = saturate(options.k1, options.b, static_cast<double>(value), average);
  }
  if (options.parent > 0 && !gate_.empty()) measure_files(options);
}

void ScopeView::measure_files(const SearchOptions& options) {
  std::uint64_t sum = 0;
  for (const std::uint64_t length : file_length_) sum += length;
  const double average = average_of(sum, file_length_.size());
  file_saturation_.reserve(file_length_.size());
  for (const std::uint64_t length : file_length_) {
    file_saturation_.push_back(
        saturate(options.k1, options.parent_b, static_cast<double>(length) / kLengthUnit, average));
  }
}

}  // namespace nacre::lexical
