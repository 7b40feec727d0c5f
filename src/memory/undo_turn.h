#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/history_log.h"
#include "memory/setting.h"
#include "memory/undo_plan.h"
#include "memory/undo_steps.h"

namespace nacre::memory {

enum class Direction { Undo, Redo };

// Empty for a file that is not there or cannot be read.
std::string content_of(const Setting& setting, const std::string& path);
Result<Steps> read_steps(const HistoryLog& log, const Setting& setting);

// One write that is to be turned: what its file will be. Borrows `steps`.
class Turn {
 public:
  Turn(const StepWrite& of, Direction direction, const Steps& steps, const HistoryLog& log);

  const WriteRecord& write() const { return *of_.write; }
  std::string_view verb() const { return direction_ == Direction::Undo ? "undo" : "redo"; }
  // Brings back a file that nobody else could read.
  bool makes_closed() const {
    return direction_ == Direction::Redo && of_.undone->whole_file && of_.undone->closed;
  }
  Result<UndoPlan> plan(std::string_view present) const;

 private:
  StepWrite of_;
  Direction direction_;
  const Steps* steps_;
  std::string kept_;
  std::optional<Error> failure_;
};

// The last write goes first, and comes back last.
std::vector<Turn> turns_of(const Step& step, Direction direction, const Steps& steps,
                           const HistoryLog& log);

}  // namespace nacre::memory
