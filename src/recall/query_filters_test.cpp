#include "recall/query_filters.h"

#include <gtest/gtest.h>

namespace nacre::recall {
namespace {

TEST(PathFilter, IsAPrefixOfThePathOrOfTheName) {
  EXPECT_TRUE(path_matches("memory/", "memory/a.md"));
  EXPECT_TRUE(path_matches("memory/2026-02", "memory/2026-02-09.md"));
  EXPECT_TRUE(path_matches("kettle", "memory/kitchen/kettle.md"));
  EXPECT_FALSE(path_matches("ettle", "memory/kettle.md"));
  EXPECT_FALSE(path_matches("kitchen/kettle", "memory/kitchen/kettle.md"));
}

TEST(PathFilter, KeepsOneStarInAFolder) {
  EXPECT_TRUE(path_matches("memory/*.md", "memory/a.md"));
  EXPECT_FALSE(path_matches("memory/*.md", "memory/archive/a.md"));
  EXPECT_TRUE(path_matches("memory/**.md", "memory/archive/a.md"));
  EXPECT_TRUE(path_matches("**/a.md", "memory/archive/a.md"));
  EXPECT_TRUE(path_matches("**/a.md", "a.md"));
  EXPECT_TRUE(path_matches("memory/**/a.md", "memory/a.md"));
  EXPECT_TRUE(path_matches("memory/**/a.md", "memory/x/y/a.md"));
  EXPECT_FALSE(path_matches("memory/**/a.md", "memory/x/ba.md"));
  EXPECT_TRUE(path_matches("*.md", "memory/archive/a.md"));
  EXPECT_TRUE(path_matches("memory/?.md", "memory/a.md"));
  EXPECT_FALSE(path_matches("memory?a.md", "memory/a.md"));
  EXPECT_FALSE(path_matches("memory/*b*/c", "memory/a/b/c"));
  EXPECT_TRUE(path_matches("**/*b*/c", "memory/a/xbx/c"));
}

TEST(DateFilters, NarrowEachOther) {
  ParsedQuery query;
  const CivilDay today = *base::parse_day("2026-02-09");
  ASSERT_TRUE(add_filter("after", "2026-01-10", today, query).ok());
  ASSERT_TRUE(add_filter("before", "2026-02-01", today, query).ok());
  EXPECT_EQ(query.filters.days.first, base::parse_day("2026-01-10"));
  EXPECT_EQ(query.filters.days.last, base::parse_day("2026-01-31"));
  EXPECT_TRUE(query.rewriting.date_filters);
}

TEST(DateFilters, RefuseWhatIsNoDate) {
  ParsedQuery query;
  const Status status = add_filter("date", "soonish", CivilDay{20'000}, query);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
  EXPECT_FALSE(status.error().hint.empty());
}

TEST(LayerFilter, SuggestsTheNearestLayer) {
  ParsedQuery query;
  const Status status = add_filter("layer", "dialy", CivilDay{0}, query);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().hint.find("daily"), std::string::npos);
}

}  // namespace
}  // namespace nacre::recall
