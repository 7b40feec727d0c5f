#pragma once

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre config get|set|unset|explain|path|check`.
Result<ExitCode> config(const Arguments& arguments, Output& output);

}  // namespace nacre::cli
