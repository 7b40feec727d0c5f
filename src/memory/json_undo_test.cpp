#include <gtest/gtest.h>

#include "memory/json.h"

namespace nacre::memory {
namespace {

const UndoStep kStep{.number = 7,
                     .time = "2026-02-12T09:00:00Z",
                     .verb = "remember",
                     .ids = {"abc"},
                     .changes = {{.path = "MEMORY.md",
                                  .action = UndoAction::Remove,
                                  .line = 3,
                                  .summary = "tea",
                                  .removed = "- tea\n",
                                  .indexed = true}}};

TEST(JsonUndo, AnAnswerShowsTheLines) {
  EXPECT_EQ(to_json(UndoAnswer{.steps = {kStep}}),
            R"({"redo":false,"dry_run":false,"steps":[{"number":7,"time":"2026-02-12T09:00:00Z",)"
            R"("verb":"remember","ids":["abc"],"changes":[{"path":"MEMORY.md","action":"remove",)"
            R"("line":3,"summary":"tea","removed":"- tea\n","added":"","indexed":true}]}]})");
  EXPECT_EQ(to_json(UndoAnswer{.redo = true, .reason = "nothing to bring back"}),
            R"({"redo":true,"dry_run":false,"steps":[],"reason":"nothing to bring back"})");
}

TEST(JsonUndo, AListShowsThePlaces) {
  UndoStep step = kStep;
  step.conflict = "edited";
  EXPECT_EQ(to_json(UndoList{.steps = {step}, .more = 2, .undone = 1}),
            R"({"steps":[{"number":7,"time":"2026-02-12T09:00:00Z","verb":"remember",)"
            R"("ids":["abc"],"changes":[{"path":"MEMORY.md","action":"remove","line":3,)"
            R"("summary":"tea"}],"conflict":"edited"}],"more":2,"undone":1})");
}

TEST(JsonUninstall, SaysWhatGoesAndWhatStays) {
  EXPECT_EQ(to_json(UninstallReport{.removed = {{.path = "a", .why = "derived", .bytes = 3},
                                                {.path = "h", .why = "hook", .restored = true}},
                                    .kept = {{.path = "b", .why = "not made by Nacre"}},
                                    .notes = 2}),
            R"({"applied":false,"removed":[{"path":"a","why":"derived","bytes":3},)"
            R"({"path":"h","why":"hook","restored":true}],)"
            R"("kept":[{"path":"b","why":"not made by Nacre"}],"failed":[],"notes":2})");
}

}  // namespace
}  // namespace nacre::memory
