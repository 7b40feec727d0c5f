#include "workspace/ignore.h"

#include <gtest/gtest.h>

namespace nacre::workspace {
namespace {

using Patterns = std::vector<std::string>;

TEST(Ignore, ReadsPatternsAsGitignoreDoes) {
  EXPECT_EQ(parse_ignore_file("\xEF\xBB\xBF# notes\n\ndrafts/\r\n  \n*.tmp.md  \n!keep.md\n草稿"),
            (Patterns{"drafts/", "*.tmp.md", "!keep.md", "草稿"}));
  EXPECT_EQ(parse_ignore_file(""), Patterns{});
}

TEST(Ignore, TheLastMatchDecides) {
  const Patterns patterns = {"*.tmp.md", "!keep.tmp.md", "memory/keep.tmp.md"};
  EXPECT_TRUE(is_ignored(patterns, "a.tmp.md", false));
  EXPECT_FALSE(is_ignored(patterns, "projects/keep.tmp.md", false));
  EXPECT_TRUE(is_ignored(patterns, "memory/keep.tmp.md", false));
  EXPECT_FALSE(is_ignored({}, "a.md", false));
}

TEST(Ignore, NothingComesBackBelowADirectoryThatIsOut) {
  EXPECT_TRUE(is_ignored({"drafts/", "!drafts/keep.md"}, "drafts/keep.md", false));
  EXPECT_FALSE(is_ignored({"drafts/*", "!drafts/keep.md"}, "drafts/keep.md", false));
  EXPECT_TRUE(is_ignored({"drafts"}, "memory/drafts/deep/a.md", false));
}

TEST(Ignore, ATrailingSlashMeansDirectoriesOnly) {
  EXPECT_TRUE(is_ignored({"old.md/"}, "old.md", true));
  EXPECT_FALSE(is_ignored({"old.md/"}, "old.md", false));
  EXPECT_TRUE(is_ignored({"\\#odd.md"}, "#odd.md", false));
}

}  // namespace
}  // namespace nacre::workspace
