#include <benchmark/benchmark.h>

#include <map>

#include "vector/random_vectors.h"

namespace nacre::vector {
namespace {

struct Corpus {
  Rows rows;
  std::vector<std::vector<float>> queries;
  std::vector<std::uint64_t> allowed;
};

// Made once for each shape.
const Corpus& corpus(std::size_t dimensions, std::size_t count) {
  static std::map<std::pair<std::size_t, std::size_t>, Corpus> made;
  const auto found = made.find({dimensions, count});
  if (found != made.end()) return found->second;
  std::mt19937_64 random(1);
  const Topics topics(random, 1000, dimensions);
  Corpus fresh{.rows = Rows(dimensions), .queries = {}, .allowed = {}};
  for (std::size_t i = 0; i < count; ++i) fresh.rows.add(topics.vector(random));
  for (int i = 0; i < 64; ++i) fresh.queries.push_back(topics.vector(random));
  fresh.allowed.assign(count / 64 + 1, ~std::uint64_t{0});
  return made.emplace(std::pair(dimensions, count), std::move(fresh)).first->second;
}

void codes(benchmark::State& state) {
  const Corpus& on =
      corpus(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  const auto segments = on.rows.segments();
  std::size_t next = 0;
  for (auto _ : state) {
    const Coded query = quantise(on.queries[next++ % on.queries.size()]).value();
    benchmark::DoNotOptimize(
        scan_codes(segments, {.query = &query, .allowed = on.allowed, .matches_max = 10}));
  }
}

void signs_then_codes(benchmark::State& state) {
  const Corpus& on =
      corpus(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  const auto segments = on.rows.segments();
  std::size_t next = 0, found = 0, wanted = 0;
  for (auto _ : state) {
    const auto& values = on.queries[next++ % on.queries.size()];
    const Coded query = quantise(values).value();
    const ScanRequest request{.query = &query, .allowed = on.allowed, .matches_max = 10};
    const auto near = scan_signs(segments, request, on.rows.signs(values), 400);
    benchmark::DoNotOptimize(near.data());
    if (next > on.queries.size()) continue;
    state.PauseTiming();
    for (const Match& match : scan_codes(segments, request)) {
      ++wanted;
      found += static_cast<std::size_t>(std::count(near.begin(), near.end(), match));
    }
    state.ResumeTiming();
  }
  state.counters["recall"] = static_cast<double>(found) / static_cast<double>(wanted);
}

BENCHMARK(codes)
    ->ArgsProduct({{100, 384}, {100'000, 1'000'000}})
    ->ArgNames({"dimensions", "vectors"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(signs_then_codes)
    ->ArgsProduct({{100, 384}, {100'000, 1'000'000}})
    ->ArgNames({"dimensions", "vectors"})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nacre::vector
