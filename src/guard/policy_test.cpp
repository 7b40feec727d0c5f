#include "guard/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace nacre::guard {
namespace {

constexpr std::array<ContextKind, 6> kContexts = {ContextKind::Direct,    ContextKind::Group,
                                                  ContextKind::Shared,    ContextKind::Cron,
                                                  ContextKind::Heartbeat, ContextKind::Subagent};
constexpr std::array<Visibility, 3> kVisibilities = {Visibility::Private, Visibility::Shared,
                                                     Visibility::Public};

Scope scope_of(ContextKind context, std::string user = {}) {
  return Scope{.user = std::move(user), .context = context};
}

// DESIGN section 7, written down a second time and differently: for each context
// and layer, whether a private, a shared and a public item of the owner is seen.
struct Row {
  Layer layer;
  std::string_view direct, group, group_daily, shared, job;
};
constexpr std::array<Row, kLayerCount> kOwnersItems = {{
    {Layer::Working, "yyy", "--y", "--y", "---", "---"},
    {Layer::LongTerm, "yyy", "--y", "--y", "---", "---"},
    {Layer::Profile, "yyy", "--y", "--y", "---", "---"},
    {Layer::Facts, "yyy", "--y", "--y", "---", "---"},
    {Layer::Project, "yyy", "--y", "--y", "---", "yyy"},
    {Layer::Conversation, "yyy", "--y", "--y", "---", "---"},
    {Layer::Daily, "yyy", "--y", "yyy", "---", "---"},
    {Layer::Archive, "yyy", "--y", "--y", "---", "---"},
    {Layer::Instructions, "yyy", "yyy", "yyy", "---", "yyy"},
}};

std::string_view expected(const Row& row, ContextKind context, bool group_daily) {
  switch (context) {
    case ContextKind::Direct:
      return row.direct;
    case ContextKind::Group:
      return group_daily ? row.group_daily : row.group;
    case ContextKind::Shared:
      return row.shared;
    default:
      return row.job;
  }
}

using Cell = std::tuple<ContextKind, std::size_t, std::size_t, bool>;
class PolicyCell : public ::testing::TestWithParam<Cell> {};

TEST_P(PolicyCell, IsAsTheTableSays) {
  const auto [context, layer, visibility, group_daily] = GetParam();
  const Row& row = kOwnersItems[layer];
  const Attributes item{.visibility = kVisibilities[visibility], .layer = row.layer};
  const bool sees = expected(row, context, group_daily)[visibility] == 'y';
  EXPECT_EQ(may_see(scope_of(context), item, {.group_daily = group_daily}), sees);
}

std::string cell_name(const ::testing::TestParamInfo<Cell>& info) {
  std::string words(name(std::get<0>(info.param)));
  for (const std::string_view word : {name(kOwnersItems[std::get<1>(info.param)].layer),
                                      name(kVisibilities[std::get<2>(info.param)])}) {
    words += "_" + std::string(word);
  }
  std::replace(words.begin(), words.end(), '-', '_');
  return words + (std::get<3>(info.param) ? "_with_daily" : "");
}

INSTANTIATE_TEST_SUITE_P(
    Policy, PolicyCell,
    ::testing::Combine(::testing::ValuesIn(kContexts),
                       ::testing::Range(std::size_t{0}, std::size_t{kLayerCount}),
                       ::testing::Range(std::size_t{0}, std::size_t{3}), ::testing::Bool()),
    cell_name);

TEST(Policy, AUserSeesTheirOwnAndWhatIsForAll) {
  const Scope ines = scope_of(ContextKind::Direct, "ines");
  for (const Row& row : kOwnersItems) {
    EXPECT_TRUE(may_see(ines, {.owner = "ines", .layer = row.layer}, {}));
    EXPECT_EQ(may_see(ines, {.owner = "omar", .layer = row.layer}, {}),
              row.layer == Layer::Instructions);
    EXPECT_EQ(may_see(ines, {.owner = "", .layer = row.layer}, {}),
              row.layer == Layer::Instructions);
    EXPECT_TRUE(may_see(ines, {.visibility = Visibility::Shared, .layer = row.layer}, {}));
    EXPECT_TRUE(may_see(ines, {.visibility = Visibility::Public, .layer = row.layer}, {}));
  }
}

TEST(Policy, TheOwnerDoesNotSeeOthersPrivateNotes) {
  const Scope owner = scope_of(ContextKind::Direct);
  EXPECT_FALSE(may_see(owner, {.owner = "ines"}, {}));
  EXPECT_TRUE(may_see(owner, {.owner = "ines", .visibility = Visibility::Shared}, {}));
}

TEST(Policy, TheOwnerByNameIsTheOwner) {
  const Policy policy{.owner_name = "linxiao"};
  EXPECT_TRUE(may_see(scope_of(ContextKind::Direct, "linxiao"), {}, policy));
  EXPECT_FALSE(may_see(scope_of(ContextKind::Direct, "linxiao2"), {}, policy));
  EXPECT_FALSE(may_see(scope_of(ContextKind::Direct, "owner"), {}, policy));
  EXPECT_EQ(canonical_user("linxiao", policy), "");
  EXPECT_EQ(canonical_user("ines", policy), "ines");
}

TEST(Policy, DailyNotesOfOthersStayOutOfGroups) {
  const Policy policy{.group_daily = true};
  EXPECT_FALSE(may_see(scope_of(ContextKind::Group), {.owner = "ines"}, policy));
}

TEST(Policy, WhatIsPrivateByHandIsForDirectContextsOnly) {
  const Policy widest{.group_daily = true};
  for (const ContextKind context : kContexts) {
    for (const Row& row : kOwnersItems) {
      const Attributes item{.layer = row.layer, .explicit_private = true};
      EXPECT_EQ(may_see(scope_of(context), item, widest), context == ContextKind::Direct)
          << name(context) << " " << name(row.layer);
    }
  }
  EXPECT_FALSE(may_see(scope_of(ContextKind::Direct, "ines"),
                       {.layer = Layer::Instructions, .explicit_private = true}, {}));
}

TEST(Policy, AnUnknownKindOfContextSeesNothing) {
  const Scope scope = scope_of(static_cast<ContextKind>(200));
  EXPECT_FALSE(may_see(scope, {.visibility = Visibility::Public}, {}));
  EXPECT_FALSE(may_search(scope, {}).allowed);
  EXPECT_FALSE(may_write(scope, {.visibility = Visibility::Public}, {}).allowed);
}

TEST(Policy, SearchIsDeniedByContextAlone) {
  EXPECT_TRUE(may_search(scope_of(ContextKind::Direct), {}).allowed);
  EXPECT_TRUE(may_search(scope_of(ContextKind::Group), {}).allowed);
  EXPECT_TRUE(may_search(scope_of(ContextKind::Cron), {}).allowed);
  EXPECT_TRUE(may_search(scope_of(ContextKind::Heartbeat), {}).allowed);
  EXPECT_TRUE(may_search(scope_of(ContextKind::Subagent), {}).allowed);
  const Decision shared = may_search(scope_of(ContextKind::Shared), {});
  EXPECT_FALSE(shared.allowed);
  EXPECT_EQ(shared.reason, "context not allowed");
  EXPECT_FALSE(may_search(scope_of(ContextKind::Group), {.group_search = false}).allowed);
}

TEST(Policy, GroupsWriteOnlyWhatEverybodyMaySee) {
  const Scope group = scope_of(ContextKind::Group);
  EXPECT_FALSE(may_write(group, {}, {}).allowed);
  EXPECT_FALSE(may_write(group, {.visibility = Visibility::Shared}, {}).allowed);
  EXPECT_TRUE(
      may_write(group, {.visibility = Visibility::Public, .layer = Layer::Project}, {}).allowed);
  EXPECT_FALSE(
      may_write(group, {.visibility = Visibility::Public, .layer = Layer::LongTerm}, {}).allowed);
  EXPECT_FALSE(
      may_write(group, {.visibility = Visibility::Public, .layer = Layer::Instructions}, {})
          .allowed);
  EXPECT_FALSE(
      may_write(scope_of(ContextKind::Shared), {.visibility = Visibility::Public}, {}).allowed);
}

TEST(Policy, ARefusalToWriteSaysWhatIsAllowed) {
  const auto hint = [](ContextKind context) {
    return may_write(scope_of(context), {.layer = Layer::LongTerm}, {}).hint;
  };
  EXPECT_NE(hint(ContextKind::Group).find("--visibility public"), std::string::npos);
  EXPECT_NE(hint(ContextKind::Cron).find("--to daily"), std::string::npos);
  EXPECT_NE(hint(ContextKind::Shared).find("direct"), std::string::npos);
}

TEST(Policy, AUserWritesTheirOwnNotesAndNotTheOwners) {
  const Scope ines = scope_of(ContextKind::Direct, "ines");
  EXPECT_TRUE(may_write(ines, {.owner = "ines", .layer = Layer::LongTerm}, {}).allowed);
  EXPECT_FALSE(may_write(ines, {.owner = "", .layer = Layer::LongTerm}, {}).allowed);
  EXPECT_FALSE(may_write(ines, {.owner = "omar"}, {}).allowed);
  EXPECT_TRUE(
      may_write(ines, {.visibility = Visibility::Public, .layer = Layer::Project}, {}).allowed);
  EXPECT_TRUE(may_write(scope_of(ContextKind::Direct), {.layer = Layer::LongTerm}, {}).allowed);
}

TEST(Policy, JobsWriteDailyNotesAndProjects) {
  const Scope cron = scope_of(ContextKind::Cron);
  EXPECT_TRUE(may_write(cron, {.layer = Layer::Daily}, {}).allowed);
  EXPECT_TRUE(may_write(cron, {.layer = Layer::Project}, {}).allowed);
  EXPECT_FALSE(may_write(cron, {.layer = Layer::LongTerm}, {}).allowed);
  EXPECT_FALSE(may_write(cron, {.owner = "ines", .layer = Layer::Daily}, {}).allowed);
}

TEST(Attributes, ComeFromTheFileUnlessTheEntrySpeaksForItself) {
  const text::SourceAttributes source{.layer = Layer::LongTerm, .owner = "ines"};
  text::Unit unit;
  EXPECT_EQ(attributes_of(source, unit), (Attributes{.owner = "ines", .layer = Layer::LongTerm}));
  unit.visibility = Visibility::Public;
  EXPECT_EQ(attributes_of(source, unit).visibility, Visibility::Public);
  EXPECT_FALSE(attributes_of(source, unit).explicit_private);
  unit.visibility = Visibility::Private;
  EXPECT_TRUE(attributes_of(source, unit).explicit_private);
}

TEST(Policy, RecallThatIsSwitchedOffIsOffForEverybodyAndSaysSo) {
  for (const ContextKind kind : {ContextKind::Direct, ContextKind::Group, ContextKind::Cron}) {
    const Decision decision = may_recall(scope_of(kind), {.recall_enabled = false});
    EXPECT_FALSE(decision.allowed);
    EXPECT_EQ(decision.reason, "recall is switched off (recall.enabled)");
    EXPECT_TRUE(may_recall(scope_of(kind), {}).allowed);
  }
  EXPECT_EQ(may_recall(scope_of(ContextKind::Shared), {}).reason, "context not allowed");
}

}  // namespace
}  // namespace nacre::guard
