#include "cli/exit_code.h"

#include <algorithm>

namespace nacre::cli {

ExitCode exit_code(const RecallAnswer& answer) {
  if (answer.denied) return ExitCode::Denied;
  if (answer.degraded && *answer.degraded != "no_index") return ExitCode::Partial;
  return answer.results.empty() ? ExitCode::Nothing : ExitCode::Found;
}

ExitCode exit_code(const GetAnswer& answer) {
  switch (answer.status) {
    case GetStatus::Ok:
      return ExitCode::Found;
    case GetStatus::NotFound:
      return ExitCode::Nothing;
    case GetStatus::Denied:
      return ExitCode::Denied;
    case GetStatus::Unreadable:
      return ExitCode::Failed;
  }
  return ExitCode::Failed;
}

ExitCode exit_code(const ContextAnswer& answer) {
  if (answer.denied) return ExitCode::Denied;
  const bool partial =
      std::any_of(answer.files.begin(), answer.files.end(),
                  [](const ContextFile& file) { return file.state == ContextState::Unreadable; });
  if (partial) return ExitCode::Partial;
  return answer.text.empty() ? ExitCode::Nothing : ExitCode::Found;
}

ExitCode exit_code(const Receipt& receipt) {
  const bool partial = !receipt.warning.empty() ||
                       std::any_of(receipt.also.begin(), receipt.also.end(),
                                   [](const Receipt& other) { return !other.warning.empty(); });
  return partial ? ExitCode::Partial : ExitCode::Found;
}

ExitCode exit_code(const IndexReport& report) {
  return report.failed > 0 || !report.complete ? ExitCode::Partial : ExitCode::Found;
}

ExitCode exit_code(const StatusReport& report) {
  return report.index_problem.empty() ? ExitCode::Found : ExitCode::Partial;
}

ExitCode exit_code(const ScanReport& report) {
  if (report.staged) {
    const bool clean = report.findings.empty() && report.problems.empty();
    return clean ? ExitCode::Found : ExitCode::Failed;
  }
  if (!report.problems.empty()) return ExitCode::Partial;
  return report.findings.empty() ? ExitCode::Nothing : ExitCode::Found;
}

ExitCode exit_code(const UndoAnswer& answer) {
  if (answer.steps.empty()) return ExitCode::Nothing;
  for (const UndoStep& step : answer.steps) {
    const bool partial =
        std::any_of(step.changes.begin(), step.changes.end(),
                    [](const UndoChange& change) { return !change.warning.empty(); });
    if (partial) return ExitCode::Partial;
  }
  return ExitCode::Found;
}

ExitCode exit_code(const UndoList& list) {
  return list.steps.empty() ? ExitCode::Nothing : ExitCode::Found;
}

ExitCode exit_code(const ConfigCheck& check) {
  return check.findings.empty() ? ExitCode::Found : ExitCode::Partial;
}

ExitCode exit_code(const DoctorReport& report) {
  const Severity worst = report.worst();
  if (worst == Severity::Error) return ExitCode::Failed;
  return worst == Severity::Warning ? ExitCode::Partial : ExitCode::Found;
}

ExitCode exit_code(const AdoptReport& report) {
  const bool partial = !report.warnings.empty() || !report.backup.missing.empty() ||
                       std::any_of(report.workspaces.begin(), report.workspaces.end(),
                                   [](const AdoptWorkspace& workspace) {
                                     return exit_code(workspace.index) == ExitCode::Partial;
                                   });
  return partial ? ExitCode::Partial : ExitCode::Found;
}

ExitCode exit_code(const RestoreBackupReport& report) {
  return report.missing.empty() ? ExitCode::Found : ExitCode::Partial;
}

ExitCode exit_code(const CompareAnswer& answer) {
  return answer.places.empty() ? ExitCode::Nothing : ExitCode::Found;
}

ExitCode exit_code(const Error& error) {
  if (error.code == ErrorCode::InvalidArgument) return ExitCode::Usage;
  if (error.code == ErrorCode::PermissionDenied) return ExitCode::Denied;
  return ExitCode::Failed;
}

}  // namespace nacre::cli
