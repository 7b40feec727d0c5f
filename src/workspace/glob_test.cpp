#include "workspace/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace nacre::workspace {
namespace {

TEST(Glob, MatchesAsGitignoreDoes) {
  EXPECT_TRUE(glob_match("*.tmp.md", "memory/a.tmp.md"));
  EXPECT_TRUE(glob_match("drafts", "notes/drafts/a.md"));
  EXPECT_TRUE(glob_match("drafts/", "drafts"));
  EXPECT_TRUE(glob_match("memory/*.md", "memory/a.md"));
  EXPECT_FALSE(glob_match("memory/*.md", "memory/deep/a.md"));
  EXPECT_TRUE(glob_match("memory/**/a.md", "memory/a.md"));
  EXPECT_TRUE(glob_match("memory/**/a.md", "memory/x/y/a.md"));
  EXPECT_FALSE(glob_match("memory/**/a.md", "memory/x/ya.md"));
  EXPECT_TRUE(glob_match("**/secret/**", "a/secret/b/c.md"));
  EXPECT_TRUE(glob_match("/top.md", "top.md"));
  EXPECT_FALSE(glob_match("/top.md", "a/top.md"));
  EXPECT_TRUE(glob_match("memory", "memory/deep/a.md"));
  EXPECT_TRUE(glob_match("2026-0?-*.md", "memory/2026-01-10.md"));
  EXPECT_FALSE(glob_match("", "a.md"));
  EXPECT_FALSE(glob_match("a", "ab"));
}

TEST(Glob, AHostilePatternCostsNoMoreThanAnother) {
  const std::string text(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_TRUE(glob_match(pattern, text));
  EXPECT_FALSE(glob_match(pattern + "b", text));
}

}  // namespace
}  // namespace nacre::workspace
