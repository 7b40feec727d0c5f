#include "cli/translate.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace nacre::cli {
namespace {

constexpr std::array<Message, 14> kRows = {{
    {"open '{}'", "打开 '{}'"},
    {"read {}", "读取 {}"},
    {"no such file", "没有这个文件"},
    {"run `nacre index`", "请运行 `nacre index`"},
    {"{} of {} files are gone", "{1} 个文件中有 {0} 个不见了"},
    {"it is damaged", "已损坏"},
    {"built anew ({}; kept as '{}')", "正在重建（{}；原件保留为 '{}'）"},
    {"did you mean {}?", "是不是 {}？"},
    {"{}: {}", "{}：{}"},
    {"{}: not followed", "{}：未跟随"},
    {"a symbolic link to a directory", "指向目录的符号链接"},
    {"line {}, column {}", "第 {} 行第 {} 列"},
    {"project", "项目"},
    {"one of {}", "可选：{}"},
}};
constexpr std::array<std::span<const Message>, 1> kCatalogue = {kRows};

std::string chinese(std::string_view message) {
  return Translation(kCatalogue).translate(message);
}

TEST(Filled, TakesValuesInOrderOrByNumber) {
  const std::array<std::string_view, 2> values = {"a", "{}"};
  EXPECT_EQ(filled("{} and {}", values), "a and {}");
  EXPECT_EQ(filled("{1} after {0}", values), "{} after a");
  EXPECT_EQ(filled("{} {} {} {7} {x} {", values), "a {} {} {7} {x} {");
}

TEST(Translation, FindsARowByItsFixedText) {
  EXPECT_EQ(chinese("no such file"), "没有这个文件");
  EXPECT_EQ(chinese("3 of 40 files are gone"), "40 个文件中有 3 个不见了");
}

TEST(Translation, TranslatesPartByPart) {
  EXPECT_EQ(chinese("open 'a.md': no such file; run `nacre index`"),
            "打开 'a.md'：没有这个文件；请运行 `nacre index`");
  EXPECT_EQ(chinese("recover 7: no such file"), "recover 7：没有这个文件");
  EXPECT_EQ(chinese("did you mean log?; run `nacre index`"), "是不是 log？请运行 `nacre index`");
}

TEST(Translation, PrefersWhatIsFixedOverWhatAHoleSwallows) {
  EXPECT_EQ(chinese("read x: no such file"), "读取 x：没有这个文件");
}

TEST(Translation, TakesAHoleAtTheEdgeForAPartOfItsOwn) {
  EXPECT_EQ(chinese("d: a symbolic link to a directory: not followed"),
            "d：指向目录的符号链接：未跟随");
  EXPECT_EQ(chinese("not followed"), "未跟随");
}

TEST(Translation, LetsNoHoleSwallowAPart) {
  EXPECT_EQ(chinese("line 1, column 6: what nobody knows, saw it"),
            "第 1 行第 6 列：what nobody knows, saw it");
}

TEST(Translation, LeavesNamesInAListAsTheyAre) {
  EXPECT_EQ(chinese("one of daily, project, user"), "可选：daily, project, user");
  EXPECT_EQ(chinese("project: no such file"), "项目：没有这个文件");
}

TEST(Translation, LooksIntoHolesButNotBetweenQuotes) {
  EXPECT_EQ(chinese("built anew (it is damaged; kept as 'x')"),
            "正在重建（已损坏；原件保留为 'x'）");
  EXPECT_EQ(chinese("open 'no such file'"), "打开 'no such file'");
}

TEST(Translation, LeavesAloneWhatNoRowKnows) {
  for (const std::string_view text :
       {"", "a: b; c, d", "files", "什么：什么", "open 'a", "one, two, three"}) {
    EXPECT_EQ(chinese(text), text);
  }
}

TEST(Translation, IsBoundedOnHostileText) {
  std::string text;
  for (int i = 0; i < 1500; ++i) text += "a: ";
  EXPECT_EQ(chinese(text + "no such file"), text + "no such file");
  const std::string large = std::string(Translation::kBytesMax, 'x') + ": no such file";
  EXPECT_EQ(chinese(large), large);
}

TEST(TranslationProperty, KeepsEveryValue) {
  const std::array<std::string_view, 4> starts = {"open '", "read ", "x ", "did you mean "};
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::string message;
    std::vector<std::string> values;
    for (unsigned part = 0; part < random() % 5; ++part) {
      values.push_back("v" + std::to_string(random() % 1000) + "z");
      message += (message.empty() ? "" : ": ") + std::string(starts[random() % 4]) + values.back();
      if (random() % 2 == 0) message += "'";
      if (random() % 4 == 0) message += "?";
    }
    const std::string translated = chinese(message);
    for (const std::string& value : values) {
      EXPECT_NE(translated.find(value), std::string::npos) << message << "\n" << translated;
    }
  }
}

}  // namespace
}  // namespace nacre::cli
