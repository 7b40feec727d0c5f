#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lexical/search.h"
#include "lexical/unit_table.h"

namespace nacre::lexical {

// The body units that a scope may see, side by side in file order, with all that
// scoring needs of them in arrays. A position is a place in this order: what
// the scope may not see takes none, so neighbours are those that it would have
// if the rest had never been written.
//
// Threads: immutable.
class ScopeView {
 public:
  // The view, from the table's memory of the last one if that was of the same
  // scope and options: in a running engine most questions come from one scope.
  static std::shared_ptr<const ScopeView> of(const UnitTable& table,
                                             const VisiblePartitions& visible,
                                             const SearchOptions& options);
  ScopeView(const UnitTable& table, const VisiblePartitions& visible, const SearchOptions& options);

  std::uint32_t size() const { return static_cast<std::uint32_t>(units_.size()); }
  std::uint32_t files() const { return static_cast<std::uint32_t>(file_length_.size()); }
  UnitId unit(std::uint32_t position) const { return units_[position]; }
  // Counts from 0 over the files that have visible units.
  std::uint32_t file(std::uint32_t position) const { return file_[position]; }
  std::uint32_t position_of(UnitId unit) const {
    return unit < positions_.size() ? positions_[unit] : UnitTable::kNowhere;
  }

  // k1·(1 - b + b·len/avg) of a unit and of a file.
  std::span<const float> saturation() const { return saturation_; }
  std::span<const float> file_saturation() const { return file_saturation_; }

  bool has_neighbours() const { return !before1_.empty(); }
  // What stands at `position` with its neighbours' mixed in. `at` points to its
  // own value in an array of all positions with kMargin more at both ends. The
  // order of the sum is fixed: it does not depend on how positions are visited.
  float mixed(const float* at, std::size_t position) const {
    return at[0] + before1_[position] * at[-1] + before2_[position] * at[-2] +
           after1_[position] * at[1] + after2_[position] * at[2];
  }
  static constexpr std::size_t kMargin = 2;

  // 1 for short chat turns, fading to 0; 0 for everything else.
  float chat(std::uint32_t position) const { return gate_.empty() ? 0 : gate_[position]; }
  // Of chat turns; 0 for everything else.
  std::uint8_t questions(std::uint32_t position) const { return questions_[position]; }
  std::uint8_t chat_flags(std::uint32_t position) const { return chat_flags_[position]; }
  bool has_chat() const { return has_chat_; }

 private:
  // All that the arrays depend on.
  using Key = std::pair<VisiblePartitions, std::array<double, 12>>;
  static Key key_of(const VisiblePartitions& visible, const SearchOptions& options);
  void place_units(const UnitTable& table, const VisiblePartitions& visible);
  void weigh_neighbours(const UnitTable& table, const SearchOptions& options);
  void measure(const UnitTable& table, const SearchOptions& options);
  void measure_files(const SearchOptions& options);

  Key key_;
  std::vector<UnitId> units_;
  std::vector<std::uint32_t> file_;
  std::vector<std::uint32_t> own_positions_;
  // By unit; the table's when it is all visible. Only read while that lives.
  std::span<const std::uint32_t> positions_;
  std::vector<float> saturation_, file_saturation_;
  std::vector<std::uint8_t> questions_, chat_flags_;
  bool has_chat_ = false;
  std::vector<float> gate_, before1_, before2_, after1_, after2_;
  std::vector<std::uint64_t> file_length_;
};

}  // namespace nacre::lexical
