#include "recall/ranking.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace nacre::recall {
namespace {

// Nothing fades to zero: an exact match of any age keeps an order and a score.
constexpr double kRecencyMin = 1e-3;

std::array<double, kLayerCount> layers(double daily, double conversation, double lasting) {
  std::array<double, kLayerCount> weights{};
  weights.fill(lasting);
  const auto at = [&](Layer layer) -> double& { return weights[static_cast<std::size_t>(layer)]; };
  at(Layer::Working) = 1.0;
  at(Layer::Conversation) = conversation;
  at(Layer::Daily) = daily;
  at(Layer::Archive) = daily;
  return weights;
}

Ranking nacre_preset() {
  Ranking ranking;
  // docs/benchmarks.md says on which sets these were found.
  ranking.lexical = {.k1 = 1.2,
                     .b = 0.6,
                     .neighbour1 = 0.75,
                     .neighbour2 = 0.45,
                     .neighbour_before = 1.0,
                     .neighbour_after = 1.0 / 3,
                     .neighbour_length = 1.5,
                     .neighbour_full_tokens = 40,
                     .neighbour_none_tokens = 100,
                     .parent = 0.2,
                     .heading = 0.5,
                     .clause = 0.5,
                     .speaker = 0.04,
                     .question = 0.4};
  ranking.layer = layers(0.97, 0.97, 1.0);
  ranking.layer[static_cast<std::size_t>(Layer::Archive)] = 0.94;
  ranking.layer[static_cast<std::size_t>(Layer::Instructions)] = 0.9;
  return ranking;
}

// 30 days, MMR 0.7 and plain BM25, as the described system ranks.
Ranking openclaw_preset() {
  Ranking ranking;
  ranking.layer.fill(1.0);
  ranking.recency_weight = 1.0;
  ranking.answer_type = 1;
  ranking.general_synonyms = false;
  return ranking;
}

Ranking classic_preset() {
  Ranking ranking;
  ranking.layer = layers(0.5, 0.7, 0.8);
  ranking.recency = Recency::Lambda01;
  ranking.recency_weight = 1.0;
  ranking.answer_type = 1;
  ranking.general_synonyms = false;
  ranking.mmr = false;
  return ranking;
}

// The key exists so that a preset's weight can be changed; -1 leaves it.
void override_from(const base::Config& config, std::string_view key, double& weight) {
  const double value = config.number(key);
  if (value >= 0) weight = value;
}

}  // namespace

Ranking make_ranking(const base::Config& config) {
  const std::string& preset = config.string("recall.preset");
  Ranking ranking = preset == "classic"    ? classic_preset()
                    : preset == "openclaw" ? openclaw_preset()
                                           : nacre_preset();
  if (!config.is_default("recall.recency")) {
    const std::string& profile = config.string("recall.recency");
    ranking.recency = profile == "none"         ? Recency::None
                      : profile == "exp_30"     ? Recency::Exp30
                      : profile == "lambda_0.1" ? Recency::Lambda01
                                                : Recency::HalfLife;
  }
  ranking.half_life_days = config.number("recall.half_life_days");
  if (!config.boolean("recall.synonyms")) ranking.general_synonyms = false;
  if (!config.is_default("recall.mmr")) ranking.mmr = config.boolean("recall.mmr");
  ranking.mmr_lambda = config.number("recall.mmr_lambda");
  ranking.strict_score = config.number("recall.strict_score");
  for (int i = 0; i < kLayerCount; ++i) {
    const auto layer = static_cast<Layer>(i);
    override_from(config, "recall.weight." + std::string(name(layer)),
                  ranking.layer[static_cast<std::size_t>(i)]);
  }
  override_from(config, "recall.parent_support", ranking.lexical.parent);
  const double before = ranking.lexical.neighbour1;
  override_from(config, "recall.neighbour_support", ranking.lexical.neighbour1);
  if (before > 0) ranking.lexical.neighbour2 *= ranking.lexical.neighbour1 / before;
  return ranking;
}

double recency_factor(const Ranking& ranking, std::optional<CivilDay> day, bool evergreen,
                      CivilDay today) {
  if (evergreen || !day || *day >= today) return 1;
  const double age = static_cast<double>(today.days) - static_cast<double>(day->days);
  double factor = 1;
  switch (ranking.recency) {
    case Recency::HalfLife:
      factor = std::exp(-std::numbers::ln2 * age / ranking.half_life_days);
      break;
    case Recency::Exp30:
      factor = std::exp(-age / 30);
      break;
    case Recency::Lambda01:
      factor = std::exp(-0.1 * age);
      break;
    case Recency::None:
      break;
  }
  return std::max(factor, kRecencyMin);
}

double importance_factor(std::optional<int> importance) {
  if (!importance) return 1;
  return 0.75 + 0.05 * std::clamp(*importance, 1, 10);
}

}  // namespace nacre::recall
