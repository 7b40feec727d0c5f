#include <gtest/gtest.h>

#include "cli/exit_code.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

UndoStep step(UndoAction action) {
  return {.number = 12,
          .time = "2026-02-12T18:30:00+08:00",
          .verb = "log",
          .changes = {{.path = "a.md",
                       .action = action,
                       .line = 3,
                       .summary = "tea\x1b[31m",
                       .removed = "- tea\n",
                       .added = "- milk\n",
                       .indexed = true}}};
}

TEST(RenderUndo, SaysWhatWasDoneAndHowToGoBack) {
  const Rendered done = render(UndoAnswer{.steps = {step(UndoAction::Change)}}, Words());
  EXPECT_EQ(done.out.find('\x1b'), std::string::npos) << "a terminal is not steered";
  EXPECT_TRUE(done.out.starts_with("taken back: a.md:3  tea"));
  EXPECT_EQ(done.notes, "`nacre undo --redo` brings it back\n");
  EXPECT_TRUE(render(UndoAnswer{.steps = {step(UndoAction::Remove)}}, Words())
                  .out.starts_with("taken back, with its file: a.md:3  tea"));
  EXPECT_TRUE(render(UndoAnswer{.redo = true, .steps = {step(UndoAction::Make)}}, Words())
                  .out.starts_with("brought back, with its file: a.md:3  tea"));
}

TEST(RenderUndo, ADryRunShowsTheLines) {
  const Rendered shown =
      render(UndoAnswer{.dry_run = true, .steps = {step(UndoAction::Change)}}, Words());
  EXPECT_TRUE(shown.out.starts_with("would be taken back: a.md:3  tea"));
  EXPECT_NE(shown.out.find("\n  - - tea\n  + - milk\n"), std::string::npos) << shown.out;
  EXPECT_EQ(shown.notes, "");
}

TEST(RenderUndo, AListHasARowForEachStep) {
  UndoStep blocked = step(UndoAction::Change);
  blocked.conflict = "edited";
  blocked.changes[0].summary.clear();
  const Rendered list = render(UndoList{.steps = {blocked}, .more = 1, .undone = 2}, Words());
  EXPECT_EQ(list.out,
            "   12  2026-02-12 18:30  log  a.md\n"
            "       cannot be undone: edited\n");
  EXPECT_EQ(list.notes,
            "1 older write; --limit shows more\n"
            "2 writes are taken back; `nacre undo --redo` brings back the last\n");
}

TEST(RenderUndo, ExitsWithOneWhenThereIsNothing) {
  EXPECT_EQ(exit_code(UndoAnswer{.reason = "nothing to undo"}), ExitCode::Nothing);
  EXPECT_EQ(exit_code(UndoList{}), ExitCode::Nothing);
  UndoStep warned = step(UndoAction::Change);
  EXPECT_EQ(exit_code(UndoAnswer{.steps = {warned}}), ExitCode::Found);
  warned.changes[0].warning = "not indexed";
  EXPECT_EQ(exit_code(UndoAnswer{.steps = {warned}}), ExitCode::Partial);
}

}  // namespace
}  // namespace nacre::cli
