#include "nacre/types.h"

#include <gtest/gtest.h>

#include <string>

namespace nacre {
namespace {

template <typename Enum, typename Parse>
void expect_names_to_parse(int count, Parse parse) {
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_EQ(parse(name(value)), value) << name(value);
  }
}

TEST(Types, EveryNameParsesToItsValue) {
  expect_names_to_parse<Layer>(kLayerCount, parse_layer);
  expect_names_to_parse<Visibility>(3, parse_visibility);
  expect_names_to_parse<Origin>(4, parse_origin);
  expect_names_to_parse<ContextKind>(6, parse_context_kind);
}

TEST(Types, NamesAreSnakeCase) {
  EXPECT_EQ(name(Layer::Working), "working");
  EXPECT_EQ(name(Layer::LongTerm), "long_term");
  EXPECT_EQ(name(Layer::Facts), "facts");
  EXPECT_EQ(name(Layer::Instructions), "instructions");
  EXPECT_EQ(name(Visibility::Public), "public");
  EXPECT_EQ(name(Origin::Untrusted), "untrusted");
  EXPECT_EQ(name(ContextKind::Heartbeat), "heartbeat");
  EXPECT_EQ(name(ContextKind::Subagent), "subagent");
  EXPECT_EQ(name(GetStatus::Ok), "ok");
  EXPECT_EQ(name(GetStatus::NotFound), "not_found");
  EXPECT_EQ(name(GetStatus::Denied), "denied");
  EXPECT_EQ(name(GetStatus::Unreadable), "unreadable");
  EXPECT_EQ(name(FileState::Indexed), "indexed");
  EXPECT_EQ(name(FileState::Pending), "pending");
  EXPECT_EQ(name(FileState::Failed), "failed");
  EXPECT_EQ(name(FileState::Stale), "stale");
  EXPECT_EQ(name(FileState::Undecodable), "undecodable");
  EXPECT_EQ(name(ContextState::Whole), "whole");
  EXPECT_EQ(name(ContextState::Cut), "cut");
  EXPECT_EQ(name(ContextState::LeftOut), "left_out");
  EXPECT_EQ(name(ContextState::Empty), "empty");
  EXPECT_EQ(name(ContextState::Unreadable), "unreadable");
}

TEST(Types, ParsersTakeHyphensToo) {
  EXPECT_EQ(parse_layer("long-term"), Layer::LongTerm);
  EXPECT_EQ(parse_layer("long_term"), Layer::LongTerm);
}

TEST(Types, ParsersRefuseOtherWords) {
  EXPECT_EQ(parse_layer(""), std::nullopt);
  EXPECT_EQ(parse_layer("Daily"), std::nullopt);
  EXPECT_EQ(parse_layer("daily "), std::nullopt);
  EXPECT_EQ(parse_visibility("hidden"), std::nullopt);
  EXPECT_EQ(parse_origin("me"), std::nullopt);
  EXPECT_EQ(parse_context_kind("channel"), std::nullopt);
}

TEST(DayRange, IsInclusiveAndOpenWhereAnEndIsMissing) {
  const DayRange march{CivilDay{10}, CivilDay{20}};
  EXPECT_TRUE(march.contains(CivilDay{10}));
  EXPECT_TRUE(march.contains(CivilDay{20}));
  EXPECT_FALSE(march.contains(CivilDay{9}));
  EXPECT_FALSE(march.contains(CivilDay{21}));
  EXPECT_TRUE((DayRange{std::nullopt, CivilDay{20}}).contains(CivilDay{-5}));
  EXPECT_TRUE(DayRange{}.open());
  EXPECT_FALSE(march.open());
}

}  // namespace
}  // namespace nacre
