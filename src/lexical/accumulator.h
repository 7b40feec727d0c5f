#pragma once

#include <cstdint>
#include <vector>

#include "lexical/scope_view.h"
#include "lexical/search.h"

namespace nacre::lexical {

// A visible unit in which a term stands, and its weighted term frequency: a
// multiple of 1/256, so that sums are exact in any order.
struct Hit {
  std::uint32_t position;
  float tf;
};

// What one term of the question matched.
struct TermHits {
  std::vector<Hit> hits;
  double weight = 0;  // Of the query.
  double mass = 0;    // weight · idf
  double idf = 0;
  bool is_name = false;  // Of a speaker: not in the sum.
};

inline constexpr std::uint32_t kClausesMax = 8;

double idf_of(std::size_t units, std::size_t units_with);
// Rounds the weight of a field or alternative to 1/256.
float exact_weight(double weight);

// Sums BM25 of one query term after another over all units of a view.
//
// Threads: one.
class Accumulator {
 public:
  Accumulator(const PostingsReader& postings, const ScopeView& view, const SearchOptions& options);

  Status add_all(const std::vector<QueryTerm>& terms);

  const std::vector<TermHits>& terms() const { return terms_; }
  // The final scores by position, 0 where nothing matched. Once, after `add_all`.
  std::span<const float> finish();
  // The part of a final score that its file brought.
  float parent(std::uint32_t position) const;

 private:
  float best_clause(std::uint32_t position) const;
  float file_support(std::uint32_t position) const;
  float factor(std::uint32_t position) const;
  Status find_names(const std::vector<QueryTerm>& terms);
  Status add(const QueryTerm& term, bool is_name);
  Status collect(const QueryTerm& term);
  Status collect_list(Field field, std::string_view term, double weight);
  void score_units(const QueryTerm& term, const TermHits& matched);
  void score_range(std::size_t begin, std::size_t end, float mass);
  void score_files(const TermHits& matched);

  const PostingsReader* postings_;
  const ScopeView* view_;
  SearchOptions options_;

  std::vector<TermHits> terms_;
  std::vector<Posting> decoded_;
  std::vector<float> tf_;  // Of the term at hand, with the view's margins.
  std::vector<std::uint32_t> touched_;

  double mass_ = 0, file_mass_ = 0;
  std::vector<float> sums_, file_sums_;
  struct Clause {
    double mass = 0;
    std::vector<float> sums;
  };
  std::vector<Clause> clauses_;
  std::vector<double> file_tf_;
  std::vector<bool> is_name_;  // By query term.
  std::vector<std::uint32_t>
      spoken_;  // By position: how many of the names say it; empty: no names.
  std::uint32_t names_ = 0;
  std::vector<float> finished_;
  std::vector<std::vector<float>*> targets_;  // Sums that the term at hand adds to.
};

}  // namespace nacre::lexical
