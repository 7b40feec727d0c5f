#pragma once

#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre watch`: one line for each report, until SIGINT or SIGTERM, which end it as
// asked and not as a failure.
Result<ExitCode> watch(Memory& memory, Output& output);

}  // namespace nacre::cli
