#pragma once

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre undo`, with --redo, --list and --dry-run.
Result<ExitCode> undo(Memory& memory, const Arguments& arguments, Output& output);

}  // namespace nacre::cli
