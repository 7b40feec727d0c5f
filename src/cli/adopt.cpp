#include "cli/adopt.h"

#include "memory/json.h"

namespace nacre::cli {
namespace {

Result<ExitCode> restore(const Arguments& arguments, Output& output) {
  const std::string directory = arguments.text("--to");
  if (directory.empty()) {
    return Error{ErrorCode::InvalidArgument, "--restore needs to know where: --to DIR",
                 "nacre adopt --restore BACKUP --to DIR"};
  }
  const RestoreBackupReport report =
      NACRE_TRY(Memory::restore_backup({.backup = arguments.text("--restore"),
                                        .directory = directory,
                                        .force = arguments.has("--force")}));
  if (output.json()) {
    output.print(memory::to_json(report) + "\n");
  } else {
    output.print(render(report, output.words()));
  }
  return exit_code(report);
}

}  // namespace

Result<ExitCode> adopt(const Arguments& arguments, Output& output) {
  if (arguments.has("--restore")) return restore(arguments, output);
  for (const std::string_view option : {"--to", "--force"}) {
    if (arguments.has(option)) {
      return Error{ErrorCode::InvalidArgument, std::string(option) + " goes with --restore",
                   "see `nacre adopt --help`"};
    }
  }
  AdoptRequest request{.directory = arguments.text("--workspace"),
                       .apply = arguments.has("--yes"),
                       .backup = arguments.text("--backup"),
                       .allow_incomplete = arguments.has("--allow-incomplete")};
  if (!arguments.words.empty()) request.directory = arguments.words.front();
  const AdoptReport report = NACRE_TRY([&] {
    ProgressBar bar(output);
    return Memory::adopt(request, [&](const IndexProgress& progress) { bar.show(progress); });
  }());
  if (output.json()) {
    output.print(memory::to_json(report) + "\n");
  } else {
    output.print(render(report, output.words()));
  }
  return exit_code(report);
}

}  // namespace nacre::cli
