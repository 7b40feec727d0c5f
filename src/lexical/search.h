#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lexical/postings.h"
#include "lexical/unit_table.h"

namespace nacre::lexical {

// One thing that is looked for. Alternatives (synonyms) count as the term, at
// their own weight; the best of them counts.
struct QueryTerm {
  std::string term;
  double weight = 1;  // Times idf. Crossing bigrams and characters weigh less than words.
  std::vector<std::pair<std::string, double>> alternatives;
};

// What the scope may see, per partition id. Everything else does not exist: not
// in df, N, average length, neighbours or parents.
using VisiblePartitions = std::vector<bool>;

struct SearchOptions {
  double k1 = 1.2, b = 0.75;
  // Term frequencies of the units up to two places away count at these weights,
  // faded out linearly (in tokens of the unit) between the two lengths: short
  // chat turns gain, long messages must not. 0 switches it off.
  double neighbour1 = 0, neighbour2 = 0;
  double neighbour_full_tokens = 60, neighbour_none_tokens = 200;
  double parent = 0;    // Weight of the file's own BM25, over the union of its units.
  double heading = 0.5; // Weight of a heading's term frequency against the body's.
  std::size_t candidates_max = 256;
};

struct Scored {
  UnitId unit = 0;
  double score = 0;       // [0,1], before anything that recall does.
  double own = 0, neighbours = 0, parent = 0;  // What each brought; they add up to score.
  double coverage = 0;    // Share of the query's idf mass that occurs in the unit itself.
  std::vector<std::uint8_t> matched;  // Per query term: 0 no, 1 in the unit, 2 only beside it.
};

struct TermStatistics {
  std::uint32_t units_with = 0;  // df over the visible partitions.
  double idf = 0;
};

struct SearchResult {
  std::vector<Scored> units;           // Best first; ties by (file, ordinal) for the caller to redo by path.
  std::vector<TermStatistics> terms;   // Per query term.
  std::uint32_t units_visible = 0;     // N
  std::uint32_t units_matched = 0;     // Before candidates_max.
};

// BM25 over the visible partitions, normalised as DESIGN section 5:
//   score(u) = Σ_t w_t·idf_t·tf'/(tf' + k1·(1 - b + b·len/avg)) · (k1+1) / Σ_t w_t·idf_t·(k1+1)
// over all query terms, absent ones included (their idf is that of df = 0).
// Ties in the cut at candidates_max are kept whole in a deterministic order.
Result<SearchResult> search(const PostingsReader& postings, const UnitTable& table,
                            const VisiblePartitions& visible, const std::vector<QueryTerm>& terms,
                            const SearchOptions& options);

// The same over the title field: one score per file, for the path leg.
struct TitleScore {
  std::uint32_t file = 0;
  double score = 0;
  double coverage = 0;
};
Result<std::vector<TitleScore>> search_titles(const PostingsReader& postings, const UnitTable& table,
                                              const VisiblePartitions& visible,
                                              const std::vector<QueryTerm>& terms, std::size_t files_max);

}  // namespace nacre::lexical
