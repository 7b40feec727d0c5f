#include "memory/undo.h"

#include <algorithm>
#include <map>

#include "base/log.h"
#include "memory/history.h"
#include "memory/keeping.h"
#include "memory/undo_plan.h"
#include "memory/undo_steps.h"
#include "memory/undo_turn.h"
#include "memory/undo_view.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

constexpr int kAttemptsMax = 3;

Status check_owner(const Scope& given, const Setting& setting) {
  const bool owner = guard::canonical_user(given.user, setting.policy).empty();
  if (owner && given.context == ContextKind::Direct) return Ok{};
  return Error{ErrorCode::PermissionDenied,
               "only the owner, in a direct context, takes writes back",
               "run it without --context and --user"};
}

bool is_closed(const Setting& setting, const std::string& path) {
  const auto stat = setting.root.stat(path);
  return stat.ok() && (stat.value().mode & 077U) == 0;
}

// Empty, so that its text is never there for others.
Status make_closed(const Setting& setting, const std::string& path) {
  if (!NACRE_TRY(setting.root.create(path, {}))) return Ok{};
  return setting.root.files().close_to_others(NACRE_TRY(setting.root.resolve(path)));
}

// Under the file's lock. False when the file has to be treated otherwise by now.
Result<bool> try_to_turn(const Turn& turn, const Setting& setting, History& history) {
  const std::string& path = turn.write().path;
  const UndoPlan first = NACRE_TRY(turn.plan(content_of(setting, path)));
  Recording recording(history, turn.verb(), path);
  if (!first.content) {
    return recording.conclude(
        setting.root.remove(path, [&](std::string_view present) -> Result<bool> {
          recording.begin();
          UndoPlan plan = NACRE_TRY(turn.plan(present));
          if (plan.content) return false;
          plan.record.closed = is_closed(setting, path);
          NACRE_TRY(recording.announce(plan.record, plan.kept));
          return true;
        }));
  }
  if (turn.makes_closed()) NACRE_TRY(make_closed(setting, path));
  return recording.conclude(setting.root.replace(
      path, [&](std::string_view present) -> Result<std::optional<std::string>> {
        recording.begin();
        UndoPlan plan = NACRE_TRY(turn.plan(present));
        if (!plan.content) return std::optional<std::string>();
        NACRE_TRY(recording.announce(std::move(plan.record), plan.kept));
        return std::move(plan.content);
      }));
}

Status apply(const Turn& turn, const Setting& setting, History& history) {
  for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
    if (NACRE_TRY(try_to_turn(turn, setting, history))) return Ok{};
  }
  return Error{ErrorCode::Conflict,
               "'" + turn.write().path + "': another program keeps changing it", "try again"};
}

Error left_in_part(Error why) {
  const std::string part =
      "one of its files is changed already; `nacre undo` or `nacre index` completes it";
  return std::move(why).with_hint(why.hint.empty() ? part : why.hint + "; " + part);
}

// All turns of one step. When one fails, those before it are turned round again.
Status apply_all(const std::vector<Turn>& turns, Direction direction, std::uint64_t number,
                 const HistoryLog& log, const Setting& setting) {
  History history(setting);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    Status done = apply(turns[i], setting, history);
    if (done.ok()) continue;
    if (i == 0) return done;
    const auto steps = read_steps(log, setting);
    if (!steps.ok()) return left_in_part(done.error());
    bool all_back = true;
    const Direction back = direction == Direction::Undo ? Direction::Redo : Direction::Undo;
    History again(setting);
    for (const Step& step : steps.value().all()) {
      if (step.number != number) continue;
      for (const Turn& turn : turns_of(step, back, steps.value(), log)) {
        const Status turned = apply(turn, setting, again);
        all_back = all_back && turned.ok();
        if (!turned.ok()) base::log(base::LogLevel::Warning, "memory", turned.error().message);
      }
    }
    return all_back ? done : Status(left_in_part(done.error()));
  }
  return Ok{};
}

