#include <benchmark/benchmark.h>

#include <span>
#include <string>
#include <string_view>

#include "text/fold.h"
#include "text/tokenizer.h"

namespace nacre::text {
namespace {

constexpr std::size_t kBytes = std::size_t{4} << 20;

constexpr std::string_view kEnglish[] = {
    "We decided to move the deployment window to Thursday after the release of v2.2.0.\n",
    "The gateway keeps failing health checks when memory_limit_mb drops below 512.\n",
    "Remember that Kai prefers short summaries, links to src/text/fold.h and no slides.\n",
    "Rollback scripts live in the deploy directory; ask-codex found the parseHeader bug.\n"};
constexpr std::string_view kChinese[] = {
    "周五用Nginx网关做灰度发布，回滚脚本放在deploy目录。\n",
    "下午带外婆去眼科复查，医生说白内障手术安排在四月。\n",
    "簽證預約改到下週三，記得帶護照影本。簽證費用另計。\n",
    "熔断器阈值设为百分之五，冷却三十秒后半开，由网关组维护。\n"};

std::string corpus(std::span<const std::string_view> lines) {
  std::string text;
  for (std::size_t i = 0; text.size() < kBytes; ++i) {
    text += lines[i % lines.size()];
    text += std::to_string(i * 7919 % 100'003);
    text += '\n';
  }
  return text;
}

struct CountSink final : TokenSink {
  std::size_t tokens = 0;
  void token(std::string_view term, TokenKind, std::uint32_t, std::uint32_t) override {
    benchmark::DoNotOptimize(term.data());
    ++tokens;
  }
};

void report(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void fold_english(benchmark::State& state) {
  const std::string text = corpus(kEnglish);
  for (auto _ : state) benchmark::DoNotOptimize(fold(text));
  report(state, text.size());
}
BENCHMARK(fold_english);

void fold_chinese(benchmark::State& state) {
  const std::string text = corpus(kChinese);
  for (auto _ : state) benchmark::DoNotOptimize(fold(text));
  report(state, text.size());
}
BENCHMARK(fold_chinese);

void fold_text_chinese(benchmark::State& state) {
  const std::string text = corpus(kChinese);
  for (auto _ : state) benchmark::DoNotOptimize(fold_text(text));
  report(state, text.size());
}
BENCHMARK(fold_text_chinese);

void tokenize(benchmark::State& state, std::span<const std::string_view> lines) {
  const std::string text = corpus(lines);
  Tokenizer tokenizer;
  CountSink sink;
  for (auto _ : state) tokenizer.tokenize(text, sink);
  report(state, text.size());
  state.counters["tokens_per_byte"] = static_cast<double>(sink.tokens) /
                                      static_cast<double>(state.iterations()) /
                                      static_cast<double>(text.size());
}
void tokenize_english(benchmark::State& state) {
  tokenize(state, kEnglish);
}
void tokenize_chinese(benchmark::State& state) {
  tokenize(state, kChinese);
}
BENCHMARK(tokenize_english);
BENCHMARK(tokenize_chinese);

void make_tokenizer(benchmark::State& state) {
  for (auto _ : state) {
    Tokenizer tokenizer;
    benchmark::DoNotOptimize(tokenizer);
  }
}
BENCHMARK(make_tokenizer);

}  // namespace
}  // namespace nacre::text
