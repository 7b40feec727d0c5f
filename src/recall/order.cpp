#include "recall/order.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "recall/comparable.h"
#include "recall/diversity.h"
#include "text/fold.h"

namespace nacre::recall {
namespace {

// A unit has all words when it has so much of the weight of those that occur
// anywhere: what it may lack is common.
constexpr double kFullShare = 0.97;
// What only a part of a word, or a day, speaks for stays below any real match.
constexpr double kSubstringRelevance = 0.1;
// Of the very file or day that was asked for, whatever its words say.
constexpr double kAskedFor = 0.5;
// Above this the lower tier starts under the upper one.
constexpr double kTierGap = 0.999;

// Towards 1 without passing it, so that different relevance stays different.
double raised(double relevance, double by) {
  return relevance + by * relevance * (1 - relevance);
}
double joined(double relevance, double other) {
  return 1 - (1 - relevance) * (1 - other);
}

class Orderer {
 public:
  Orderer(const ParsedQuery& query, const Ranking& ranking, const OrderOptions& options, View& view,
          Gathered& gathered)
      : query_(query), ranking_(ranking), options_(options), view_(view), gathered_(gathered) {
    for (const double mass : gathered.mass) present_ += mass;
    const double all = present_ + gathered.mass_absent;
    present_share_ = all > 0 ? present_ / all : 0;
    layer_max_ = *std::max_element(ranking.layer.begin(), ranking.layer.end());
  }

  Status run() {
    std::vector<Candidate>& all = gathered_.candidates;
    for (Candidate& one : all) weigh(one);
    NACRE_TRY(sort(all));

    std::vector<lexical::UnitId> ids;
    for (std::size_t i = 0; i < std::min(all.size(), kHeadMax); ++i) ids.push_back(all[i].unit);
    NACRE_TRY(view_.load(ids));
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(ids.size());
    std::vector<Candidate> head(std::make_move_iterator(all.begin()),
                                std::make_move_iterator(middle));
    std::vector<Candidate> tail(std::make_move_iterator(middle),
                                std::make_move_iterator(all.end()));
    for (Candidate& one : head) NACRE_TRY(look_closer(one));
    NACRE_TRY(sort(head));
    if (ranking_.mmr && !query_.only_filters) diversify(head, ranking_.mmr_lambda);

    drop_irrelevant(head);
    drop_irrelevant(tail);
    double low = 1;
    scale_tiers(head, low);
    scale_tiers(tail, low);
    head.insert(head.end(), std::make_move_iterator(tail.begin()),
                std::make_move_iterator(tail.end()));
    all = std::move(head);
    return Ok{};
  }

 private:
  void weigh(Candidate& one) const {
    const lexical::UnitRecord& record = view_.table()[one.unit];
    one.tier = tier(one);
    one.relevance = relevance(one);
    one.layer = layer_max_ > 0 ? ranking_.layer[record.layer] / layer_max_ : 1;
    const std::optional<CivilDay> day =
        record.day == lexical::kNoDay ? std::nullopt : std::optional(CivilDay{record.day});
    const bool evergreen = (record.flags & lexical::kEvergreen) != 0;
    one.recency = recency_factor(ranking_, day, evergreen, options_.today);
    one.importance = importance_factor(
        record.importance == 0 ? std::nullopt : std::optional<int>(record.importance));
    if (one.listed) {
      one.score = 1;
      return;
    }
    one.score = one.relevance * one.layer * (1 - ranking_.recency_weight * (1 - one.recency));
    one.score =
        one.importance <= 1 ? one.score * one.importance : raised(one.score, one.importance - 1);
  }

  double relevance(const Candidate& one) const {
    if (one.listed) return 1;
    if (one.substring) return kSubstringRelevance * one.coverage;
    double value = joined(one.lexical, ranking_.title * one.title);
    if (one.title_exact || one.leading_day) value = joined(value, kAskedFor);
    if (one.phrase) value = raised(value, ranking_.phrase);
    if (one.project) value = raised(value, ranking_.project_match);
    // All words, and of the days that were asked about: before the rest of its tier.
    if (one.tier == Tier::Full && one.in_dates) value = joined(value, kAskedFor);
    return std::min(1.0, value + ranking_.date_match * one.date);
  }