UndoStep heading_of(const Step& step, const Setting& setting) {
  const WriteRecord& first = *step.writes.front().write;
  const int offset = setting.clock->local(first.time).utc_offset_seconds;
  UndoStep heading{
      .number = step.number, .time = base::format_instant(first.time, offset), .verb = first.verb};
  for (const StepWrite& of : step.writes) {
    if (!of.write->id.empty()) heading.ids.push_back(of.write->id);
  }
  return heading;
}

Result<std::vector<UndoChange>> changes_of(const std::vector<Turn>& turns, const Setting& setting) {
  std::vector<UndoChange> changes;
  std::map<std::string, std::string> files;  // As the turns before leave them.
  for (const Turn& turn : turns) {
    const std::string& path = turn.write().path;
    auto file = files.find(path);
    if (file == files.end()) file = files.emplace(path, content_of(setting, path)).first;
    UndoPlan plan = NACRE_TRY(turn.plan(file->second));
    changes.push_back(describe(turn.write(), plan, file->second, setting.redactor));
    file->second = std::move(plan.content).value_or(std::string());
  }
  return changes;
}

std::string damage_warning(const SequenceRange& lost) {
  if (lost.first == lost.last) {
    return "the history is damaged: write " + std::to_string(lost.first) +
           " cannot be undone any more";
  }
  return "the history is damaged: writes " + std::to_string(lost.first) + " to " +
         std::to_string(lost.last) + " cannot be undone any more";
}

// The step that is meant; null, with a reason, when there is none.
Result<const Step*> chosen(const UndoRequest& request, const Steps& steps, std::string& reason) {
  if (request.receipt.empty()) {
    const Step* step = steps.halfway();
    if (step == nullptr) step = request.redo ? steps.last_undone() : steps.last_standing();
    if (const SequenceRange* lost = steps.lost_after(step)) {
      return Error{ErrorCode::Corruption, damage_warning(*lost),
                   "nothing was changed; `nacre undo --list` shows what can be undone: name it by "
                   "its receipt"};
    }
    if (step == nullptr) reason = request.redo ? "nothing to bring back" : "nothing to undo";
    return step;
  }
  auto named = steps.named(request.receipt, request.redo);
  if (!named.ok()) {
    if (named.error().code != ErrorCode::NotFound) return named;
    reason = named.error().message;
    return static_cast<const Step*>(nullptr);
  }
  const Step* step = named.value();
  if (request.redo ? step->is_undone() : step->stands()) return step;
  if (request.redo && step->written_again_by != 0) {
    reason = "write " + std::to_string(step->number) + " stands again, as write " +
             std::to_string(step->written_again_by);
    return static_cast<const Step*>(nullptr);
  }
  reason = request.redo ? "write " + std::to_string(step->number) + " stands already"
                        : "write " + std::to_string(step->number) + " is taken back already";
  return static_cast<const Step*>(nullptr);
}

bool is_note(const std::string& path, const Setting& setting) {
  return workspace::is_note_name(path) &&
         workspace::classify(path, setting.notes.project_visibility).indexed;
}

void recover(const Setting& setting) {
  const auto recovered = setting.root.recover();
  if (recovered.ok()) return;
  base::log(base::LogLevel::Warning, "memory",
            "finish earlier writes: " + recovered.error().message);
}

}  // namespace

std::vector<std::string> history_warnings(const Setting& setting) {
  const auto contents = HistoryLog(setting.root, history_limits(setting.config)).read();
  if (!contents.ok()) return {contents.error().message + "; " + contents.error().hint};
  std::vector<std::string> warnings;
  for (const SequenceRange& lost : contents.value().lost) {
    warnings.push_back(damage_warning(lost));
  }
  return warnings;
}

