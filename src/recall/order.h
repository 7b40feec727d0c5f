#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "recall/legs.h"
#include "recall/query.h"
#include "recall/ranking.h"
#include "recall/view.h"

namespace nacre::recall {

// So many leading candidates are read: exact phrases, projects and likeness are
// known for these only.
inline constexpr std::size_t kHeadMax = 100;

struct OrderOptions {
  CivilDay today;
  std::string_view project;  // Of the scope.
  double min_score = 0;      // Of relevance: what age does never hides.
};

// Puts the candidates in their order: tiers; in a tier relevance times layer,
// age and importance; likeness to what stands above. `score` lies in [0,1] and
// never rises down the list. Ties by path, then line. What comes first depends
// on no limit, so a shorter list is a prefix of a longer one.
Status order(const ParsedQuery& query, const Ranking& ranking, const OrderOptions& options,
             View& view, Gathered& gathered);

}  // namespace nacre::recall
