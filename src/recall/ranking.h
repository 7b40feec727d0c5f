#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/config.h"
#include "base/result.h"
#include "lexical/search.h"
#include "nacre/types.h"

namespace nacre::recall {

enum class Recency { HalfLife, Exp30, Lambda01, None };

// All weights of ranking, in one place; a preset with the configuration's
// changes over it.
struct Ranking {
  lexical::SearchOptions lexical;
  double answer_type = 1.2;  // For chat turns that name the time or number asked for.
  bool general_synonyms = true;
  std::array<double, kLayerCount> layer{};  // By Layer.
  Recency recency = Recency::HalfLife;
  double half_life_days = 30;
  // How much of the score age may take: a score is multiplied by
  // 1 - recency_weight·(1 - factor).
  double recency_weight = 0.3;
  double title = 0.15;  // Of a file's path and title score.
  double phrase = 0.1;  // An exact phrase in the unit.
  double date_match = 0.15;
  double project_match = 0.1;
  bool mmr = true;
  double mmr_lambda = 0.7;
  double strict_score = 0.25;
};

// Presets nacre, openclaw, classic, then the configuration's own keys.
Ranking make_ranking(const base::Config& config);

// Factor in (0,1]: 1 for evergreen items, the future and Recency::None.
double recency_factor(const Ranking& ranking, std::optional<CivilDay> day, bool evergreen,
                      CivilDay today);
double importance_factor(std::optional<int> importance);  // 0.75 + 0.05 n; 1 without.

}  // namespace nacre::recall
