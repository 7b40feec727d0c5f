#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "embed/nearest_words.h"
#include "embed/static_embedder.h"
#include "embed/static_writer.h"
#include "text/utf8.h"

// Over tables of the real size made here, and texts whose words are drawn as in a language (Zipf).
// A token is a word of English, a character of Chinese.
namespace nacre::embed {
namespace {

constexpr std::uint32_t kWords = 100'000, kDimensions = 100;

std::vector<float> some_vector(std::mt19937& random) {
  std::vector<float> vector(kDimensions);
  for (float& x : vector) x = static_cast<float>(random() % 2001) / 1000 - 1;
  return vector;
}

std::string latin_word(std::uint32_t i) {
  std::string word;
  for (std::uint32_t rest = i + 700; rest > 0; rest /= 26) {
    word += static_cast<char>('a' + rest % 26);
  }
  return word;
}

// One character for the first three thousand, then two: as the most frequent words are.
std::string han_word(std::uint32_t i) {
  std::string word;
  text::utf8::append(word, 0x4E00 + i % 3000);
  if (i >= 3000) text::utf8::append(word, 0x4E00 + (i * 37 + i / 3000) % 3000);
  return word;
}

template <typename Spell>
std::string table(std::array<char, 4> language, bool has_costs, Spell spell) {
  std::mt19937 random(7);
  StaticContent content{.language = language, .dimensions = kDimensions, .has_costs = has_costs};
  std::vector<std::string> seen;
  for (std::uint32_t i = 0; i < kWords; ++i) seen.push_back(spell(i));
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  for (const std::string& word : seen) {
    content.words.push_back({.word = word,
                             .vector = some_vector(random),
                             .cost = 8 + static_cast<float>(random() % 100) / 20});
  }
  return write_static_table(std::move(content)).value();
}

struct Tables {
  std::string english = table({'e', 'n'}, false, latin_word);
  std::string chinese = table({'z', 'h'}, true, han_word);
  StaticSpace space =
      StaticSpace::of(StaticTable::over(english).value(), StaticTable::over(chinese).value())
          .value();
};

const Tables& tables() {
  static const Tables made;
  return made;
}

template <typename Spell>
std::vector<std::string> texts(Spell spell, std::string_view between, std::size_t words) {
  std::mt19937 random(11);
  std::vector<std::string> made(400);
  for (std::string& text : made) {
    for (std::size_t i = 0; i < words; ++i) {
      const double u = (static_cast<double>(random() % 1'000'000) + 1) / 1'000'001;
      text += spell(static_cast<std::uint32_t>(std::pow(double{kWords}, u)) - 1);
      text += between;
    }
  }
  return made;
}

void run(benchmark::State& state, const std::vector<std::string>& all, std::size_t tokens) {
  StaticEmbedder embedder(tables().space);
  std::vector<float> vector(kDimensions);
  std::size_t bytes = 0;
  for (const std::string& text : all) bytes += text.size();
  for (auto _ : state) {
    for (const std::string& text : all) benchmark::DoNotOptimize(embedder.embed(text, vector));
  }
  const auto rounds = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(rounds * static_cast<std::int64_t>(tokens));
  state.SetBytesProcessed(rounds * static_cast<std::int64_t>(bytes));
}

void embed_english(benchmark::State& state) {
  const auto all = texts(latin_word, " ", 256);
  run(state, all, all.size() * 256);
}
BENCHMARK(embed_english);

void embed_chinese(benchmark::State& state) {
  const auto all = texts(han_word, "", 150);
  std::size_t characters = 0;
  for (const std::string& text : all) characters += text::utf8::count(text);
  run(state, all, characters);
}
BENCHMARK(embed_chinese);

void nearest(benchmark::State& state) {
  std::vector<std::string> asked;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(state.range(0)); ++i) {
    asked.push_back(latin_word(5000 + i * 77));
  }
  for (auto _ : state) benchmark::DoNotOptimize(nearest_words(tables().space, asked, {}));
}
BENCHMARK(nearest)->Arg(1)->Arg(8);

void open_tables(benchmark::State& state) {
  const Tables& made = tables();
  for (auto _ : state) {
    benchmark::DoNotOptimize(StaticSpace::of(StaticTable::over(made.english).value(),
                                             StaticTable::over(made.chinese).value()));
  }
}
BENCHMARK(open_tables);

}  // namespace
}  // namespace nacre::embed
