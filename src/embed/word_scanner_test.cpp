#include "embed/word_scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "text/fold.h"

namespace nacre::embed {
namespace {

std::string scan(std::string_view text) {
  struct Shown final : WordSink {
    std::string text;
    void word(std::string_view word) override { text += "(" + std::string(word) + ")"; }
    void run(std::string_view run) override { text += "<" + std::string(run) + ">"; }
  } shown;
  WordScanner scanner;
  scanner.scan(text::fold_text(text), shown);
  return shown.text;
}

TEST(WordScanner, GivesPlainWordsAndRunsOfHan) {
  EXPECT_EQ(scan("Our NEW router, v2.2"), "(our)(new)(router)(v2)(2)");
  EXPECT_EQ(scan("用Nginx做網關。好"), "<用>(nginx)<做网关><好>");
  EXPECT_EQ(scan("Caf\xC3\xA9 snake_case"), "(cafe)(snake)(case)");
  EXPECT_EQ(scan(" \n\t.,"), "");
}

TEST(WordScanner, DropsApostrophesAsTheTokenizerDoes) {
  EXPECT_EQ(scan("Kai's dog"), "(kai)(dog)");
  EXPECT_EQ(scan("o'neill don\xE2\x80\x99t we'll"), "(oneill)(dont)(we)");
  EXPECT_EQ(scan("rock'n'roll 'quoted'"), "(rocknroll)(quoted)");
}

TEST(WordScanner, PassesOverScriptsWithoutATable) {
  EXPECT_EQ(scan("\xEC\x95\x88\xEB\x85\x95 hello"), "(hello)");
}

}  // namespace
}  // namespace nacre::embed
