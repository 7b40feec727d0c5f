#include "lexical/search.h"

#include <algorithm>

#include "lexical/accumulator.h"
#include "lexical/scope_view.h"

namespace nacre::lexical {
namespace {

constexpr std::uint32_t kMargin = ScopeView::kMargin;

struct Candidate {
  float score;
  std::uint32_t position;
};

// The best `count_max` and all that tie with the last of them, best first; ties
// by place.
std::vector<Candidate> cut(std::vector<Candidate> all, std::size_t count_max) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.position < b.position;
  };
  if (count_max == 0) return {};
  if (all.size() > count_max) {
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(count_max - 1);
    std::nth_element(all.begin(), last, all.end(), better);
    const float least = last->score;
    all.erase(std::remove_if(last + 1, all.end(),
                             [least](const Candidate& one) { return one.score < least; }),
              all.end());
  }
  std::sort(all.begin(), all.end(), better);
  return all;
}

// Says of chosen units which terms stand in them or beside them.
class Explainer {
 public:
  Explainer(const ScopeView& view, const std::vector<TermHits>& terms,
            const std::vector<Candidate>& chosen)
      : view_(&view), terms_(&terms), tf_(terms.size()) {
    slot_.assign(view.size() + 2 * kMargin, 0);
    std::uint32_t slots = 1;  // Slot 0 stands for all units that nobody asks for.
    const std::uint32_t reach = view.has_neighbours() ? kMargin : 0;
    for (const Candidate& candidate : chosen) {
      for (std::uint32_t place = candidate.position + kMargin - reach;
           place <= candidate.position + kMargin + reach; ++place) {
        if (slot_[place] == 0) slot_[place] = slots++;
      }
    }
    for (std::size_t term = 0; term < terms.size(); ++term) {
      tf_[term].assign(slots, 0.0F);
      for (const Hit& hit : terms[term].hits) {
        tf_[term][slot_[hit.position + kMargin]] = hit.tf;
      }
      tf_[term][0] = 0;
    }
  }

  void explain(std::uint32_t position, Scored& scored) const {
    double mass = 0, mass_matched = 0, own = 0, all = 0;
    scored.matched.assign(terms_->size(), 0);
    for (std::size_t term = 0; term < terms_->size(); ++term) {
      const TermHits& hits = (*terms_)[term];
      float around[2 * kMargin + 1];
      for (std::size_t i = 0; i < std::size(around); ++i) {
        around[i] = tf_[term][slot_[position + i]];
      }
      const float tf = around[kMargin];
      const float mixed = view_->has_neighbours() ? view_->mixed(&around[kMargin], position) : tf;
      const float saturation = view_->saturation()[position];
      mass += hits.mass;
      if (tf > 0) mass_matched += hits.mass;
      if (!hits.is_name) {
        own += hits.mass * static_cast<double>(tf / (tf + saturation));
        all += hits.mass * static_cast<double>(mixed / (mixed + saturation));
      }
      scored.matched[term] = tf > 0 ? 1 : mixed > 0 ? 2 : 0;
    }
    scored.coverage = mass > 0 ? mass_matched / mass : 0;
    scored.own = all > 0 ? (scored.score - scored.parent) * (own / all) : 0;
    scored.neighbours = scored.score - scored.parent - scored.own;
  }

 private:
  const ScopeView* view_;
  const std::vector<TermHits>* terms_;
  std::vector<std::uint32_t> slot_;  // By position, with the view's margins.
  std::vector<std::vector<float>> tf_;
};

}  // namespace

Result<SearchResult> search(const PostingsReader& postings, const UnitTable& table,
                            const VisiblePartitions& visible, const std::vector<QueryTerm>& terms,
                            const SearchOptions& options) {
  const ScopeView view(table, visible, options);
  Accumulator accumulator(postings, view, options);
  SearchResult result;
  result.units_visible = view.size();
  NACRE_TRY(accumulator.add_all(terms));
  for (const TermHits& term : accumulator.terms()) {
    result.terms.push_back({static_cast<std::uint32_t>(term.hits.size()), term.idf});
  }

  std::vector<Candidate> candidates;
  for (std::uint32_t position = 0; position < view.size(); ++position) {
    const float score = accumulator.score(position);
    if (score > 0) candidates.push_back({score, position});
  }
  result.units_matched = static_cast<std::uint32_t>(candidates.size());
  candidates = cut(std::move(candidates), options.candidates_max);

  const Explainer explainer(view, accumulator.terms(), candidates);
  result.units.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    Scored& scored = result.units.emplace_back();
    float parent = 0;
    scored.unit = view.unit(candidate.position);
    scored.score = static_cast<double>(accumulator.score(candidate.position, &parent));
    scored.parent = static_cast<double>(parent);
    explainer.explain(candidate.position, scored);
  }
  return result;
}

}  // namespace nacre::lexical