  Tier tier(const Candidate& one) const {
    if (one.title_exact) return Tier::Named;
    if (one.leading_day) return Tier::Day;
    if (one.listed || one.substring) return Tier::Partial;
    if (one.phrase) return Tier::Full;
    const double covered = std::max(one.coverage, one.title_coverage);
    return covered > 0 && covered >= kFullShare * present_share_ ? Tier::Full : Tier::Partial;
  }

  // What needs the unit's text and attributes.
  Status look_closer(Candidate& one) {
    one.row = NACRE_TRY(view_.unit(one.unit));
    if (!options_.project.empty()) {
      const index::FileRow* file = NACRE_TRY(view_.file(one.row->file));
      const std::string& project =
          one.row->unit.project.empty() ? file->attributes.project : one.row->unit.project;
      one.project = text::fold_text(project) == text::fold_text(options_.project);
    }
    // Only what has all words can have the phrase; a single word is none.
    if (!one.phrase && one.tier != Tier::Partial && query_.terms.size() > 1 &&
        !query_.folded.empty() && one.lexical > 0) {
      one.phrase = comparable(one.row->unit.text).find(query_.folded) != std::string::npos;
    }
    weigh(one);
    return Ok{};
  }

  Status sort(std::vector<Candidate>& list) {
    std::sort(list.begin(), list.end(), [&](const Candidate& a, const Candidate& b) {
      if (a.tier != b.tier) return a.tier > b.tier;
      if (a.listed && b.listed) return view_.table()[a.unit].day > view_.table()[b.unit].day;
      return a.score > b.score;
    });
    // Paths are read where scores tie, and nowhere else.
    const auto tied = [&](const Candidate& a, const Candidate& b) {
      return a.tier == b.tier && a.score == b.score &&
             (!a.listed || view_.table()[a.unit].day == view_.table()[b.unit].day);
    };
    for (auto begin = list.begin(); begin != list.end();) {
      auto end = begin + 1;
      while (end != list.end() && tied(*begin, *end)) ++end;
      if (end - begin > 1) NACRE_TRY(sort_by_place(begin, end));
      begin = end;
    }
    return Ok{};
  }

  Status sort_by_place(std::vector<Candidate>::iterator begin,
                       std::vector<Candidate>::iterator end) {
    std::map<std::uint32_t, std::string_view> paths;
    for (auto one = begin; one != end; ++one) {
      const std::uint32_t file = view_.table()[one->unit].file;
      if (!paths.contains(file)) paths[file] = NACRE_TRY(view_.file(file))->path;
    }
    std::sort(begin, end, [&](const Candidate& a, const Candidate& b) {
      const lexical::UnitRecord& left = view_.table()[a.unit];
      const lexical::UnitRecord& right = view_.table()[b.unit];
      if (left.file == right.file) return left.ordinal < right.ordinal;
      return paths.at(left.file) < paths.at(right.file);
    });
    return Ok{};
  }

  void drop_irrelevant(std::vector<Candidate>& list) const {
    std::erase_if(list, [&](const Candidate& one) { return one.relevance < options_.min_score; });
  }

  // Scales each tier so that scores never rise down the list.
  static void scale_tiers(std::vector<Candidate>& list, double& low) {
    for (std::size_t begin = 0; begin < list.size();) {
      std::size_t end = begin;
      double high = 0;
      for (; end < list.size() && list[end].tier == list[begin].tier; ++end) {
        high = std::max(high, list[end].score);
      }
      const double factor = high > low ? kTierGap * low / high : 1;
      for (std::size_t i = begin; i < end; ++i) {
        list[i].place = factor;
        list[i].score *= factor;
        low = std::min(low, list[i].score);
      }
      begin = end;
    }
  }

  const ParsedQuery& query_;
  const Ranking& ranking_;
  const OrderOptions& options_;
  View& view_;
  Gathered& gathered_;
  double present_ = 0, present_share_ = 0, layer_max_ = 1;
};

}  // namespace

Status order(const ParsedQuery& query, const Ranking& ranking, const OrderOptions& options,
             View& view, Gathered& gathered) {
  return Orderer(query, ranking, options, view, gathered).run();
}

}  // namespace nacre::recall
