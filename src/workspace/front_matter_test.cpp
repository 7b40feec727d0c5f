#include "workspace/front_matter.h"

#include <gtest/gtest.h>

#include "base/clock.h"

namespace nacre::workspace {
namespace {

using Strings = std::vector<std::string>;

TEST(FrontMatter, ReadsTheKeysWeKnow) {
  const std::string text =
      "---\ntitle: \"Ferry: summer\"\ntags: [travel, '#夏天', travel]\naliases:\n  - 渡轮\n"
      "custom: {a: 1}\ndate: 2026-03-05\nproject: harbor\nvisibility: shared\nimportance: 7\n"
      "---\n\n# Timetable\n";
  const FrontMatter front = read_front_matter(text);
  EXPECT_EQ(front.title, "Ferry: summer");
  EXPECT_EQ(front.tags, (Strings{"travel", "夏天"}));
  EXPECT_EQ(front.aliases, Strings{"渡轮"});
  EXPECT_EQ(base::format_day(front.date.value()), "2026-03-05");
  EXPECT_EQ(front.project, "harbor");
  EXPECT_EQ(front.visibility, Visibility::Shared);
  EXPECT_EQ(front.importance, 7);
  EXPECT_EQ(front.lines, 11U);
  EXPECT_EQ(text.substr(front.bytes), "\n# Timetable\n");
  EXPECT_TRUE(front.problem.empty());
}

TEST(FrontMatter, TakesByteOrderMarkCarriageReturnsAndLooseLists) {
  const std::string text = "\xEF\xBB\xBF---\r\ntags: a, b c\r\nalias: x y, z\r\n---\r\nbody";
  const FrontMatter front = read_front_matter(text);
  EXPECT_EQ(front.tags, (Strings{"a", "b", "c"}));
  EXPECT_EQ(front.aliases, (Strings{"x y", "z"}));
  EXPECT_EQ(text.substr(front.bytes), "body");
  EXPECT_EQ(front.lines, 4U);
}

TEST(FrontMatter, ARuleIsNoFrontMatter) {
  for (const char* text : {"---\n\nA horizontal rule starts this file.\n", "---\n---\nbody\n",
                           "---\njust words\n---\nbody\n", "text\n---\na: b\n---\n", "", "---",
                           " ---\na: b\n---\n", "---\n- a\n- b\n---\n"}) {
    EXPECT_EQ(read_front_matter(text).bytes, 0U) << text;
  }
}

TEST(FrontMatter, BrokenYamlIsTextAndSaysWhy) {
  const FrontMatter front = read_front_matter("---\ntitle: a: b: c\n tags: [\n---\nbody\n");
  EXPECT_EQ(front.bytes, 0U);
  EXPECT_FALSE(front.problem.empty());
  EXPECT_TRUE(front.title.empty());
}

TEST(FrontMatter, RefusesBombsBeforeParsingThem) {
  const std::string alias = "---\na: &a [x, x]\nb: [*a, *a]\n---\n";
  const std::string flow = "---\na: " + std::string(5000, '[') + "\n---\n";
  std::string compact = "---\na:\n  ";
  for (int i = 0; i < 5000; ++i) compact += "- ";
  compact += "x\n---\n";
  std::string nested = "---\n";
  for (int i = 0; i < 100; ++i) nested += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  nested += "---\n";
  for (const std::string& text : {alias, flow, compact, nested}) {
    const FrontMatter front = read_front_matter(text);
    EXPECT_EQ(front.bytes, 0U);
    EXPECT_FALSE(front.problem.empty());
  }
}

TEST(FrontMatter, IsBoundedInLength) {
  const std::string text = "---\na: " + std::string(70000, 'x') + "\n---\nbody\n";
  EXPECT_EQ(read_front_matter(text).bytes, 0U);
}

TEST(FrontMatter, AStarInsideAValueIsNoAlias) {
  EXPECT_EQ(read_front_matter("---\ntitle: 2 * 3 & more\nx: a*b\n---\n").title, "2 * 3 & more");
}

TEST(FrontMatter, AnUnknownVisibilityIsPrivate) {
  EXPECT_EQ(read_front_matter("---\nvisibility: secret\n---\n").visibility, Visibility::Private);
  EXPECT_EQ(read_front_matter("---\nimportance: 11\n---\n").importance, std::nullopt);
  EXPECT_EQ(read_front_matter("---\ndate: 2026-02-30\n---\n").date, std::nullopt);
}

TEST(FrontMatter, OfSeveralVisibilitiesTheNarrowestHolds) {
  for (const char* text : {"---\nvisibility: private\nvisibility: public\n---\n",
                           "---\nvisibility: public\nvisibility: private\n---\n"}) {
    EXPECT_EQ(read_front_matter(text).visibility, Visibility::Private) << text;
  }
}

TEST(FrontMatter, AVisibilityThatIsNoPlainWordIsPrivate) {
  for (const char* line : {"visibility: [private]", "visibility: [public]", "visibility:",
                           "Visibility: private", "VISIBILITY: Secret", "visibility: {a: b}"}) {
    EXPECT_EQ(read_front_matter("---\n" + std::string(line) + "\n---\n").visibility,
              Visibility::Private)
        << line;
  }
}

TEST(FrontMatter, ABrokenBlockHidesAndNeverPublishes) {
  for (const char* text :
       {"---\ntitle: x: y: z\nvisibility: private\n---\n", "---\nVisibility: private\n----\n",
        "---\ntitle: x\nvisibility: private\n", "---\nvisibility: private\n\n- x\n---more\n",
        "---\na: [\nvisibility: private\n---\n", "---\nvisibility: shared\n",
        "---\nvisibility: private\nb: \xFF\n---\n"}) {
    EXPECT_EQ(read_front_matter(text).visibility, Visibility::Private) << text;
    EXPECT_EQ(read_front_matter(text).bytes, 0U) << text;
  }
  EXPECT_EQ(read_front_matter("---\nvisibility: public\n").visibility, std::nullopt);
  EXPECT_EQ(read_front_matter("---\n\nvisibility: private\n").visibility, std::nullopt);
}

TEST(Marks, FindsLinksAndTagsOutsideOfCode) {
  const Marks marks = read_marks(
      "Linked to [[birch]], [[Birch#Bark|the bark]], [[森林/白桦|白桦]], ![[photo.png]] and "
      "[[Missing Page]].\n#tree #tree/deciduous #北方\n# Heading not a tag\n```\n[[NotALink]] "
      "#notatag\n```\n`[[alsoNot]]` https://x.example/#frag\n");
  EXPECT_EQ(marks.links, (Strings{"birch", "Birch", "森林/白桦", "Missing Page"}));
  EXPECT_EQ(marks.tags, (Strings{"tree", "tree/deciduous", "北方"}));
}

TEST(Marks, ReadsLogseqProperties) {
  const Marks marks = read_marks(
      "tags:: [[a]], #b\nalias:: x, y\n- TODO buy lamp oil\n\t- supplier:: [[Kestrel Shop]]\n\t- "
      "备用灯芯 #杂物\n");
  EXPECT_EQ(marks.tags, (Strings{"a", "b", "杂物"}));
  EXPECT_EQ(marks.aliases, (Strings{"x", "y"}));
  EXPECT_EQ(marks.links, Strings{"Kestrel Shop"});
}

TEST(Marks, ANumberIsNoTagAndPunctuationEndsOne) {
  EXPECT_EQ(read_marks("issue #42 and #a1，然后 (#ok) a#no #。").tags, (Strings{"a1", "ok"}));
}

TEST(Marks, HostileLinesCostNoMoreThanTheirLength) {
  std::string line;
  for (std::size_t i = 2000; i > 0; --i) line += std::string(i, '`') + "x";
  EXPECT_TRUE(read_marks(line + "\n").tags.empty());
  std::string links;
  for (int i = 0; i < 500000; ++i) links += "[[";
  EXPECT_TRUE(read_marks(links).links.empty());
}

}  // namespace
}  // namespace nacre::workspace
