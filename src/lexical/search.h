#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lexical/postings.h"
#include "lexical/unit_table.h"

namespace nacre::lexical {

// One thing that is looked for. Alternatives (synonyms) count as the term, at
// their own weight: tf = tf(term) + Σ weight·tf(alternative), df that of the
// union. Weights of alternatives are rounded to 1/256.
struct QueryTerm {
  std::string term;
  double weight = 1;  // Times idf. Crossing bigrams and characters weigh less than words.
  std::vector<std::pair<std::string, double>> alternatives = {};
  // Bit i: the term stands in clause i of the question. See SearchOptions::clause.
  std::uint32_t clauses = 0;
};

// What the scope may see, per partition id. Everything else does not exist: not
// in df, N, average length, neighbours or parents.
using VisiblePartitions = std::vector<bool>;

struct SearchOptions {
  double k1 = 1.2, b = 0.75;
  // Chat turns (kChat) are helped by the turns of their file that stand one or
  // two places away: term frequencies and lengths of those are mixed in at these
  // weights, times the weight of the side. Both turns must be short: the weight
  // fades out linearly (in their length) between the two lengths. 0: off.
  double neighbour1 = 0, neighbour2 = 0;
  double neighbour_before = 1, neighbour_after = 1;
  double neighbour_length = 1;  // How much their lengths count against their words.
  double neighbour_full_tokens = 60, neighbour_none_tokens = 200;
  // Chat turns, faded likewise: adds this times the BM25 of the whole file.
  double parent = 0;
  double parent_b = 0.75;
  double heading = 0.5;  // Weight of a heading's term frequency and length against the body's.
  double clause = 0;     // Share of the best clause's score, where there are two or more.
  // Query terms that name a speaker leave the sum, where others remain; turns of
  // those speakers gain this.
  double speaker = 0;
  double question = 0;  // A chat turn of question sentences only loses this share of its score.
  // Factors for chat turns that name a time or a number, for a question that
  // asks when or how many.
  double time_factor = 1, number_factor = 1;
  std::size_t candidates_max = 256;
};

struct Scored {
  UnitId unit = 0;
  double score = 0;  // [0,1], before anything that recall does.
  // What each brought; they add up to score. `own` has the speaker's.
  double own = 0, neighbours = 0, parent = 0;
  double coverage = 0;  // Share of the query's idf mass that occurs in the unit itself.
  std::vector<std::uint8_t> matched = {};  // Per query term: 0 no, 1 in the unit, 2 only beside it.
};

struct TermStatistics {
  std::uint32_t units_with = 0;  // df over the visible partitions.
  double idf = 0;
};

struct SearchResult {
  std::vector<Scored> units =
      {};  // Best first; ties by (file, ordinal) for the caller to redo by path.
  std::vector<TermStatistics> terms = {};  // Per query term.
  std::uint32_t units_visible = 0;         // N
  std::uint32_t units_matched = 0;         // Before candidates_max.
};

// BM25 over the visible partitions, normalised as DESIGN section 5:
//   score(u) = Σ_t w_t·idf_t·tf'/(tf' + k1·(1 - b + b·len'/avg)) / Σ_t w_t·idf_t
// over all query terms, absent ones included (their idf is that of df = 0), then
// clauses, speaker, parent and the factors, and 1 at most. Sums run in query order per
// unit, so equal texts have equal scores whatever the history of the index is.
// Ties in the cut at candidates_max are kept whole.
Result<SearchResult> search(const PostingsReader& postings, const UnitTable& table,
                            const VisiblePartitions& visible, const std::vector<QueryTerm>& terms,
                            const SearchOptions& options);

// BM25 over the title field: one score per file, for the path leg. N and df
// count the visible title units; alternatives count as in `search`.
struct TitleScore {
  std::uint32_t file = 0;
  double score = 0;
  double coverage = 0;
};
Result<std::vector<TitleScore>> search_titles(const PostingsReader& postings,
                                              const UnitTable& table,
                                              const VisiblePartitions& visible,
                                              const std::vector<QueryTerm>& terms,
                                              std::size_t files_max);

}  // namespace nacre::lexical
