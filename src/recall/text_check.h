#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "recall/candidate.h"
#include "recall/query.h"
#include "recall/view.h"

namespace nacre::recall {

// Quoted phrases and exclusions: postings say which units may have or lack
// them, and the text of those decides.
//
// Threads: one.
class TextCheck {
 public:
  TextCheck(const ParsedQuery& query, View& view) : query_(query), view_(view) {}

  bool needed() const { return !query_.phrases.empty() || !query_.excluded.empty(); }
  // Reads the postings of what is excluded. Before `keep`.
  Status prepare();
  // Removes the candidates that lack a phrase or contain what is excluded.
  // Looks at the text of so many units at most; beyond, candidates are removed
  // unseen and `complete()` is false.
  Status keep(std::vector<Candidate>& candidates);
  bool complete() const { return complete_; }

 private:
  struct Excluded {
    std::vector<lexical::UnitId> units;  // Sorted; may contain it.
    bool certain = false;
  };

  bool may_have_phrases(const Candidate& candidate) const;
  bool text_passes(const Candidate& candidate, const index::UnitRow& row) const;
  Result<Excluded> excluded_units(const Exclusion& exclusion) const;

  const ParsedQuery& query_;
  View& view_;
  std::vector<Excluded> excluded_;
  std::size_t looked_at_ = 0;
  bool complete_ = true;
};

}  // namespace nacre::recall
