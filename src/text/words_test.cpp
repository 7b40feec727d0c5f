#include "text/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "text/fold.h"

namespace nacre::text {
namespace {

using testing::ElementsAre;

std::vector<std::string> split(WordSplitter& splitter, const std::string& text) {
  std::vector<std::string> out;
  for (const auto& [begin, end] : splitter.split(text))
    out.push_back(text.substr(begin, end - begin));
  return out;
}

TEST(Words, OfChineseComeFromIcu) {
  WordSplitter splitter;
  EXPECT_THAT(split(splitter, "昨天的测试"), ElementsAre("昨天", "的", "测试"));
  EXPECT_THAT(split(splitter, "nginx测试, ok"), ElementsAre("nginx", "测试", "ok"));
}

TEST(Words, OfTheUserWinByTheLongestMatch) {
  WordSplitter splitter("# ours\n金刚\n金刚狼\t5 n\r\n簽證處 10\n");
  EXPECT_THAT(split(splitter, "金刚狼在签证处"), ElementsAre("金刚狼", "在", "签证处"));
  EXPECT_THAT(split(splitter, "金刚是谁").front(), "金刚");
}

TEST(Words, OfTheUserAreNotFoundInsideALatinWord) {
  WordSplitter splitter("art\n");
  EXPECT_THAT(split(splitter, "start art"), ElementsAre("start", "art"));
}

TEST(Words, AreNoneInPunctuation) {
  WordSplitter splitter;
  EXPECT_TRUE(split(splitter, "").empty());
  EXPECT_TRUE(split(splitter, " ，。!? ").empty());
}

TEST(Words, ThatDoNotCountAreKnownInBothLanguages) {
  for (const char* word : {"the", "what", "did", "的", "什么", "是什么", "多少", "怎么样", "an"}) {
    EXPECT_TRUE(is_stop_word(word)) << word;
  }
  for (const char* word : {"deploy", "测试", "金刚", "", "yesterday", "昨天"}) {
    EXPECT_FALSE(is_stop_word(word)) << word;
  }
}

}  // namespace
}  // namespace nacre::text
