#include "lexical/search.h"

#include <algorithm>
#include <memory>
#include <span>

#include "lexical/accumulator.h"
#include "lexical/scope_view.h"

namespace nacre::lexical {
namespace {

constexpr std::uint32_t kMargin = ScopeView::kMargin;

struct Candidate {
  float score;
  std::uint32_t position;
};

// The best `count_max` of the positive scores and all that tie with the last of
// them, best first; ties by place. A histogram finds out roughly where the cut
// is, so that only little more than is kept has to be ordered.
std::vector<Candidate> best_of(std::span<const float> scores, std::size_t count_max,
                               std::uint32_t& matched) {
  constexpr std::size_t kBuckets = 4096;
  const auto bucket_of = [](float score) {
    return static_cast<std::size_t>(score * static_cast<float>(kBuckets - 1));
  };
  std::vector<std::uint32_t> histogram(kBuckets, 0);
  for (const float score : scores) ++histogram[bucket_of(score)];
  std::size_t cut = kBuckets, above = 0;
  while (cut > 0 && above < count_max) above += histogram[--cut];

  std::vector<Candidate> best;
  matched = 0;
  for (std::uint32_t position = 0; position < scores.size(); ++position) {
    const float score = scores[position];
    if (score <= 0) continue;
    ++matched;
    if (bucket_of(score) >= cut) best.push_back({score, position});
  }
  std::sort(best.begin(), best.end(), [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.position < b.position;
  });
  std::size_t keep = std::min(count_max, best.size());
  while (keep > 0 && keep < best.size() && best[keep].score == best[keep - 1].score) ++keep;
  best.resize(keep);
  return best;
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
  const std::shared_ptr<const ScopeView> shared = ScopeView::of(table, visible, options);
  const ScopeView& view = *shared;
  Accumulator accumulator(postings, view, options);
  SearchResult result;
  result.units_visible = view.size();
  NACRE_TRY(accumulator.add_all(terms));
  for (const TermHits& term : accumulator.terms()) {
    result.terms.push_back({static_cast<std::uint32_t>(term.hits.size()), term.idf});
  }

  const std::span<const float> scores = accumulator.finish();
  const std::vector<Candidate> candidates =
      best_of(scores, options.candidates_max, result.units_matched);

  const Explainer explainer(view, accumulator.terms(), candidates);
  result.units.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    Scored& scored = result.units.emplace_back();
    scored.unit = view.unit(candidate.position);
    scored.score = static_cast<double>(candidate.score);
    scored.parent = static_cast<double>(accumulator.parent(candidate.position));
    explainer.explain(candidate.position, scored);
  }
  return result;
}

}  // namespace nacre::lexical
