#include "recall/legs.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "recall/comparable.h"
#include "recall/substring_scan.h"
#include "recall/text_check.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kTitleFilesMax = 64;
// Units of the day in question that share no word with it: a few, so that they
// do not push out what does.
constexpr std::size_t kDayUnitsMax = 16;
constexpr std::size_t kLeadingUnitsMax = 3;
// A lone character shared with a question is chance.
constexpr double kEvidenceWeightMin = 0.5;
constexpr std::int32_t kDaysAfter = 7;

using lexical::UnitId;

class Gatherer {
 public:
  Gatherer(const ParsedQuery& query, const Ranking& ranking, View& view, UnitFilter& filter)
      : query_(query), ranking_(ranking), view_(view), filter_(filter), check_(query, view) {}

  Result<Gathered> run(const LegOptions& options) {
    NACRE_TRY(check_.prepare());
    if (query_.only_filters) {
      NACRE_TRY(list_days());
    } else {
      NACRE_TRY(words(options));
      NACRE_TRY(check_.keep(result_.candidates));
      cut(options.pool_max);
      if (!query_.terms.empty()) NACRE_TRY(titles());
      NACRE_TRY(days());
      NACRE_TRY(check_.keep(added_));
      for (Candidate& one : added_) result_.candidates.push_back(std::move(one));
    }
    if (options.substrings && !query_.terms.empty() && !any_word_occurs()) {
      NACRE_TRY(parts_of_words());
    }
    if (!check_.complete()) {
      result_.complete = false;
      result_.reason = "too many units may contain the phrase: only the best were looked at";
    }
    return std::move(result_);
  }

 private:
  Status words(const LegOptions& options) {
    if (query_.terms.empty()) return Ok{};
    lexical::SearchOptions search = ranking_.lexical;
    const bool all = filter_.narrows() || check_.needed();
    if (query_.type.time) search.time_factor = ranking_.answer_type;
    if (query_.type.number) search.number_factor = ranking_.answer_type;
    search.candidates_max = all ? view_.table().size() : options.pool_max;
    lexical::SearchResult found = NACRE_TRY(
        lexical::search(view_.postings(), view_.table(), view_.visible(), query_.terms, search));
    for (std::size_t i = 0; i < found.terms.size(); ++i) {
      const double mass = query_.terms[i].weight * found.terms[i].idf;
      const bool absent = found.terms[i].units_with == 0;
      result_.mass.push_back(absent ? 0 : mass);
      if (absent) result_.mass_absent += mass;
    }
    for (lexical::Scored& scored : found.units) {
      if (!is_evidence(scored.matched) || !NACRE_TRY(filter_.admits(scored.unit))) continue;
      Candidate& candidate = result_.candidates.emplace_back();
      candidate.unit = scored.unit;
      candidate.lexical = scored.score;
      candidate.own = scored.own;
      candidate.neighbours = scored.neighbours;
      candidate.parent = scored.parent;
      candidate.coverage = scored.coverage;
      candidate.matched = std::move(scored.matched);
    }
    return Ok{};
  }

  // In the index, whatever the filters leave of it.
  bool any_word_occurs() const {
    for (std::size_t i = 0; i < result_.mass.size(); ++i) {
      if (result_.mass[i] > 0 && query_.terms[i].weight >= kEvidenceWeightMin) return true;
    }
    return std::any_of(result_.candidates.begin(), result_.candidates.end(),
                       [](const Candidate& one) { return one.title > 0; });
  }

  bool is_evidence(const std::vector<std::uint8_t>& matched) const {
    for (std::size_t i = 0; i < matched.size(); ++i) {
      if (matched[i] != 0 && query_.terms[i].weight >= kEvidenceWeightMin) return true;
    }
    return false;
  }

