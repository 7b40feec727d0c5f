#pragma once

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre doctor`.
Result<ExitCode> doctor(const Arguments& arguments, Output& output);

}  // namespace nacre::cli
