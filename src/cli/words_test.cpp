#include "cli/words.h"

#include <gtest/gtest.h>

#include "base/config.h"
#include "cli/columns.h"
#include "cli/help.h"
#include "cli/render.h"
#include "cli/verbs.h"

namespace nacre::cli {
namespace {

const Words& chinese() {
  static const Words words(Language::Chinese);
  return words;
}

bool has_han(std::string_view text) {
  return display_width(text) > 0 && text.find_first_of("\xE4\xE5\xE6\xE7\xE8\xE9") != text.npos;
}

TEST(Language, ComesFromALocale) {
  for (const char* locale : {"zh", "zh_CN.UTF-8", "zh_TW", "zh-Hant"}) {
    EXPECT_EQ(language_of(locale), Language::Chinese) << locale;
  }
  for (const char* locale : {"", "C", "C.UTF-8", "en", "en_US.UTF-8", "ja_JP.UTF-8"}) {
    EXPECT_EQ(language_of(locale), Language::English) << locale;
  }
}

TEST(Words, SayInBothLanguages) {
  EXPECT_EQ(Words().say("written: {}", "MEMORY.md:3"), "written: MEMORY.md:3");
  EXPECT_EQ(chinese().say("written: {}", "MEMORY.md:3"), "已写入：MEMORY.md:3");
  EXPECT_EQ(chinese().say("no row says {}", 7), "no row says 7");
}

TEST(Words, CountWithOneNounInChineseAndTwoFormsInEnglish) {
  EXPECT_EQ(Words().count(1, "{} file", "{} files"), "1 file");
  EXPECT_EQ(Words().count(0, "{} file", "{} files"), "0 files");
  EXPECT_EQ(chinese().count(1, "{} file", "{} files"), "1 个文件");
}

TEST(Words, DoNotTranslateValues) {
  EXPECT_EQ(chinese().say("written: {}", "nothing found"), "已写入：nothing found");
}

TEST(Words, EnglishIsWhatItWas) {
  EXPECT_EQ(Words().of("open 'a': No such file or directory"),
            "open 'a': No such file or directory");
}

// Everything that the tables say to people, each with its own Chinese.
TEST(Catalogue, HasAllVerbsAndOptions) {
  for (const Verb& verb : verbs()) {
    EXPECT_TRUE(has_han(chinese().of(verb.summary))) << verb.summary;
    EXPECT_TRUE(verb.details.empty() || has_han(chinese().of(verb.details))) << verb.details;
    for (const Option& option : verb.options) {
      EXPECT_TRUE(has_han(chinese().of(option.help))) << verb.name << option.name << option.help;
    }
  }
  for (const Option& option : global_options()) {
    EXPECT_TRUE(has_han(chinese().of(option.help))) << option.help;
  }
}

TEST(Catalogue, HasAllConfigurationKeys) {
  for (const base::ConfigKey& key : base::config_keys()) {
    EXPECT_TRUE(has_han(chinese().of(key.help))) << key.name;
  }
}

TEST(Catalogue, HasTheStatesThatPeopleSee) {
  for (int i = 0; i <= static_cast<int>(FileState::Undecodable); ++i) {
    const std::string_view state = name(static_cast<FileState>(i));
    EXPECT_TRUE(has_han(chinese().of(state))) << state;
  }
  for (int i = 0; i <= static_cast<int>(ContextState::Unreadable); ++i) {
    const auto state = static_cast<ContextState>(i);
    const std::string_view shown = state == ContextState::LeftOut ? "left out" : name(state);
    EXPECT_TRUE(has_han(chinese().of(shown))) << shown;
  }
  for (const char* kind : {"private-key", "api-key", "token", "password", "bank-card",
                           "identity-number", "phone", "email"}) {
    EXPECT_TRUE(has_han(chinese().of(kind))) << kind;
  }
}

TEST(Catalogue, EndsHelpAndMessagesAlikeInBothLanguages) {
  for (const std::span<const Message> theme : catalogue()) {
    for (const Message& message : theme) {
      EXPECT_FALSE(message.chinese.empty()) << message.english;
      EXPECT_EQ(message.english.ends_with("\n"), message.chinese.ends_with("\n"))
          << message.english;
      // Chinese punctuation beside Chinese.
      EXPECT_EQ(message.chinese.find("，,"), message.chinese.npos) << message.english;
    }
  }
}

TEST(Help, AlignsItsColumnsInChineseToo) {
  const std::string help = general_help(chinese());
  EXPECT_NE(help.find("  recall                找出能回答问题的内容"), std::string::npos) << help;
  EXPECT_NE(verb_help(*verb_named("log"), chinese()).find("用法：nacre log [OPTIONS] TITLE\n"),
            std::string::npos);
}

TEST(Columns, CountHanAsTwo) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("工作区"), 6U);
  EXPECT_EQ(display_width("“上周”：é"), 9U);
  EXPECT_EQ(padded("索引", 6), "索引  ");
  EXPECT_EQ(padded("索引", 3), "索引");
}

TEST(RenderChinese, SaysTheSameAsInEnglish) {
  const Receipt receipt{.path = "MEMORY.md", .line = 3, .redacted = {{"password", 2}}};
  const Rendered rendered = render(receipt, chinese());
  EXPECT_EQ(rendered.out, "已写入：MEMORY.md:3\n");
  EXPECT_EQ(rendered.notes, "已遮蔽：2 处密码\n索引中还搜不到；请运行 `nacre index`\n");
}

TEST(RenderChinese, TranslatesErrorsThatAroseBelow) {
  EXPECT_EQ(render(Error{ErrorCode::NotFound,
                         "recover 'a.md': open 'a.md': No such file or directory", "try again"},
                   chinese()),
            "nacre：恢复 'a.md'：打开 'a.md'：没有那个文件或目录\n提示：请再试一次\n");
}

}  // namespace
}  // namespace nacre::cli
