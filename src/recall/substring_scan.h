#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "recall/unit_filter.h"
#include "recall/view.h"

namespace nacre::recall {

struct SubstringHit {
  lexical::UnitId unit = 0;
  double share = 0;  // (0,1]: of what was asked.
};

struct ScanResult {
  std::vector<SubstringHit> hits;
  bool complete = true;
};

// The last resort for a question of which no word occurs anywhere: units whose
// text contains the whole question, else some of its pieces of three characters
// or more. Newest units first, up to 64 MiB of text.
Result<ScanResult> scan_substrings(std::string_view wanted, View& view, UnitFilter& filter);

// What is looked for, in `comparable` form: the whole, then its pieces.
std::vector<std::string> substring_pieces(std::string_view wanted);

}  // namespace nacre::recall
