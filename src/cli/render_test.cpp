#include "cli/render.h"

#include <gtest/gtest.h>

#include "cli/output.h"

namespace nacre::cli {
namespace {

RecallHit lemon() {
  return {.path = "memory/2026-02-11.md",
          .line = 4,
          .start_line = 3,
          .end_line = 4,
          .heading = "2026-02-11",
          .snippet = "晚上给柠檬树换了盆。",
          .marks = {{9, 18}},
          .score = 0.834,
          .why = "exact phrase"};
}

TEST(RenderRecall, PrintsPathLineScoreAndTheMarkedSnippet) {
  const Rendered rendered = render(RecallAnswer{.results = {lemon()}}, Look{}, Words());
  EXPECT_EQ(rendered.out,
            "memory/2026-02-11.md:4  0.83  2026-02-11\n"
            "  晚上给«柠檬树»换了盆。\n");
  EXPECT_EQ(rendered.notes, "");
}

TEST(RenderRecall, PutsABlankLineBetweenHits) {
  const Rendered rendered = render(RecallAnswer{.results = {lemon(), lemon()}}, Look{}, Words());
  EXPECT_NE(rendered.out.find("。\n\nmemory/"), std::string::npos);
  EXPECT_FALSE(rendered.out.ends_with("\n\n"));
}

TEST(RenderRecall, MarksWithColourOnATerminal) {
  const Rendered rendered =
      render(RecallAnswer{.results = {lemon()}}, Look{.colour = true}, Words());
  EXPECT_NE(rendered.out.find("\x1b[1;33m柠檬树\x1b[0m"), std::string::npos);
  EXPECT_EQ(rendered.out.find("«"), std::string::npos);
}

TEST(RenderRecall, LetsNoNoteSpeakToTheTerminal) {
  RecallHit hit = lemon();
  hit.path = "memory/a\nb\x1b[2J.md";
  hit.heading = "\x1b]0;owned\x07";
  hit.snippet = "one\x1b[31m\ntwo";
  hit.marks = {};
  const Rendered rendered = render(RecallAnswer{.results = {hit}}, Look{}, Words());
  EXPECT_EQ(rendered.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(rendered.out,
            "memory/a␊b␛[2J.md:4  0.83  ␛]0;owned␇\n"
            "  one␛[31m\n"
            "  two\n");
}

TEST(RenderRecall, PassesOverMarksThatDoNotFit) {
  RecallHit hit = lemon();
  hit.marks = {{9, 18}, {12, 20}, {25, 9000}};
  const Rendered rendered = render(RecallAnswer{.results = {hit}}, Look{}, Words());
  EXPECT_NE(rendered.out.find("晚上给«柠檬树»换了盆。\n"), std::string::npos);
}

TEST(RenderRecall, KeepsDeniedEmptyStaleAndDegradedApart) {
  EXPECT_EQ(render(RecallAnswer{.reason = "not here", .denied = true}, Look{}, Words()).notes,
            "denied: not here\n");
  EXPECT_EQ(render(RecallAnswer{}, Look{}, Words()).notes, "nothing found\n");
  EXPECT_EQ(
      render(RecallAnswer{.stale = Staleness::Stale, .results = {lemon()}}, Look{}, Words()).notes,
      "files have changed since they were indexed; run `nacre index`\n");
  EXPECT_EQ(render(RecallAnswer{.degraded = "no_index", .reason = "scanned", .results = {lemon()}},
                   Look{}, Words())
                .notes,
            "no_index: scanned\n");
}

TEST(RenderGet, GivesAPipeTheExactBytesAndATerminalHarmlessOnes) {
  const GetAnswer answer{.text = "a\x1b[1m\r\n", .from = 1, .lines = 1, .total_lines = 1};
  EXPECT_EQ(render(answer, true, Words()).out, "a\x1b[1m\r\n");
  EXPECT_EQ(render(answer, false, Words()).out, "a␛[1m\n");
}

TEST(RenderGet, SaysWhereTheNextPageStarts) {
  const GetAnswer answer{
      .text = "a\n", .from = 1, .lines = 1, .total_lines = 3, .truncated = true, .next_from = 2};
  EXPECT_EQ(render(answer, true, Words()).notes, "lines 1-1 of 3; --from 2 goes on\n");
}

TEST(RenderReceipt, SaysWhenNothingWasWritten) {
  const Receipt receipt{.path = "MEMORY.md", .line = 3, .already_present = true, .indexed = true};
  EXPECT_EQ(render(receipt, Words()).out, "already there: MEMORY.md:3\n");
}

TEST(RenderStatus, NamesTheWayOutWhenThereIsNoIndex) {
  const Rendered rendered =
      render(StatusReport{.workspace = "/n", .found_by = "--workspace"}, Words());
  EXPECT_NE(rendered.out.find("none; run `nacre index`"), std::string::npos);
}

TEST(RenderError, EndsWithTheHint) {
  EXPECT_EQ(render(Error{ErrorCode::NotFound, "open 'x': no such file", "make it"}, Words()),
            "nacre: open 'x': no such file\nhint: make it\n");
}

TEST(ProgressLine, StaysInItsBounds) {
  EXPECT_EQ(progress_line({.done = 0, .total = 0, .path = ""}), "[........................] 0/0 ");
  EXPECT_EQ(progress_line({.done = 9, .total = 4, .path = "a\n.md"}),
            "[########################] 9/4 a␊.md");
}

}  // namespace
}  // namespace nacre::cli
