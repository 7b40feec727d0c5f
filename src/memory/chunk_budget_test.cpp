#include <gtest/gtest.h>

#include "text/utf8.h"
#include "workspace/note_source.h"

// The case cjk-14-chunk-budget: files of one single long line.

namespace nacre {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

bool is_cjk(char32_t c) {
  return (c >= 0x3000 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xFF00 && c <= 0xFFEF);
}

// One token per character of Chinese and Korean, one per three other bytes.
std::size_t conservative_tokens(std::string_view text) {
  std::size_t cjk = 0;
  std::size_t other_bytes = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (is_cjk(text::utf8::next(text, at))) {
      ++cjk;
    } else {
      other_bytes += at - begin;
    }
  }
  return cjk + (other_bytes + 2) / 3;
}

void expect_whole_within_budget(const std::string& path, const std::string& bytes) {
  const workspace::NoteOptions options{.tokens_target = 400, .tokens_max = 512};
  const text::SourceContent content = workspace::parse_note(path, bytes, options);
  std::string joined;
  std::uint32_t units = 0;
  for (const text::Unit& unit : content.units) {
    if (unit.kind == text::UnitKind::Title) continue;
    ++units;
    EXPECT_FALSE(unit.text.empty());
    EXPECT_LE(conservative_tokens(unit.text), 512U) << unit.ordinal;
    EXPECT_EQ(unit.start_line, 1U);
    EXPECT_EQ(unit.end_line, 1U);
    EXPECT_EQ(bytes.substr(unit.begin, unit.end - unit.begin), unit.text);
    joined += unit.text;
  }
  EXPECT_GT(units, 1U);
  EXPECT_EQ(joined, bytes);
}

TEST(ChunkBudget, HoldsForALongChineseLine) {
  const std::string_view sentence = "巡检员每天清晨六点记录水位与气温。";
  std::string line = repeated(sentence, 353);
  line.resize(line.size() - std::string_view("。").size());
  expect_whole_within_budget("memory/long-zh.md", line + "\n");
}

TEST(ChunkBudget, HoldsForALongLineOfKoreanAndUrls) {
  const std::string_view sentence =
      "자료는 https://example.org/very/long/path/with/many/segments/and-an-id-0123456789 참고. ";
  std::string line = repeated(sentence, 60);
  line.pop_back();
  expect_whole_within_budget("memory/long-ko-url.md", line + "\n");
}

}  // namespace
}  // namespace nacre
