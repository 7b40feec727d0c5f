#pragma once

#include "recall/legs.h"
#include "recall/query.h"

namespace nacre::recall {

// Whether the ordered candidates answer the question at all: the best of them
// reaches `score_min`, and one of the rare words that it asks for occurs in one
// of them. Lists without a question are always relevant.
bool is_relevant(const ParsedQuery& query, const Gathered& gathered, double score_min);

}  // namespace nacre::recall