  // Ties at the cut stay whole: which of them come first is decided by path.
  void cut(std::size_t pool_max) {
    std::vector<Candidate>& all = result_.candidates;
    if (all.size() <= pool_max) return;
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b) { return a.lexical > b.lexical; });
    std::size_t end = pool_max;
    while (end < all.size() && all[end].lexical >= all[pool_max - 1].lexical) ++end;
    all.resize(end);
  }

  // "trip.md", "trip" and "memory/trip.md" all name the file.
  bool names(const index::FileRow& file) const {
    const std::string path = comparable(file.path);
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::string& asked = query_.folded;
    if (asked == path || asked == name || asked == name.substr(0, name.rfind('.'))) return true;
    const auto is = [&](const std::string& other) { return comparable(other) == asked; };
    const text::SourceAttributes& attributes = file.attributes;
    return is(attributes.title) ||
           std::any_of(attributes.aliases.begin(), attributes.aliases.end(), is);
  }

  Status titles() {
    const std::vector<lexical::TitleScore> found = NACRE_TRY(lexical::search_titles(
        view_.postings(), view_.table(), view_.visible(), query_.terms, kTitleFilesMax));
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_file;
    for (std::size_t i = 0; i < result_.candidates.size(); ++i) {
      by_file[view_.table()[result_.candidates[i].unit].file].push_back(i);
    }
    for (const lexical::TitleScore& score : found) {
      const bool exact = names(*NACRE_TRY(view_.file(score.file)));
      const auto apply = [&](Candidate& candidate) {
        candidate.title = exact ? 1.0 : score.score;
        candidate.title_coverage = score.coverage;
        candidate.title_exact = exact;
      };
      const auto known = by_file.find(score.file);
      if (known != by_file.end()) {
        for (const std::size_t i : known->second) apply(result_.candidates[i]);
        if (exact) leave_one_named(known->second);
        continue;
      }
      for (const UnitId unit : view_.units_of(score.file)) {
        if (!NACRE_TRY(filter_.admits(unit))) continue;
        apply(add(unit));
        break;
      }
    }
    return Ok{};
  }

  // The file that was named leads with its best unit, not with all of them.
  void leave_one_named(const std::vector<std::size_t>& of_file) {
    std::size_t best = of_file[0];
    for (const std::size_t i : of_file) {
      const Candidate& one = result_.candidates[i];
      const Candidate& top = result_.candidates[best];
      result_.candidates[i].title_exact = false;
      const bool earlier = view_.table()[one.unit].ordinal < view_.table()[top.unit].ordinal;
      if (one.lexical > top.lexical || (one.lexical == top.lexical && earlier)) best = i;
    }
    result_.candidates[best].title_exact = true;
  }

  Candidate& add(UnitId unit) {
    Candidate& candidate = added_.emplace_back();
    candidate.unit = unit;
    candidate.matched.assign(query_.terms.size(), 0);
    return candidate;
  }

  // Marks what stands on the days in question, and adds a few units of the one
  // day that it names even if they share no word.
  Status days() {
    if (query_.dates.empty()) return Ok{};
    bool leads = false;
    const auto mark = [&](Candidate& one) {
      const std::int32_t day = view_.table()[one.unit].day;
      if (day == lexical::kNoDay) return;
      one.date = date_fit(query_.dates, CivilDay{day});
      one.in_dates =
          std::any_of(query_.dates.begin(), query_.dates.end(),
                      [&](const DateHint& hint) { return hint.range.contains(CivilDay{day}); });
      one.leading_day = std::any_of(
          query_.dates.begin(), query_.dates.end(),
          [&](const DateHint& hint) { return hint.leads && hint.range.contains(CivilDay{day}); });
      leads = leads || one.leading_day;
    };
    for (Candidate& one : result_.candidates) mark(one);
    for (Candidate& one : added_) mark(one);

    std::size_t places = leads ? 0 : kLeadingUnitsMax;
    for (const UnitId unit : NACRE_TRY(units_of_days())) {
      Candidate& one = add(unit);
      mark(one);
      if (!one.leading_day) continue;
      one.leading_day = places > 0;
      if (places > 0) --places;
    }
    return Ok{};
  }

  // Units of the named days that no leg has brought, by path.
  Result<std::vector<UnitId>> units_of_days() {
    std::vector<bool> known(view_.table().size());
    for (const Candidate& one : result_.candidates) known[one.unit] = true;
    for (const Candidate& one : added_) known[one.unit] = true;
    std::vector<UnitId> units;
    for (std::size_t i = 1; i < view_.table().size(); ++i) {
      const auto unit = static_cast<UnitId>(i);
      if (known[i] || !is_body(unit)) continue;
      const std::int32_t day = view_.table()[unit].day;
      if (day == lexical::kNoDay || !is_named(CivilDay{day})) continue;
      if (NACRE_TRY(filter_.admits(unit))) units.push_back(unit);
    }
    NACRE_TRY(sort_by_place(units));
    if (units.size() > kDayUnitsMax) units.resize(kDayUnitsMax);
    return units;
  }

  bool is_body(UnitId unit) const { return view_.sees(unit) && view_.table()[unit].ordinal > 0; }

  bool is_named(CivilDay day) const {
    return std::any_of(query_.dates.begin(), query_.dates.end(), [&](const DateHint& hint) {
      return hint.range.first && hint.range.first == hint.range.last && hint.range.contains(day);
    });
  }

  Status sort_by_place(std::vector<UnitId>& units) {
    for (const UnitId unit : units) NACRE_TRY(view_.file(view_.table()[unit].file));
    const auto path = [&](UnitId unit) -> const std::string& {
      return view_.file(view_.table()[unit].file).value()->path;
    };
    std::sort(units.begin(), units.end(), [&](UnitId a, UnitId b) {
      const lexical::UnitRecord& left = view_.table()[a];
      const lexical::UnitRecord& right = view_.table()[b];
      if (left.file == right.file) return left.ordinal < right.ordinal;
      return path(a) < path(b);
    });
    return Ok{};
  }

  // No words: everything that the filters, or the days of a phrase, leave.
  Status list_days() {
    for (std::size_t i = 1; i < view_.table().size(); ++i) {
      const auto unit = static_cast<UnitId>(i);
      if (!is_body(unit)) continue;
      const std::int32_t day = view_.table()[unit].day;
      const bool fits =
          std::any_of(query_.dates.begin(), query_.dates.end(), [&](const DateHint& hint) {
            return day != lexical::kNoDay && hint.range.contains(CivilDay{day});
          });
      if (!query_.dates.empty() && !fits) continue;
      if (!NACRE_TRY(filter_.admits(unit))) continue;
      Candidate& one = result_.candidates.emplace_back();
      one.unit = unit;
      one.listed = true;
    }
    return check_.keep(result_.candidates);
  }

  Status parts_of_words() {
    ScanResult scan = NACRE_TRY(scan_substrings(query_.folded, view_, filter_));
    if (scan.hits.empty() && query_.as_said != query_.folded) {
      scan = NACRE_TRY(scan_substrings(query_.as_said, view_, filter_));
    }
    // Units of a day in question may be there already.
    std::erase_if(result_.candidates, [&](const Candidate& one) {
      return std::any_of(scan.hits.begin(), scan.hits.end(),
                         [&](const SubstringHit& hit) { return hit.unit == one.unit; });
    });
    for (const SubstringHit& hit : scan.hits) {
      Candidate& one = result_.candidates.emplace_back();
      one.unit = hit.unit;
      one.substring = true;
      one.coverage = hit.share;
      one.matched.assign(query_.terms.size(), 0);
    }
    NACRE_TRY(check_.keep(result_.candidates));
    if (scan.complete) return Ok{};
    result_.complete = false;
    result_.reason = "no word matched, and not all text was searched for parts of words";
    return Ok{};
  }

  const ParsedQuery& query_;
  const Ranking& ranking_;
  View& view_;
  UnitFilter& filter_;
  TextCheck check_;
  Gathered result_;
  std::vector<Candidate> added_;
};

}  // namespace

double date_fit(const std::vector<DateHint>& dates, CivilDay day) {
  double best = 0;
  for (const DateHint& hint : dates) {
    const bool closed = hint.range.first && hint.range.last;
    const std::int32_t days = closed ? hint.range.last->days - hint.range.first->days + 1 : 366;
    const double fit = days <= 1 ? 1.0 : days <= 31 ? 0.7 : 0.5;
    if (hint.range.contains(day)) {
      best = std::max(best, fit);
    } else if (days <= 1 && day > *hint.range.last &&
               day.days - hint.range.last->days <= kDaysAfter) {
      // What happened on a day is often written down in the days after it.
      best = std::max(best, fit / 2);
    }
  }
  return best;
}

Result<Gathered> gather(const ParsedQuery& query, const Ranking& ranking, View& view,
                        UnitFilter& filter, const LegOptions& options) {
  return Gatherer(query, ranking, view, filter).run(options);
}

}  // namespace nacre::recall