Result<UndoAnswer> undo_files(const UndoRequest& request, const Setting& setting) {
  NACRE_TRY(check_owner(request.scope, setting));
  if (!request.dry_run) recover(setting);
  const HistoryLog log(setting.root, history_limits(setting.config));
  // A second one would turn the same step, or find it half turned.
  std::unique_ptr<fs::LockedFile> alone;
  if (!request.dry_run) alone = NACRE_TRY(log.lock_for_undo());
  const Steps steps = NACRE_TRY(read_steps(log, setting));
  UndoAnswer answer{.redo = request.redo, .dry_run = request.dry_run};
  const Step* step = NACRE_TRY(chosen(request, steps, answer.reason));
  if (step == nullptr) return answer;

  const Direction direction = request.redo ? Direction::Redo : Direction::Undo;
  const std::vector<Turn> turns = turns_of(*step, direction, steps, log);
  UndoStep turned = heading_of(*step, setting);
  turned.changes = NACRE_TRY(changes_of(turns, setting));
  if (!request.dry_run) NACRE_TRY(apply_all(turns, direction, step->number, log, setting));
  answer.steps.push_back(std::move(turned));
  return answer;
}

Result<UndoAnswer> undo(const UndoRequest& request, const Setting& setting, text::Source& source) {
  UndoAnswer answer = NACRE_TRY(undo_files(request, setting));
  if (request.dry_run) return answer;
  for (UndoStep& step : answer.steps) {
    for (UndoChange& change : step.changes) {
      // Of what is no note the index need not know.
      change.indexed = !is_note(change.path, setting);
      if (change.indexed) continue;
      Kept kept = keep_indexed(change.path, setting, source);
      change.indexed = kept.indexed;
      change.warning = std::move(kept.warning);
    }
  }
  return answer;
}

Result<UndoList> undo_list(const UndoListRequest& request, const Setting& setting) {
  NACRE_TRY(check_owner(request.scope, setting));
  const HistoryLog log(setting.root, history_limits(setting.config));
  const Steps steps = NACRE_TRY(read_steps(log, setting));
  UndoList list;
  for (const SequenceRange& lost : steps.lost()) list.warnings.push_back(damage_warning(lost));
  for (auto step = steps.all().rbegin(); step != steps.all().rend(); ++step) {
    if (step->is_undone()) ++list.undone;
    if (!step->stands()) continue;
    if (list.steps.size() >= request.limit) {
      ++list.more;
      continue;
    }
    UndoStep shown = heading_of(*step, setting);
    const auto turns = turns_of(*step, Direction::Undo, steps, log);
    auto changes = changes_of(turns, setting);
    if (changes.ok()) {
      shown.changes = std::move(changes).value();
    } else {
      shown.conflict = changes.error().message;
      for (const Turn& turn : turns) shown.changes.push_back({.path = turn.write().path});
    }
    list.steps.push_back(std::move(shown));
  }
  return list;
}

void finish_undo(const Setting& setting) {
  const HistoryLog log(setting.root, history_limits(setting.config));
  auto steps = read_steps(log, setting);
  if (!steps.ok() || steps.value().halfway() == nullptr) return;
  // Whoever turns it now completes it.
  const auto alone = log.lock_for_undo();
  if (!alone.ok()) return;
  steps = read_steps(log, setting);
  if (!steps.ok()) return;
  for (const Step& step : steps.value().all()) {
    if (!step.halfway()) continue;
    const bool coming_back = std::any_of(step.writes.begin(), step.writes.end(),
                                         [](const StepWrite& of) { return of.redone; });
    const Direction direction = coming_back ? Direction::Redo : Direction::Undo;
    const auto turns = turns_of(step, direction, steps.value(), log);
    const Status done = apply_all(turns, direction, step.number, log, setting);
    if (!done.ok()) base::log(base::LogLevel::Warning, "memory", done.error().message);
  }
}

}  // namespace nacre::memory

namespace nacre {

std::string_view name(UndoAction value) {
  switch (value) {
    case UndoAction::Change:
      return "change";
    case UndoAction::Remove:
      return "remove";
    case UndoAction::Make:
      return "make";
  }
  return "";
}

}  // namespace nacre
