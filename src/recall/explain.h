#pragma once

#include <map>
#include <string>
#include <vector>

#include "recall/candidate.h"
#include "recall/query.h"

namespace nacre::recall {

// The numbers behind a score; README.md lists the keys.
std::map<std::string, double> parts_of(const Candidate& candidate);

// One sentence for people: which words matched where, and what else counted.
std::string why(const ParsedQuery& query, const Candidate& candidate);

}  // namespace nacre::recall
