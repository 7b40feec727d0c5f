#include "embed/test_space.h"

#include <random>
#include <string_view>
#include <vector>

namespace nacre::embed {
namespace {

constexpr std::uint32_t kDimensions = 36;

struct Concept {
  std::vector<std::string_view> english, chinese;
};

const std::vector<Concept>& concepts() {
  static const std::vector<Concept> all = {{{"computer", "laptop", "pc"}, {"计算机", "电脑"}},
                                           {{"medicine", "drug", "drugs"}, {"药", "药物"}},
                                           {{"doctor", "physician"}, {"医生", "大夫"}},
                                           {{"beach", "sea"}, {"海边", "海滩"}},
                                           {{"salary", "wage"}, {"工资", "薪水"}},
                                           {{}, {"计"}},
                                           {{}, {"算"}},
                                           {{}, {"机"}},
                                           {{}, {"电"}},
                                           {{}, {"脑"}}};
  return all;
}

// Each component in [-1, 1].
std::vector<float> direction(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> vector(kDimensions);
  for (float& x : vector) x = static_cast<float>(random() % 2001) / 1000 - 1;
  return vector;
}

StaticWord word_of(std::string_view word, std::uint32_t concept_seed, std::uint32_t word_seed) {
  StaticWord made{.word = std::string(word), .vector = direction(concept_seed)};
  const std::vector<float> own = direction(word_seed);
  for (std::size_t d = 0; d < kDimensions; ++d) made.vector[d] += 0.4F * own[d];
  made.cost = word.size() > 3 ? 9 : 7;
  return made;
}

StaticContent content(std::array<char, 4> language, bool is_chinese) {
  StaticContent made{.language = language, .dimensions = kDimensions, .has_costs = is_chinese};
  std::uint32_t word_seed = is_chinese ? 2000 : 1000;
  for (std::uint32_t i = 0; i < concepts().size(); ++i) {
    const Concept& one = concepts()[i];
    for (const std::string_view word : is_chinese ? one.chinese : one.english) {
      made.words.push_back(word_of(word, 100 + i, word_seed++));
    }
  }
  for (const std::string_view word : is_chinese ? std::vector<std::string_view>{"的"}
                                                : std::vector<std::string_view>{"my", "the"}) {
    made.words.push_back({.word = std::string(word),
                          .vector = std::vector<float>(kDimensions),
                          .weight = 0,
                          .cost = 3});
  }
  return made;
}

}  // namespace

StaticContent test_english() {
  return content({'e', 'n'}, false);
}

StaticContent test_chinese() {
  return content({'z', 'h'}, true);
}

TestSpace::TestSpace()
    : english_(std::make_unique<std::string>(write_static_table(test_english()).value())),
      chinese_(std::make_unique<std::string>(write_static_table(test_chinese()).value())),
      space_(std::make_unique<StaticSpace>(StaticSpace::of(StaticTable::over(*english_).value(),
                                                           StaticTable::over(*chinese_).value())
                                               .value())) {}

}  // namespace nacre::embed
