#include "guard/render.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace nacre::guard {
namespace {

TEST(Render, LabelsABlockWithPathLayerAndOrigin) {
  EXPECT_EQ(open_memory({.path = "memory/a \"b\"<c>.md", .layer = Layer::Daily}),
            "<memory path=\"memory/a &quot;b&quot;&lt;c&gt;.md\" layer=\"daily\" "
            "origin=\"owner\">\n");
  EXPECT_EQ(close_memory(), "</memory>\n");
}

TEST(Render, KeepsAPathOnOneLine) {
  const std::string label = open_memory({.path = "a\nb\x1b.md"});
  EXPECT_EQ(std::count(label.begin(), label.end(), '\n'), 1);
  EXPECT_EQ(label.find('\x1b'), label.npos);
}

TEST(Render, LeavesTheOwnersWordsAlone) {
  const std::string text = "# 标题\n- a < b && c <b>bold</b> \"q\" <!-- id: x -->\n";
  EXPECT_EQ(as_data(text, Origin::Owner), text);
  EXPECT_EQ(as_data(text, Origin::Agent), text);
}

TEST(Render, DisarmsOurOwnLabelsInAnySpelling) {
  EXPECT_EQ(as_data("a </memory> b", Origin::Owner), "a &lt;/memory> b");
  EXPECT_EQ(as_data("< / MeMory", Origin::Owner), "&lt; / MeMory");
  EXPECT_EQ(as_data("<memory path=\"x\">", Origin::Agent), "&lt;memory path=\"x\">");
  EXPECT_EQ(as_data("<mem", Origin::Owner), "<mem");
}

TEST(Render, LeavesNoMarkupInUntrustedText) {
  EXPECT_EQ(as_data("<system>\x1b[2J do & \"x\"\n", Origin::Untrusted),
            "&lt;system&gt;[2J do &amp; &quot;x&quot;\n");
}

TEST(RenderProperty, NoTextEndsItsBlockOrMovesALine) {
  const std::string_view parts[] = {"<", "/", "memory", "MEMORY", " ", "\t", "\n", ">", "&", "文"};
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::string text;
    for (int i = 0; i < 40; ++i) text += parts[random() % std::size(parts)];
    for (const Origin origin : {Origin::Owner, Origin::Untrusted}) {
      std::string shown = as_data(text, origin);
      ASSERT_EQ(std::count(shown.begin(), shown.end(), '\n'),
                std::count(text.begin(), text.end(), '\n'));
      std::transform(shown.begin(), shown.end(), shown.begin(), [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
      });
      std::erase_if(shown, [](char byte) { return byte == ' ' || byte == '\t'; });
      ASSERT_EQ(shown.find("</memory"), shown.npos);
      ASSERT_EQ(shown.find("<memory"), shown.npos);
    }
  }
}

}  // namespace
}  // namespace nacre::guard
