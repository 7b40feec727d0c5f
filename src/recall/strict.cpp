#include "recall/strict.h"

#include <algorithm>

namespace nacre::recall {
namespace {

// The leading hits speak for the answer.
constexpr std::size_t kLeading = 5;
// Rare: so much of the weight of the heaviest word.
constexpr double kRareShare = 0.5;

}  // namespace

bool is_relevant(const ParsedQuery& query, const Gathered& gathered, double score_min) {
  if (query.only_filters) return true;
  double rarest = 0, best = 0;
  for (std::size_t i = 0; i < gathered.mass.size(); ++i)
    rarest = std::max(rarest, gathered.mass[i]);
  bool rare_found = false;
  for (std::size_t n = 0; n < std::min(kLeading, gathered.candidates.size()); ++n) {
    const Candidate& one = gathered.candidates[n];
    best = std::max({best, one.relevance, one.title_exact ? 1.0 : 0.0});
    rare_found = rare_found || one.title > 0;
    for (std::size_t i = 0; i < one.matched.size(); ++i) {
      const bool rare = gathered.mass[i] > 0 && gathered.mass[i] >= kRareShare * rarest;
      rare_found = rare_found || (one.matched[i] == 1 && rare);
    }
  }
  return rare_found && best >= score_min;
}

}  // namespace nacre::recall
