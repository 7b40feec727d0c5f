#include "lexical/accumulator.h"

#include <algorithm>
#include <cmath>

namespace nacre::lexical {

double idf_of(std::size_t units, std::size_t units_with) {
  const double with = static_cast<double>(units_with);
  return std::log(1 + (static_cast<double>(units) - with + 0.5) / (with + 0.5));
}

float exact_weight(double weight) {
  return static_cast<float>(std::lround(weight * 256)) / 256;
}

Accumulator::Accumulator(const PostingsReader& postings, const ScopeView& view,
                         const SearchOptions& options)
    : postings_(&postings), view_(&view), options_(options) {
  tf_.assign(view.size() + 2 * ScopeView::kMargin, 0.0F);
  sums_.assign(view.size(), 0.0F);
  if (!view.file_saturation().empty()) {
    file_sums_.assign(view.files(), 0.0F);
    file_tf_.assign(view.files(), 0.0);
  }
}

Status Accumulator::add_all(const std::vector<QueryTerm>& terms) {
  NACRE_TRY(find_names(terms));
  for (std::size_t i = 0; i < terms.size(); ++i) NACRE_TRY(add(terms[i], is_name_[i]));
  return Ok{};
}

Status Accumulator::find_names(const std::vector<QueryTerm>& terms) {
  is_name_.assign(terms.size(), false);
  if (options_.speaker <= 0) return Ok{};
  std::vector<std::uint32_t> spoken(view_->size(), 0);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    decoded_.clear();
    NACRE_TRY(postings_->read(Field::Speaker, terms[i].term, decoded_));
    for (const Posting& posting : decoded_) {
      const std::uint32_t position = view_->position_of(posting.unit);
      if (position == UnitTable::kNowhere) continue;
      is_name_[i] = true;
      ++spoken[position];
    }
    if (is_name_[i]) ++names_;
  }
  if (names_ == terms.size()) {
    // Nothing else is asked for: names are looked for as words.
    is_name_.assign(terms.size(), false);
    names_ = 0;
  }
  if (names_ > 0) spoken_ = std::move(spoken);
  return Ok{};
}

Status Accumulator::add(const QueryTerm& term, bool is_name) {
  NACRE_TRY(collect(term));
  TermHits matched;
  matched.is_name = is_name;
  matched.weight = term.weight;
  matched.idf = idf_of(view_->size(), touched_.size());
  matched.mass = matched.weight * matched.idf;
  if (!is_name) mass_ += matched.mass;

  matched.hits.reserve(touched_.size());
  for (const std::uint32_t position : touched_) {
    matched.hits.push_back({position, tf_[position + ScopeView::kMargin]});
  }
  score_units(term, matched);
  if (!file_sums_.empty()) score_files(matched);
  for (const Hit& hit : matched.hits) tf_[hit.position + ScopeView::kMargin] = 0;
  terms_.push_back(std::move(matched));
  return Ok{};
}

Status Accumulator::collect(const QueryTerm& term) {
  touched_.clear();
  NACRE_TRY(collect_list(Field::Body, term.term, 1));
  NACRE_TRY(collect_list(Field::Heading, term.term, options_.heading));
  for (const auto& [alternative, weight] : term.alternatives) {
    NACRE_TRY(collect_list(Field::Body, alternative, weight));
    NACRE_TRY(collect_list(Field::Heading, alternative, weight * options_.heading));
  }
  return Ok{};
}

Status Accumulator::collect_list(Field field, std::string_view term, double weight) {
  const float factor = exact_weight(weight);
  if (factor <= 0) return Ok{};
  decoded_.clear();
  NACRE_TRY(postings_->read(field, term, decoded_));
  for (const Posting& posting : decoded_) {
    const std::uint32_t position = view_->position_of(posting.unit);
    if (position == UnitTable::kNowhere) continue;
    float& tf = tf_[position + ScopeView::kMargin];
    if (tf == 0) touched_.push_back(position);
    tf += factor * static_cast<float>(posting.count);
  }
  return Ok{};
}

