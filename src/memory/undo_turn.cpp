#include "memory/undo_turn.h"

#include <algorithm>

namespace nacre::memory {

std::string content_of(const Setting& setting, const std::string& path) {
  auto text = setting.root.read(path, fs::kWritableBytesMax);
  return text.ok() ? std::move(text).value() : std::string();
}

Result<Steps> read_steps(const HistoryLog& log, const Setting& setting) {
  return Steps::read(log, [&](const std::string& path) { return content_of(setting, path); });
}

Turn::Turn(const StepWrite& of, Direction direction, const Steps& steps, const HistoryLog& log)
    : of_(of), direction_(direction), steps_(&steps) {
  const WriteRecord& holder = direction == Direction::Undo ? *of.write : *of.undone;
  auto kept = log.kept(holder);
  if (kept.ok()) {
    kept_ = std::move(kept).value();
  } else {
    failure_ = std::move(kept).error().in("what '" + of.write->path + "' held");
  }
}

Result<UndoPlan> Turn::plan(std::string_view present) const {
  if (failure_) return *failure_;
  if (direction_ == Direction::Redo) return plan_redo(*of_.write, *of_.undone, present, kept_);
  return plan_undo({.write = *of_.write, .records = steps_->records()}, present, kept_);
}

std::vector<Turn> turns_of(const Step& step, Direction direction, const Steps& steps,
                           const HistoryLog& log) {
  std::vector<Turn> turns;
  for (const StepWrite& of : step.writes) {
    const bool wanted = (of.undone == nullptr) == (direction == Direction::Undo);
    if (wanted) turns.emplace_back(of, direction, steps, log);
  }
  if (direction == Direction::Undo) std::reverse(turns.begin(), turns.end());
  return turns;
}

}  // namespace nacre::memory
