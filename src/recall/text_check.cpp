#include "recall/text_check.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "recall/comparable.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kUnitsMax = 4096;
constexpr std::size_t kBatch = 128;

using lexical::UnitId;

bool contains(const std::vector<UnitId>& sorted, UnitId unit) {
  return std::binary_search(sorted.begin(), sorted.end(), unit);
}

}  // namespace

Status TextCheck::prepare() {
  for (const Exclusion& exclusion : query_.excluded) {
    excluded_.push_back(NACRE_TRY(excluded_units(exclusion)));
  }
  return Ok{};
}

Result<TextCheck::Excluded> TextCheck::excluded_units(const Exclusion& exclusion) const {
  Excluded result{.units = {}, .certain = exclusion.whole_terms};
  for (std::size_t i = 0; i < exclusion.terms.size(); ++i) {
    std::vector<UnitId> units;
    for (const lexical::Field field : {lexical::Field::Body, lexical::Field::Heading}) {
      std::vector<lexical::Posting> postings;
      NACRE_TRY(view_.postings().read(field, exclusion.terms[i], postings));
      for (const lexical::Posting& posting : postings) units.push_back(posting.unit);
    }
    std::sort(units.begin(), units.end());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    if (i == 0) {
      result.units = std::move(units);
      continue;
    }
    std::vector<UnitId> both;
    std::set_intersection(units.begin(), units.end(), result.units.begin(), result.units.end(),
                          std::back_inserter(both));
    result.units = std::move(both);
  }
  return result;
}

// A term that the question did not keep (a stop word) says nothing.
bool TextCheck::may_have_phrases(const Candidate& candidate) const {
  if (candidate.substring) return true;
  for (const Phrase& phrase : query_.phrases) {
    for (std::size_t i = 0; i < candidate.matched.size(); ++i) {
      if (candidate.matched[i] == 1) continue;
      const std::string& term = query_.terms[i].term;
      if (std::find(phrase.terms.begin(), phrase.terms.end(), term) != phrase.terms.end()) {
        return false;
      }
    }
  }
  return true;
}

bool TextCheck::text_passes(const Candidate& candidate, const index::UnitRow& row) const {
  const std::string text = comparable(row.unit.heading) + "\n" + comparable(row.unit.text);
  for (const Phrase& phrase : query_.phrases) {
    if (text.find(phrase.folded) == std::string::npos) return false;
  }
  for (std::size_t i = 0; i < excluded_.size(); ++i) {
    if (!contains(excluded_[i].units, candidate.unit)) continue;
    if (excluded_[i].certain) return false;
    if (text.find(query_.excluded[i].folded) != std::string::npos) return false;
  }
  return true;
}

Status TextCheck::keep(std::vector<Candidate>& candidates) {
  std::vector<Candidate> kept;
  std::vector<Candidate> batch;
  const auto look = [&]() -> Status {
    std::vector<UnitId> ids;
    for (const Candidate& candidate : batch) ids.push_back(candidate.unit);
    const std::vector<index::UnitRow> rows = NACRE_TRY(view_.rows(ids));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!text_passes(batch[i], rows[i])) continue;
      batch[i].phrase = !query_.phrases.empty();
      kept.push_back(std::move(batch[i]));
    }
    batch.clear();
    return Ok{};
  };

  for (Candidate& candidate : candidates) {
    if (!may_have_phrases(candidate)) continue;
    const bool in_excluded =
        std::any_of(excluded_.begin(), excluded_.end(),
                    [&](const Excluded& one) { return contains(one.units, candidate.unit); });
    if (query_.phrases.empty() && !in_excluded) {
      kept.push_back(std::move(candidate));
      continue;
    }
    if (looked_at_ == kUnitsMax) {
      complete_ = false;
      continue;
    }
    ++looked_at_;
    batch.push_back(std::move(candidate));
    if (batch.size() == kBatch) NACRE_TRY(look());
  }
  NACRE_TRY(look());
  candidates = std::move(kept);
  return Ok{};
}

}  // namespace nacre::recall
