#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "guard/redact.h"
#include "guard/redact_samples.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kBytes = std::size_t{4} << 20;

// `secrets_every`: one line in so many holds a secret; 0: none does.
std::string corpus(const std::vector<const char*>& names, std::size_t secrets_every) {
  std::vector<CorpusLine> lines;
  for (const char* name : names) {
    for (CorpusLine& line : read_corpus(name)) lines.push_back(std::move(line));
  }
  const std::vector<CorpusLine> positives = read_corpus("positives.jsonl");
  SampleMaker maker(7);
  std::string text;
  for (std::size_t i = 0; text.size() < kBytes; ++i) {
    if (secrets_every > 0 && i % secrets_every == 0) {
      const CorpusLine& line = positives[i / secrets_every % positives.size()];
      text += maker.sample(line.kind, line.text).text + "\n";
    }
    text += maker.fill(lines[i % lines.size()].text) + "\n";
  }
  return text;
}

void run(benchmark::State& state, const std::string& text) {
  const Redactor redactor({.level = RedactionLevel::Personal});
  std::size_t findings = 0;
  for (auto _ : state) {
    const Redacted redacted = redactor.redact(text);
    findings = redacted.findings.size();
    benchmark::DoNotOptimize(redacted.text.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["findings"] = static_cast<double>(findings);
}

void redact_english(benchmark::State& state) {
  run(state, corpus({"negatives-en.jsonl"}, 0));
}
void redact_chinese(benchmark::State& state) {
  run(state, corpus({"negatives-zh.jsonl"}, 0));
}
void redact_code(benchmark::State& state) {
  run(state, corpus({"negatives-code.jsonl"}, 0));
}
void redact_logs(benchmark::State& state) {
  run(state, corpus({"negatives-logs.jsonl"}, 0));
}
// All four, with a secret in every twentieth line.
void redact_mixed(benchmark::State& state) {
  run(state, corpus({"negatives-en.jsonl", "negatives-zh.jsonl", "negatives-code.jsonl",
                     "negatives-logs.jsonl"},
                    20));
}
BENCHMARK(redact_english);
BENCHMARK(redact_chinese);
BENCHMARK(redact_code);
BENCHMARK(redact_logs);
BENCHMARK(redact_mixed);

}  // namespace
}  // namespace nacre::guard
