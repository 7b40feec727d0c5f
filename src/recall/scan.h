#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "guard/policy.h"
#include "index/store.h"
#include "nacre/types.h"
#include "text/source.h"
#include "text/tokenizer.h"

namespace nacre::recall {

struct ScanIndex {
  std::unique_ptr<index::Store> store;  // In memory.
  bool complete = true;
};

// An index in memory of the newest files that the scope may see something of,
// up to `bytes_max` of them. Files that cannot be read are left out, which also
// makes it incomplete.
Result<ScanIndex> read_into_memory(text::Source& source, const Scope& scope,
                                   const guard::Policy& policy, std::uint64_t bytes_max,
                                   text::Runs runs = text::Runs::Characters);

}  // namespace nacre::recall
