#include "recall/explain.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "text/fold.h"

namespace nacre::recall {
namespace {

constexpr double kShownWeightMin = 0.5;

using Ranges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Places in the question of the terms that matched as `how`, overlapping ones
// as one: the bigrams of a word become the word again.
Ranges matched_places(const ParsedQuery& query, const Candidate& candidate, std::uint8_t how) {
  Ranges places;
  for (std::size_t i = 0; i < candidate.matched.size(); ++i) {
    if (candidate.matched[i] != how || query.terms[i].weight < kShownWeightMin) continue;
    places.emplace_back(query.places[i].begin, query.places[i].end);
  }
  std::sort(places.begin(), places.end());
  Ranges merged;
  for (const auto& place : places) {
    if (!merged.empty() && place.first < merged.back().second) {
      merged.back().second = std::max(merged.back().second, place.second);
    } else {
      merged.push_back(place);
    }
  }
  return merged;
}

std::string list_words(const ParsedQuery& query, const Ranges& places) {
  constexpr std::size_t kWordsMax = 8;
  std::vector<std::string> words;
  for (const auto& [begin, end] : places) {
    std::string word = text::fold_text(std::string_view(query.text).substr(begin, end - begin));
    if (std::find(words.begin(), words.end(), word) == words.end())
      words.push_back(std::move(word));
  }
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < kWordsMax; ++i) {
    text += (i > 0 ? ", " : "") + words[i];
  }
  if (words.size() > kWordsMax) text += ", ...";
  return text;
}

}  // namespace

std::map<std::string, double> parts_of(const Candidate& one) {
  std::map<std::string, double> parts = {
      {"lexical", one.lexical},     {"coverage", one.coverage},
      {"relevance", one.relevance}, {"layer", one.layer},
      {"recency", one.recency},     {"importance", one.importance},
      {"diversity", one.diversity}, {"tier", static_cast<double>(one.tier)},
  };
  const auto add = [&](const char* key, double value) {
    if (value != 0) parts[key] = value;
  };
  add("neighbours", one.neighbours);
  add("parent", one.parent);
  add("title", one.title);
  add("date", one.date);
  add("phrase", one.phrase ? 1 : 0);
  add("project", one.project ? 1 : 0);
  add("substring", one.substring ? 1 : 0);
  if (one.place < 1) parts["place"] = one.place;
  return parts;
}

std::string why(const ParsedQuery& query, const Candidate& one) {
  std::vector<std::string> reasons;
  if (one.listed) reasons.emplace_back("passes the filters");
  if (one.substring) reasons.emplace_back("contains a part of a word that was asked for");
  const Ranges own = matched_places(query, one, 1);
  if (!own.empty()) {
    const bool all = std::find(one.matched.begin(), one.matched.end(), 0) == one.matched.end();
    reasons.push_back((all && one.matched.size() > 1 ? "has all words: " : "has ") +
                      list_words(query, own));
  }
  const Ranges beside = matched_places(query, one, 2);
  if (!beside.empty()) reasons.push_back("beside it " + list_words(query, beside));
  if (one.phrase) reasons.emplace_back("exact phrase");
  if (one.title_exact) {
    reasons.emplace_back("the file has this name");
  } else if (one.title > 0) {
    reasons.emplace_back("in the file's name or title");
  }
  if (one.leading_day) {
    reasons.emplace_back("on the day asked about");
  } else if (one.date > 0) {
    reasons.emplace_back("near the date asked about");
  }
  if (one.project) reasons.emplace_back("of the current project");
  if (one.importance > 1) reasons.emplace_back("marked important");

  std::string sentence;
  for (const std::string& reason : reasons) sentence += (sentence.empty() ? "" : "; ") + reason;
  return sentence;
}

}  // namespace nacre::recall
