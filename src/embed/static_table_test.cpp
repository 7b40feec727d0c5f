#include "embed/static_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <random>
#include <string>

#include "embed/static_writer.h"
#include "embed/test_space.h"
#include "fs/temporary_directory.h"

namespace nacre::embed {
namespace {

std::string random_word(std::mt19937_64& random) {
  std::string word;
  for (std::size_t i = 0, n = 1 + random() % 12; i < n; ++i) {
    word += static_cast<char>('a' + random() % 6);
  }
  return word;
}

StaticContent random_content(std::mt19937_64& random) {
  StaticContent content{.language = {'e', 'n'},
                        .dimensions = static_cast<std::uint32_t>(1 + random() % 40),
                        .has_costs = random() % 2 == 0};
  std::map<std::string, bool> seen;
  for (std::size_t i = 0, n = 1 + random() % 300; i < n; ++i) {
    StaticWord word{.word = random_word(random)};
    if (!seen.emplace(word.word, true).second) continue;
    for (std::uint32_t d = 0; d < content.dimensions; ++d) {
      word.vector.push_back(static_cast<float>(random() % 2001) / 500 - 2);
    }
    word.weight = static_cast<float>(random() % 5) / 4;
    word.cost = static_cast<float>(random() % 20);
    content.words.push_back(std::move(word));
  }
  return content;
}

TEST(StaticTableProperty, FindsEveryWordWithItsVectorAndNoOtherWord) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const StaticContent content = random_content(random);
    const std::string file = write_static_table(content).value();
    const auto opened = StaticTable::over(file);
    ASSERT_TRUE(opened.ok());
    const StaticTable& table = opened.value();
    ASSERT_TRUE(table.verify().ok());
    ASSERT_EQ(table.size(), content.words.size());
    std::map<std::string, bool> known;
    for (const StaticWord& word : content.words) {
      known[word.word] = true;
      const auto row = table.find(word.word);
      ASSERT_TRUE(row.has_value()) << word.word;
      ASSERT_EQ(table.word(*row), word.word);
      ASSERT_EQ(table.cost(*row), content.has_costs ? word.cost : 0);
      const auto vector = table.vector(*row);
      float largest = 0;
      for (const float x : word.vector) largest = std::max(largest, std::abs(x));
      for (std::size_t d = 0; d < vector.size(); ++d) {
        const float kept = table.scale(*row) * static_cast<float>(vector[d]);
        ASSERT_NEAR(kept, word.weight * word.vector[d], largest / 127 * 0.51F);
      }
    }
    for (int i = 0; i < 300; ++i) {
      const std::string word = random_word(random);
      ASSERT_EQ(table.find(word).has_value(), known.contains(word)) << word;
    }
  }
}

TEST(StaticWriter, GivesTheSameBytesForTheSameWordsInAnyOrder) {
  StaticContent content = test_chinese();
  const std::string file = write_static_table(content).value();
  std::ranges::reverse(content.words);
  EXPECT_EQ(write_static_table(content).value(), file);
}

TEST(StaticWriter, RefusesWordsThatDoNotFit) {
  const auto refuses = [](auto change) {
    StaticContent content = test_english();
    change(content);
    const auto written = write_static_table(content);
    return !written.ok() && written.error().code == ErrorCode::InvalidArgument;
  };
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words.push_back(c.words.front()); }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words[0].word.clear(); }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words[0].word.assign(65, 'a'); }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words[0].vector.pop_back(); }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words[0].vector[0] = std::nanf(""); }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words[0].weight = -1; }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.words.clear(); }));
  EXPECT_TRUE(refuses([](StaticContent& c) { c.dimensions = 0; }));
}

TEST(StaticTable, RefusesAFileOfAnotherSize) {
  const std::string file = write_static_table(test_english()).value();
  for (std::size_t size = 0; size < file.size(); ++size) {
    const auto opened = StaticTable::over(std::string_view(file).substr(0, size));
    ASSERT_FALSE(opened.ok()) << size;
    ASSERT_EQ(opened.error().code, ErrorCode::Corruption);
  }
  EXPECT_FALSE(StaticTable::over(file + "x").ok());
}

TEST(StaticTable, RefusesAHeaderThatMakesNoSense) {
  const std::string file = write_static_table(test_english()).value();
  // Magic, dimensions, words, pool, longest word, slots, flags, reserved; each byte in turn.
  for (const std::size_t at :
       {0U, 12U, 15U, 16U, 19U, 20U, 23U, 27U, 28U, 31U, 32U, 35U, 104U, 127U}) {
    std::string damaged = file;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    const auto opened = StaticTable::over(damaged);
    ASSERT_FALSE(opened.ok()) << at;
    ASSERT_EQ(opened.error().code, ErrorCode::Corruption) << at;
  }
}

TEST(StaticTable, SaysThatAVersionIsNotItsOwn) {
  std::string file = write_static_table(test_english()).value();
  file[8] = 2;
  const auto opened = StaticTable::over(file);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::Unsupported);
}

TEST(StaticTableProperty, StaysInBoundsAndNoticesOnDemandWhenBytesAreDamaged) {
  const std::string file = write_static_table(test_chinese()).value();
  const std::size_t words = test_chinese().words.size();
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string damaged = file;
    for (int i = 0; i < 40; ++i) {
      const std::size_t at = kStaticHeaderBytes + random() % (file.size() - kStaticHeaderBytes);
      damaged[at] = static_cast<char>(random());
    }
    const auto opened = StaticTable::over(damaged);
    ASSERT_TRUE(opened.ok());
    const StaticTable& table = opened.value();
    ASSERT_EQ(table.verify().ok(), damaged == file);
    for (const StaticWord& word : test_chinese().words) {
      if (const auto row = table.find(word.word)) {
        ASSERT_LT(*row, words);
        ASSERT_GE(table.scale(*row), 0);
        ASSERT_TRUE(std::isfinite(table.cost(*row)));
      }
    }
    for (std::uint32_t row = 0; row < words; ++row) {
      ASSERT_LE(table.word(row).size(), kStaticWordBytesMax);
    }
  }
}

TEST(StaticTable, EndsWhereEverySlotIsTaken) {
  std::string file = write_static_table(test_english()).value();
  const auto header = decode_header(file).value();
  std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(layout_of(header).slots),
              std::size_t{header.slots} * 4, '\0');
  EXPECT_FALSE(StaticTable::over(file).value().find("computer").has_value());
}

TEST(StaticTable, OpensAFileAndNamesItWhenItCannot) {
  const fs::TemporaryDirectory directory;
  const std::string path = directory / "en.bin";
  std::ofstream(path, std::ios::binary) << write_static_table(test_english()).value();
  {
    const auto opened = StaticTable::open(path);
    ASSERT_TRUE(opened.ok());
    EXPECT_TRUE(opened.value().find("laptop").has_value());
    EXPECT_TRUE(opened.value().verify().ok());
  }
  std::ofstream(path, std::ios::binary) << "something else";
  const auto opened = StaticTable::open(path);
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().message.find(path), std::string::npos);
}

}  // namespace
}  // namespace nacre::embed
