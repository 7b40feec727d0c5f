#include "workspace/templates.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/config.h"

namespace nacre::workspace {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

class InitTest : public ::testing::Test {
 protected:
  std::string text(const std::string& path) { return root_.read(path, kAll).value(); }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_memory_file_system();
  fs::Root root_ = fs::Root::open(*files_, "/").value();
};

TEST(Language, ComesFromTheLocale) {
  for (const char* locale : {"zh", "zh_CN.UTF-8", "zh-Hans", "zh_TW"}) {
    EXPECT_EQ(language_of(locale), Language::Chinese) << locale;
  }
  for (const char* locale : {"", "C", "C.UTF-8", "en_GB.UTF-8", "zhuang", "de"}) {
    EXPECT_EQ(language_of(locale), Language::English) << locale;
  }
}

TEST_F(InitTest, LaysOutAWorkspaceOnce) {
  const InitReport first = init_workspace(root_, Language::Chinese).value();
  EXPECT_EQ(first.language, "zh");
  EXPECT_TRUE(first.kept.empty());
  EXPECT_NE(text("MEMORY.md").find("## 经验教训\n"), std::string::npos);
  EXPECT_NE(text("memory/tacit_knowledge.md").find("## 边界与禁区\n"), std::string::npos);
  EXPECT_NE(text("life/_templates/summary.md").find("## Hot (<=7天)\n\n- （暂无）"),
            std::string::npos);
  EXPECT_TRUE(root_.exists("projects"));

  const InitReport second = init_workspace(root_, Language::English).value();
  EXPECT_TRUE(second.created.empty());
  EXPECT_EQ(second.kept, first.created);
  EXPECT_NE(text("MEMORY.md").find("经验教训"), std::string::npos);
}

TEST_F(InitTest, TouchesNothingThatExists) {
  ASSERT_TRUE(root_.create("MEMORY.md", "mine").value());
  ASSERT_TRUE(root_.create("USER.md", "").value());
  const InitReport report = init_workspace(root_, Language::English).value();
  EXPECT_EQ(text("MEMORY.md"), "mine");
  EXPECT_EQ(text("USER.md"), "");
  EXPECT_NE(std::find(report.kept.begin(), report.kept.end(), "MEMORY.md"), report.kept.end());
}

TEST_F(InitTest, WritesAConfigurationThatIsValidAndAllDefault) {
  ASSERT_TRUE(init_workspace(root_, Language::English).ok());
  std::string config = text(".nacre/config.toml");
  EXPECT_TRUE(base::Config::parse(config).value().problems().empty());
  // Also when somebody takes the comment marks off its examples.
  std::string uncommented;
  std::size_t begin = config.find("\n\n") + 2;
  while (begin < config.size()) {
    const std::size_t end = config.find('\n', begin);
    std::string line = config.substr(begin, end - begin);
    uncommented += (line.starts_with("# ") ? line.substr(2) : line) + "\n";
    begin = end + 1;
  }
  const auto parsed = base::Config::parse(uncommented);
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed.value().problems().empty());
}

TEST(Sections, AreTheSameInBothLanguages) {
  EXPECT_TRUE(same_section("Lessons", "经验教训"));
  EXPECT_TRUE(same_section(" lessons ", "LESSONS"));
  EXPECT_TRUE(same_section("待办事项", "open  items"));
  EXPECT_TRUE(same_section("关键决策", "Key decisions"));
  EXPECT_TRUE(same_section("Ｌｅｓｓｏｎｓ", "Lessons:"));
  EXPECT_FALSE(same_section("Lessons", "待办事项"));
  EXPECT_FALSE(same_section("Lessons", "Lesson"));
}

TEST(FileTemplate, IsKnownForFilesThatInitMakes) {
  EXPECT_TRUE(file_template("MEMORY.md", Language::English).starts_with("# MEMORY\n"));
  EXPECT_TRUE(file_template("users/ines/USER.md", Language::English).starts_with("# USER\n"));
  EXPECT_EQ(file_template("projects/harbor/memory.md", Language::Chinese),
            project_template("harbor", Language::Chinese));
  EXPECT_EQ(file_template("memory/2026-01-01.md", Language::English), "");
}

}  // namespace
}  // namespace nacre::workspace
