#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "recall/candidate.h"
#include "recall/query.h"
#include "recall/ranking.h"
#include "recall/unit_filter.h"
#include "recall/view.h"

namespace nacre::recall {

// The candidates of a question from all legs, each unit once, filters and
// phrases applied, in no order. Which they are depends on neither limit nor budget.
struct Gathered {
  std::vector<Candidate> candidates;
  std::vector<double> mass;  // Weight times idf, per query term; 0 for terms that occur nowhere.
  double mass_absent = 0;    // Of those that do not.
  bool complete = true;
  std::string reason;
};

struct LegOptions {
  std::size_t pool_max = 1000;
  bool substrings = true;  // The last resort may be tried.
};

// Legs: words of body and heading; words of path, title, aliases and tags; the
// day that the question names; and, when no word occurs anywhere, parts of words.
Result<Gathered> gather(const ParsedQuery& query, const Ranking& ranking, View& view,
                        UnitFilter& filter, const LegOptions& options);

// [0,1]: how well a day fits the dates of the question.
double date_fit(const std::vector<DateHint>& dates, CivilDay day);

}  // namespace nacre::recall
