// Ranks a retrieval set by the static space alone, for its scorer: how good are the vectors without
// keywords? usage: static_retrieval SET_DIRECTORY > run.tsv
//
// SET_DIRECTORY holds corpus.jsonl and queries.jsonl; a query is asked inside its `conv`, or in the
// whole corpus when that is empty. The tables are looked for as the program looks for them.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "embed/static_embedder.h"
#include "embed/static_files.h"

namespace nacre::embed {
namespace {

struct Line {
  std::string id, conversation;
  std::vector<float> vector;  // Empty: no known word.
};

std::vector<Line> read_lines(const std::string& path, StaticEmbedder& embedder) {
  std::vector<Line> lines;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    if (text.empty()) continue;
    const auto json = nlohmann::json::parse(text);
    const auto& place = json.contains("conv") ? json : json.value("meta", nlohmann::json::object());
    lines.push_back(
        {json.at("id"), place.value("conv", ""),
         embedder.embed(json.at("text").get<std::string>()).value_or(std::vector<float>())});
  }
  return lines;
}

float cosine(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.empty() || b.empty()) return -2;
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0F);
}

void answer(const Line& query, const std::vector<Line>& corpus) {
  constexpr std::ptrdiff_t kHits = 100;  // Ten sessions need more than ten turns.
  std::vector<std::pair<float, const Line*>> hits;
  for (const Line& line : corpus) {
    if (!query.conversation.empty() && line.conversation != query.conversation) continue;
    if (const float score = cosine(query.vector, line.vector); score > -2)
      hits.emplace_back(score, &line);
  }
  const auto end = hits.begin() + std::min<std::ptrdiff_t>(kHits, std::ssize(hits));
  std::partial_sort(hits.begin(), end, hits.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second->id < b.second->id;
  });
  for (auto hit = hits.begin(); hit != end; ++hit) {
    std::printf("%s\t%s\t%.4f\n", query.id.c_str(), hit->second->id.c_str(),
                static_cast<double>(hit->first));
  }
}

int run(const std::string& set) {
  const auto files = fs::make_real_file_system();
  const StaticFiles found = find_static_files(*files, data_places(*files));
  std::cerr << (found.any() ? *(found.english ? found.english : found.chinese) : found.missing())
            << "\n";
  const auto space = StaticSpace::open(found);
  if (!space.ok() || !space.value()) return 5;
  StaticEmbedder embedder(*space.value());
  const auto corpus = read_lines(set + "/corpus.jsonl", embedder);
  const auto queries = read_lines(set + "/queries.jsonl", embedder);
  for (const Line& query : queries) answer(query, corpus);
  return corpus.empty() || queries.empty() ? 5 : 0;
}

}  // namespace
}  // namespace nacre::embed

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: static_retrieval SET_DIRECTORY > run.tsv\n";
    return 2;
  }
  return nacre::embed::run(arguments[1]);
}
