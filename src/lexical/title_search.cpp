#include <algorithm>

#include "lexical/accumulator.h"
#include "lexical/search.h"

namespace nacre::lexical {
namespace {

constexpr double kTitleK1 = 1.2, kTitleB = 0.75;

// The titles that a scope may see.
struct Titles {
  std::vector<float> saturation;  // By unit; 0: not a visible title.
  std::size_t count = 0;
};

Titles visible_titles(const UnitTable& table, const VisiblePartitions& visible) {
  Titles titles;
  titles.saturation.assign(table.size(), 0.0F);
  const auto may_see = [&](UnitId unit) {
    const std::uint16_t partition = table[unit].partition;
    return partition < visible.size() && visible[partition];
  };
  std::uint64_t length = 0;
  for (const UnitId unit : table.titles()) {
    if (!may_see(unit)) continue;
    ++titles.count;
    length += table[unit].heading_length;
  }
  const double average =
      std::max(1.0, static_cast<double>(length) /
                        static_cast<double>(std::max<std::size_t>(titles.count, 1)));
  for (const UnitId unit : table.titles()) {
    if (!may_see(unit)) continue;
    titles.saturation[unit] = static_cast<float>(
        kTitleK1 * (1 - kTitleB + kTitleB * table[unit].heading_length / average));
  }
  return titles;
}

// The files whose titles match a term at all, ascending, best first when cut.
void cut(std::vector<TitleScore>& scores, std::size_t files_max) {
  std::sort(scores.begin(), scores.end(), [](const TitleScore& a, const TitleScore& b) {
    return a.score != b.score ? a.score > b.score : a.file < b.file;
  });
  if (scores.size() <= files_max) return;
  std::size_t keep = files_max;
  while (keep > 0 && keep < scores.size() && scores[keep].score == scores[keep - 1].score) ++keep;
  scores.resize(keep);
}

}  // namespace

Result<std::vector<TitleScore>> search_titles(const PostingsReader& postings,
                                              const UnitTable& table,
                                              const VisiblePartitions& visible,
                                              const std::vector<QueryTerm>& terms,
                                              std::size_t files_max) {
  const Titles titles = visible_titles(table, visible);
  std::vector<float> tf(table.size(), 0.0F);
  std::vector<double> sums(table.size(), 0.0), covered(table.size(), 0.0);
  std::vector<UnitId> touched, matched;
  std::vector<Posting> decoded;
  double mass = 0;
  for (const QueryTerm& term : terms) {
    touched.clear();
    const auto collect = [&](std::string_view word, double weight) -> Status {
      decoded.clear();
      NACRE_TRY(postings.read(Field::Title, word, decoded));
      for (const Posting& posting : decoded) {
        if (posting.unit >= table.size() || titles.saturation[posting.unit] == 0) continue;
        if (tf[posting.unit] == 0) touched.push_back(posting.unit);
        tf[posting.unit] += exact_weight(weight) * static_cast<float>(posting.count);
      }
      return Ok{};
    };
    NACRE_TRY(collect(term.term, 1));
    for (const auto& [word, weight] : term.alternatives) NACRE_TRY(collect(word, weight));

    const double term_mass = term.weight * idf_of(titles.count, touched.size());
    mass += term_mass;
    for (const UnitId unit : touched) {
      if (covered[unit] == 0) matched.push_back(unit);
      covered[unit] += term_mass;
      sums[unit] +=
          term_mass * static_cast<double>(tf[unit] / (tf[unit] + titles.saturation[unit]));
      tf[unit] = 0;
    }
  }

  std::vector<TitleScore> scores;
  scores.reserve(matched.size());
  for (const UnitId unit : matched) {
    if (mass > 0) scores.push_back({table[unit].file, sums[unit] / mass, covered[unit] / mass});
  }
  cut(scores, files_max);
  return scores;
}

}  // namespace nacre::lexical
