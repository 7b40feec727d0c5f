#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "lexical/search.h"
#include "nacre/types.h"
#include "recall/question_type.h"
#include "recall/synonyms.h"
#include "text/tokenizer.h"
#include "text/words.h"

namespace nacre::recall {

// `"…"` in a query: a result must contain it.
struct Phrase {
  std::string folded;              // As compared with the shadow of a unit's text.
  std::vector<std::string> terms;  // All of them stand in a unit that contains it.
};

// Words or a phrase after '-'.
struct Exclusion {
  std::string folded;
  std::vector<std::string> terms;  // Empty: nothing a term could say; compare text.
  bool whole_terms = false;        // One Latin word: the term decides alone.
};

struct Filters {
  std::vector<Layer> layers;
  std::vector<std::string> projects, tags, links, entities, sessions;  // Folded.
  std::vector<std::string> paths;  // Folded; prefix, or glob when it has * or ?.
  DayRange days;
  std::optional<CivilDay> as_of;
  bool history = false;
};

// A date phrase that boosts and does not filter.
struct DateHint {
  DayRange range;
  // One day that the user speaks of from where they stand: what matches on that
  // day comes first.
  bool leads = false;
};

// Where a term of the same index stands in `ParsedQuery::text`.
struct TermPlace {
  std::uint32_t begin = 0, end = 0;
  text::TokenKind kind = text::TokenKind::Word;
};

// A question as the engine understands it.
struct ParsedQuery {
  std::vector<lexical::QueryTerm> terms;
  std::vector<TermPlace> places;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> words;  // Of `text`, in order.
  std::vector<Exclusion> excluded;
  std::vector<Phrase> phrases;
  Filters filters;
  std::vector<DateHint> dates;
  std::string text;     // The words as typed, without filters, exclusions and date phrases.
  std::string folded;   // Their shadow, for exact matches; empty when there are none.
  std::string as_said;  // The shadow with its date phrases, which may be words of a note.
  QuestionType type;
  Rewriting rewriting;        // What the answer shows.
  bool only_filters = false;  // No words: newest first.
  bool truncated = false;     // Longer than what is looked at.
};

// Queries are text, never index syntax. Understood besides words, at the start or
// after a space (quotes inside of a run are prose): "phrases", -exclusions and
// `key:value` for the filter keys of DESIGN section 5 (other `x:y` is text).
// Stop words do not count unless there is nothing else. At most 64 KiB are
// looked at and 128 terms kept, of all clauses, heavy and long ones first;
// `truncated` says so.
// InvalidArgument: nothing but blanks and no filter; a bad date; an unknown layer.
struct QueryContext {
  CivilDay today;
  text::Tokenizer* tokenizer = nullptr;
  text::WordSplitter* words = nullptr;
  const Synonyms* synonyms = nullptr;
  bool general_synonyms = false;
  bool dates_are_words = false;  // A second look, when no item has the date.
};
Result<ParsedQuery> parse_query(const RecallRequest& request, const QueryContext& context);

}  // namespace nacre::recall
