#pragma once

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre uninstall`: what would be removed, or with --yes was.
Result<ExitCode> uninstall(Memory& memory, const Arguments& arguments, Output& output);

}  // namespace nacre::cli
