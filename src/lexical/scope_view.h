#pragma once

#include <cstdint>
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
// Borrows the table. Threads: immutable.
class ScopeView {
 public:
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
  // By which the score of a chat turn changes for what it says: a question is
  // no evidence, a time answers "when".
  float factor(std::uint32_t position) const { return factor_.empty() ? 1 : factor_[position]; }

 private:
  void place_units(const UnitTable& table, const VisiblePartitions& visible);
  void weigh_neighbours(const UnitTable& table, const SearchOptions& options);
  void measure(const UnitTable& table, const SearchOptions& options);
  void measure_files(const SearchOptions& options);
  void find_factors(const UnitTable& table, const SearchOptions& options);

  std::vector<UnitId> units_;
  std::vector<std::uint32_t> file_;
  std::vector<std::uint32_t> own_positions_;
  std::span<const std::uint32_t> positions_;  // By unit; of the table when it is all visible.
  std::vector<float> saturation_, file_saturation_, factor_;
  std::vector<float> gate_, before1_, before2_, after1_, after2_;
  std::vector<std::uint64_t> file_length_;
};

}  // namespace nacre::lexical
