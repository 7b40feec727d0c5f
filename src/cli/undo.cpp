#include "cli/undo.h"

#include "cli/requests.h"
#include "memory/json.h"

namespace nacre::cli {
namespace {

constexpr std::uint32_t kListed = 20;

Status check_together(const Arguments& arguments) {
  const bool list = arguments.has("--list");
  if (list && (!arguments.words.empty() || arguments.has("--redo") || arguments.has("--dry-run"))) {
    return Error{ErrorCode::InvalidArgument, "--list stands alone",
                 "--list shows; RECEIPT, --redo and --dry-run are for taking back"};
  }
  // A variable of a script that is not set must not undo something else.
  for (const std::string_view word : arguments.words) {
    if (word.find_first_not_of(" \t\r\n") != std::string_view::npos) continue;
    return Error{ErrorCode::InvalidArgument, "RECEIPT is empty",
                 "leave it out to undo the last write; `nacre undo --list` shows receipts"};
  }
  if (!list && arguments.has("--limit")) {
    return Error{ErrorCode::InvalidArgument, "--limit is given without --list"};
  }
  return Ok{};
}

Result<ExitCode> list(Memory& memory, const Arguments& arguments, Output& output) {
  UndoListRequest request{.scope = scope_of(arguments)};
  request.limit = NACRE_TRY(arguments.whole("--limit", 1, 100'000)).value_or(kListed);
  const UndoList answer = NACRE_TRY(memory.undo_list(request));
  if (output.json()) {
    output.print(memory::to_json(answer) + "\n");
  } else {
    output.print(render(answer, output.words()));
  }
  return exit_code(answer);
}

}  // namespace

Result<ExitCode> undo(Memory& memory, const Arguments& arguments, Output& output) {
  NACRE_TRY(check_together(arguments));
  if (arguments.has("--list")) return list(memory, arguments, output);
  UndoRequest request{.redo = arguments.has("--redo"),
                      .dry_run = arguments.has("--dry-run"),
                      .scope = scope_of(arguments)};
  if (!arguments.words.empty()) request.receipt = arguments.words.front();
  const UndoAnswer answer = NACRE_TRY(memory.undo(request));
  if (output.json()) {
    output.print(memory::to_json(answer) + "\n");
  } else {
    output.print(render(answer, output.words()));
  }
  return exit_code(answer);
}

}  // namespace nacre::cli
