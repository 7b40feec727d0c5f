#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "recall/query.h"
#include "recall/view.h"

namespace nacre::recall {

// The filters of a question, cheapest first: the record in memory, then the
// file, then the unit's row.
//
// Threads: one.
class UnitFilter {
 public:
  UnitFilter(const ParsedQuery& query, View& view, CivilDay today)
      : filters_(query.filters), view_(view), today_(today) {}

  // Whether anything at all is filtered by more than validity.
  bool narrows() const;
  // `expired` counts units that only their `valid` range, or an entry that
  // supersedes them, keeps out. What the scope cannot see supersedes nothing.
  Result<bool> admits(lexical::UnitId unit);
  std::uint32_t expired() const { return expired_; }

 private:
  bool admits_record(const lexical::UnitRecord& record) const;
  Result<bool> admits_file(std::uint32_t file);
  Result<bool> admits_row(lexical::UnitId unit);
  bool is_valid(const DayRange& valid) const;
  Status read_superseded();

  const Filters& filters_;
  View& view_;
  CivilDay today_;
  std::unordered_map<std::uint32_t, bool> files_;
  std::optional<std::set<std::string>> superseded_;  // Ids; read on first use.
  std::uint32_t expired_ = 0;
};

}  // namespace nacre::recall
