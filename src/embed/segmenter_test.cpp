#include "embed/segmenter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "embed/static_writer.h"
#include "embed/test_space.h"
#include "text/utf8.h"

namespace nacre::embed {
namespace {

// "a|b": the segments, unknown ones in brackets.
std::string cut(Segmenter& segmenter, std::string_view run) {
  std::string shown;
  for (const Segment& segment : segmenter.segment(run)) {
    const std::string part(run.substr(segment.begin, segment.end - segment.begin));
    shown += (shown.empty() ? "" : "|") + (segment.row ? part : "[" + part + "]");
  }
  return shown;
}

TEST(Segmenter, PrefersWordsToTheirCharactersAndLeavesUnknownCharactersAlone) {
  const TestSpace test;
  Segmenter segmenter(*test.space().chinese());
  EXPECT_EQ(cut(segmenter, "医生的电脑"), "医生|的|电脑");
  EXPECT_EQ(cut(segmenter, "计算机"), "计算机");
  EXPECT_EQ(cut(segmenter, "计机"), "计|机");
  EXPECT_EQ(cut(segmenter, "我买药物"), "[我]|[买]|药物");
  EXPECT_EQ(cut(segmenter, ""), "");
}

// All ways to cut, the cheapest cost. An unknown character costs 25.
float cheapest(const StaticTable& table, std::string_view run) {
  if (run.empty()) return 0;
  float best = 25 + cheapest(table, run.substr(3));
  for (std::size_t end = 3; end <= run.size(); end += 3) {
    if (const auto row = table.find(run.substr(0, end))) {
      best = std::min(best, table.cost(*row) + cheapest(table, run.substr(end)));
    }
  }
  return best;
}

TEST(SegmenterProperty, FindsTheCheapestCutThatCoversTheRun) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto characters = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text::utf8::append(text, 0x4E00 + random() % 4);
      return text;
    };
    StaticContent content{.language = {'z', 'h'}, .dimensions = 1, .has_costs = true};
    for (int i = 0; i < 25; ++i) {
      const std::string word = characters(1 + random() % 4);
      const bool known =
          std::ranges::any_of(content.words, [&](const auto& one) { return one.word == word; });
      if (known) continue;
      content.words.push_back(
          {.word = word, .vector = {1}, .cost = static_cast<float>(1 + random() % 15)});
    }
    const std::string file = write_static_table(content).value();
    const StaticTable table = StaticTable::over(file).value();
    Segmenter segmenter(table);
    const std::string run = characters(1 + random() % 9);
    float cost = 0;
    std::size_t at = 0;
    for (const Segment& segment : segmenter.segment(run)) {
      ASSERT_EQ(segment.begin, at);
      ASSERT_GT(segment.end, segment.begin);
      at = segment.end;
      cost += segment.row ? table.cost(*segment.row) : 25;
    }
    ASSERT_EQ(at, run.size());
    ASSERT_FLOAT_EQ(cost, cheapest(table, run));
  }
}

TEST(Segmenter, TakesARunOfAnyLengthInStretches) {
  const TestSpace test;
  Segmenter segmenter(*test.space().chinese());
  std::string run;
  while (run.size() < 10 * Segmenter::kStretchBytes) run += "电脑";
  std::size_t at = 0, words = 0;
  for (const Segment& segment : segmenter.segment(run)) {
    ASSERT_EQ(segment.begin, at);
    at = segment.end;
    words += segment.end - segment.begin == 6 ? 1 : 0;
  }
  EXPECT_EQ(at, run.size());
  EXPECT_GE(words, run.size() / 6 - 10);
}

}  // namespace
}  // namespace nacre::embed
