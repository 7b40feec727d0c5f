#pragma once

#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "guard/policy.h"
#include "index/store.h"
#include "nacre/types.h"
#include "recall/query.h"
#include "recall/ranking.h"
#include "text/source.h"
#include "text/tokenizer.h"

namespace nacre::recall {

struct Limits {
  std::uint32_t limit = 5;
  double min_score = 0;
  bool strict = false;
  std::uint32_t all_max = 1000;
  std::uint32_t snippet_chars = 700;
  std::uint32_t tree_check_files = 1000;     // Above, `stale` is unchecked beyond the hits.
  std::uint64_t scan_bytes_max = 16u << 20;  // Of the scan without index.
};

// Everything a question needs, borrowed. One Engine serves one thread.
struct EngineOptions {
  const base::Clock* clock = nullptr;
  text::Source* source = nullptr;  // To check hit files for change.
  guard::Policy policy;
  Ranking ranking;
  Limits limits;
  Synonyms synonyms;
  std::string dictionary;                    // Content of the user's dictionary.
  text::Runs runs = text::Runs::Characters;  // As the index has them.
};

class Engine {
 public:
  explicit Engine(EngineOptions options);
  ~Engine();

  // guard (scope) → parse → legs → fuse → tiers → budget → render. Denial is an
  // answer. Fails with InvalidArgument for a bad request, Corruption or Io when
  // the index breaks while it is read.
  Result<RecallAnswer> answer(const RecallRequest& request, index::Store& store);

  // The same without an index: the newest files up to `scan_bytes_max` are read
  // into an index in memory, `degraded` = "no_index", `complete` = whether all
  // fitted. `degraded_reason` names another state, as "index_unreadable".
  Result<RecallAnswer> answer_by_scan(const RecallRequest& request, std::string_view degraded,
                                      std::string_view reason);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nacre::recall
