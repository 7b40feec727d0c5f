#include "index/unit_signals.h"

#include <gtest/gtest.h>

namespace nacre::index {
namespace {

std::vector<text::Unit> units(std::initializer_list<const char*> texts) {
  std::vector<text::Unit> out;
  for (const char* text : texts) out.emplace_back().text = text;
  return out;
}

TEST(SpeakerPrefixes, CutsNamesThatComeAgain) {
  const auto bytes = speaker_prefixes(
      units({"- Anna: hello", "- Bob: hi", "Anna: how are you", "Bob:\nfine", "note: odd"}));
  EXPECT_EQ(bytes, (std::vector<std::uint16_t>{8, 7, 6, 5, 0}));
}

TEST(SpeakerPrefixes, UnderstandsTheWideColon) {
  const auto bytes =
      speaker_prefixes(units({"小明：你好", "小红：好", "小明：吃了吗", "小红：吃了"}));
  EXPECT_EQ(bytes, (std::vector<std::uint16_t>{9, 9, 9, 9}));
}

TEST(SpeakerPrefixes, TakesOneSpeakerOrListsOfFactsForNoConversation) {
  EXPECT_TRUE(speaker_prefixes(units({"user: a", "user: b", "user: c", "user: d"})).empty());
  EXPECT_TRUE(speaker_prefixes(units({"A: a", "B: b", "A: c"})).empty());
  EXPECT_TRUE(speaker_prefixes(units({"Name: x", "City: y", "Age: z", "Job: w"})).empty());
  EXPECT_TRUE(speaker_prefixes(units({"http://a", "12:30 b", "c", "d"})).empty());
}

TEST(QuestionShare, MeasuresWhatIsAsked) {
  EXPECT_EQ(question_share("Where were you?"), 255);
  EXPECT_EQ(question_share("你去哪了？"), 255);
  EXPECT_EQ(question_share("I was at home."), 0);
  EXPECT_EQ(question_share("Version v2.2.0 is out"), 0);
  EXPECT_EQ(question_share("[shared image: a cat?] Nice"), 0);
  EXPECT_EQ(question_share(""), 0);
  EXPECT_NEAR(question_share("abcd. abcd?"), 255 * 6 / 11, 1);
}

TEST(NamesTime, KnowsWordsAndNumbersOfDates) {
  for (const char* text :
       {"Yesterday I left", "in 2023", "on the 8th", "昨天很好", "3月", "last week"}) {
    EXPECT_TRUE(names_time(text)) << text;
  }
  for (const char* text : {"I left", "about 300 people", "mayor", "很好"}) {
    EXPECT_FALSE(names_time(text)) << text;
  }
}

TEST(NamesNumber, KnowsDigitsAndWords) {
  for (const char* text : {"3 cats", "Three cats", "两只猫", "v2"})
    EXPECT_TRUE(names_number(text)) << text;
  for (const char* text : {"cats", "someone tense", "猫"}) EXPECT_FALSE(names_number(text)) << text;
}

TEST(HeadingText, HoldsTriggersAndTags) {
  text::Unit unit;
  unit.heading = "A > B";
  unit.triggers = {"deploy"};
  unit.tags = {"ops"};
  EXPECT_EQ(heading_text(unit), "A > B\ndeploy\nops");
}

}  // namespace
}  // namespace nacre::index
