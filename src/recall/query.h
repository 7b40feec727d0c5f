#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "lexical/search.h"
#include "nacre/types.h"
#include "recall/synonyms.h"
#include "text/words.h"

namespace nacre::recall {

// `"…"` in a query, or a run of its words that should stand together.
struct Phrase {
  std::string folded;   // As compared with the shadow of a unit's text.
  bool required = true; // Quoted: a result must contain it.
};

struct Filters {
  std::vector<Layer> layers;
  std::vector<std::string> projects, tags, entities, sessions;
  std::vector<std::string> paths;  // Prefix, or glob when it has * or ?.
  DayRange days;
  std::optional<CivilDay> as_of;
  bool history = false;
};

// A question as the engine understands it.
struct ParsedQuery {
  std::vector<lexical::QueryTerm> terms;
  std::vector<std::string> excluded;  // Folded words and phrases.
  std::vector<Phrase> phrases;
  Filters filters;
  std::optional<DayRange> date_boost;  // A phrase that boosts but does not filter.
  std::string folded;                  // The whole text part.
  Rewriting rewriting;                 // What the answer shows.
  bool only_filters = false;           // No words: newest first.
};

// Queries are text, never index syntax. Understood besides words: "phrases",
// -exclusions (a '-' before a word at the start or after a space), and
// `key:value` for the filter keys of DESIGN section 5 (other `x:y` is text).
// Stop words do not count unless there is nothing else. At most 64 KiB are
// looked at and 64 terms kept (the rarest are chosen later); `truncated` says so.
// InvalidArgument: nothing but blanks and no filter; a bad date; an unknown layer.
struct QueryContext {
  CivilDay today;
  text::WordSplitter* words;
  const Synonyms* synonyms;
  std::string project;  // Of the scope.
};
Result<ParsedQuery> parse_query(const RecallRequest& request, const QueryContext& context);

}  // namespace nacre::recall
