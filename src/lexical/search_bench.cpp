#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "lexical/generated_text.h"
#include "lexical/search.h"
#include "text/tokenizer.h"

// Whole questions against 100,000 units of about 600 bytes, half of them Chinese.
namespace nacre::lexical {
namespace {

constexpr UnitId kUnits = 100'000;

struct Corpus {
  std::unique_ptr<db::Database> database;
  UnitTable table;
};

Corpus build(bool chat) {
  Corpus corpus;
  auto opened = db::Database::open(":memory:", {.mode = db::OpenMode::ReadWrite});
  NACRE_CHECK(opened.ok());
  corpus.database = std::move(opened).value();
  NACRE_CHECK(corpus.database->execute(kPostingsSchema).ok());
  GeneratedText text(7);
  PostingsWriter writer(*corpus.database);
  std::vector<UnitRecord> records(1);
  const std::size_t bytes = chat ? 120 : 600;
  for (UnitId id = 1; id <= kUnits; ++id) {
    UnitRecord record{.file = id / 20, .ordinal = id % 20 + 1, .partition = 0};
    if (chat) record.flags = kChat;
    const std::string body = id % 2 == 0 ? text.english(bytes) : text.chinese(bytes);
    record.length = static_cast<std::uint16_t>(writer.add(id, Field::Body, body));
    records.push_back(record);
  }
  NACRE_CHECK(writer.flush().ok());
  corpus.table = UnitTable::from_records(std::move(records));
  return corpus;
}

const Corpus& corpus(bool chat) {
  static const Corpus notes = build(false), turns = build(true);
  return chat ? turns : notes;
}

std::vector<std::vector<QueryTerm>> questions(bool chinese) {
  GeneratedText text(11);
  text::Tokenizer tokenizer;
  std::vector<std::vector<QueryTerm>> questions(200);
  for (auto& terms : questions) {
    std::set<std::string> seen;
    // About 14 words, or 10 characters with their bigrams.
    const std::string question = chinese ? text.chinese(30, 20) : text.english(75, 20);
    for (const text::Token& token : tokenizer.tokens(question)) {
      if (!seen.insert(token.term).second) continue;
      const double weight = token.kind == text::TokenKind::Character ? 0.2 : 1;
      terms.push_back({.term = token.term, .weight = weight});
    }
  }
  return questions;
}

SearchOptions nacre_options() {
  SearchOptions options;
  options.b = 0.6;
  options.neighbour1 = 0.5;
  options.neighbour2 = 0.3;
  options.neighbour_before = 1.5;
  options.neighbour_after = 0.5;
  options.neighbour_length = 1.5;
  options.neighbour_full_tokens = 40;
  options.neighbour_none_tokens = 100;
  options.parent = 0.2;
  options.speaker = 0.04;
  options.question = 0.4;
  options.clause = 0.5;
  return options;
}

void search_questions(benchmark::State& state) {
  const Corpus& index = corpus(state.range(1) != 0);
  const auto all = questions(state.range(0) != 0);
  const PostingsReader postings(*index.database);
  const SearchOptions options = nacre_options();
  std::vector<double> times_ms;
  std::size_t next = 0, terms = 0;
  for (auto _ : state) {
    const auto& question = all[next++ % all.size()];
    const auto start = std::chrono::steady_clock::now();
    auto result = search(postings, index.table, {true}, question, options);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times_ms.push_back(took.count());
    terms += question.size();
    benchmark::DoNotOptimize(result);
  }
  std::sort(times_ms.begin(), times_ms.end());
  state.counters["p50_ms"] = times_ms[times_ms.size() / 2];
  state.counters["p99_ms"] = times_ms[times_ms.size() * 99 / 100];
  state.counters["terms"] = static_cast<double>(terms) / static_cast<double>(times_ms.size());
}
BENCHMARK(search_questions)
    ->ArgNames({"chinese", "chat"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Iterations(400)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nacre::lexical