void Accumulator::score_units(const QueryTerm& term, const TermHits& matched) {
  targets_.clear();
  if (!matched.is_name) targets_.push_back(&sums_);
  if (options_.clause > 0) {
    for (std::uint32_t number = 0; number < kClausesMax; ++number) {
      if ((term.clauses >> number & 1) == 0) continue;
      if (number >= clauses_.size()) clauses_.resize(number + 1);
      Clause& clause = clauses_[number];
      if (clause.sums.empty()) clause.sums.assign(view_->size(), 0.0F);
      clause.mass += matched.mass;
    }
    for (std::uint32_t number = 0; number < clauses_.size(); ++number) {
      if ((term.clauses >> number & 1) != 0) targets_.push_back(&clauses_[number].sums);
    }
  }

  const auto mass = static_cast<float>(matched.mass);
  if (!view_->has_neighbours()) {
    for (std::vector<float>* sums : targets_) {
      for (const Hit& hit : matched.hits) {
        (*sums)[hit.position] += mass * (hit.tf / (hit.tf + view_->saturation()[hit.position]));
      }
    }
    return;
  }
  // A term in every tenth unit has neighbours nearly everywhere: one pass over
  // all units is then cheaper than finding where.
  if (matched.hits.size() * 10 > view_->size()) return score_range(0, view_->size(), mass);
  std::sort(touched_.begin(), touched_.end());
  std::size_t done = 0;
  for (const std::size_t position : touched_) {
    const std::size_t begin = std::max(done, position < 2 ? 0 : position - 2);
    done = std::min<std::size_t>(position + 3, view_->size());
    score_range(begin, done, mass);
  }
}

void Accumulator::score_range(std::size_t begin, std::size_t end, float mass) {
  const float* const saturation = view_->saturation().data();
  const float* const tf = tf_.data() + ScopeView::kMargin;
  for (std::vector<float>* target : targets_) {
    float* const sums = target->data();
    for (std::size_t at = begin; at < end; ++at) {
      const float mixed = view_->mixed(tf + at, at);
      sums[at] += mass * (mixed / (mixed + saturation[at]));
    }
  }
}

void Accumulator::score_files(const TermHits& matched) {
  std::size_t files_with = 0;
  for (const Hit& hit : matched.hits) {
    double& tf = file_tf_[view_->file(hit.position)];
    if (tf == 0) ++files_with;
    tf += static_cast<double>(hit.tf);
  }
  const double mass = matched.weight * idf_of(view_->files(), files_with);
  file_mass_ += mass;
  for (const Hit& hit : matched.hits) {
    const std::uint32_t file = view_->file(hit.position);
    const auto tf = static_cast<float>(file_tf_[file]);
    if (tf == 0) continue;
    file_tf_[file] = 0;
    file_sums_[file] += static_cast<float>(mass) * (tf / (tf + view_->file_saturation()[file]));
  }
}

std::span<const float> Accumulator::finish() {
  const auto mass = static_cast<float>(mass_);
  const bool clauses = clauses_.size() >= 2;
  const auto clause_share = static_cast<float>(options_.clause);
  finished_.assign(sums_.size(), 0.0F);
  for (std::uint32_t at = 0; at < sums_.size(); ++at) {
    if (sums_[at] <= 0) continue;
    float score = sums_[at] / mass;
    if (clauses) score = (1 - clause_share) * score + clause_share * best_clause(at);
    if (names_ > 0) {
      score += static_cast<float>(options_.speaker) *
               (static_cast<float>(spoken_[at]) / static_cast<float>(names_));
    }
    if (view_->has_chat()) score = (score + file_support(at)) * factor(at);
    finished_[at] = std::min(score, 1.0F);
  }
  return finished_;
}

float Accumulator::best_clause(std::uint32_t position) const {
  float best = 0;
  for (const Clause& clause : clauses_) {
    if (clause.mass <= 0) continue;
    best = std::max(best, clause.sums[position] / static_cast<float>(clause.mass));
  }
  return best;
}

float Accumulator::file_support(std::uint32_t position) const {
  if (file_sums_.empty() || file_mass_ <= 0) return 0;
  return static_cast<float>(options_.parent) * view_->chat(position) *
         (file_sums_[view_->file(position)] / static_cast<float>(file_mass_));
}

float Accumulator::factor(std::uint32_t position) const {
  double factor = 1 - options_.question * view_->questions(position) / 255.0;
  if ((view_->chat_flags(position) & kNamesTime) != 0) factor *= options_.time_factor;
  if ((view_->chat_flags(position) & kNamesNumber) != 0) factor *= options_.number_factor;
  return static_cast<float>(factor);
}

float Accumulator::parent(std::uint32_t position) const {
  return std::min(file_support(position) * factor(position), finished_[position]);
}

}  // namespace nacre::lexical
