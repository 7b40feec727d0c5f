#pragma once

#include <string>

#include "base/result.h"
#include "recall/query.h"
#include "recall/view.h"

namespace nacre::recall {

// Why nothing was found where a filter alone leaves nothing: "project 'sitr': no notes;
// did you mean 'site'?". Of what the scope may see, in the names it suggests as in
// what it counts; empty when each filter fits something.
Result<std::string> explain_empty_filters(const Filters& filters, View& view);

}  // namespace nacre::recall
