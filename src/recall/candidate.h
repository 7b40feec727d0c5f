#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/store.h"
#include "lexical/search.h"

namespace nacre::recall {

// Hits of a higher tier stand before all of a lower one, whatever their age or
// layer.
enum class Tier : std::uint8_t {
  Partial,  // Some of the words.
  Full,     // An exact phrase, or all words but common ones.
  Day,      // On the day that the question is about.
  Named,    // Of the file whose very name was asked for.
};

// A unit on its way to a place in the list; every number that `parts` shows.
struct Candidate {
  lexical::UnitId unit = 0;
  const index::UnitRow* row = nullptr;  // Of the view; the leading ones have it.

  double lexical = 0, own = 0, neighbours = 0, parent = 0, coverage = 0;
  std::vector<std::uint8_t> matched;  // Per query term, as lexical::Scored.
  double title = 0, title_coverage = 0;
  bool title_exact = false;
  bool phrase = false;
  bool project = false;
  bool substring = false;  // Only a part of a word matched.
  bool listed = false;     // Nothing was asked but the filters.
  double date = 0;         // [0,1]: how well the date of the question fits.
  bool in_dates = false;   // On one of the days that the question names.
  bool leading_day = false;

  Tier tier = Tier::Partial;
  double relevance = 0;  // Before anything that age, layer or importance do.
  double layer = 1, recency = 1, importance = 1, diversity = 1;
  double place = 1;  // Makes the scores of a lower tier stay below the upper one's.
  double score = 0;
};

}  // namespace nacre::recall
