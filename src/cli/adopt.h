#pragma once

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre adopt [DIR]`, and its way back, `nacre adopt --restore BACKUP --to DIR`.
Result<ExitCode> adopt(const Arguments& arguments, Output& output);

}  // namespace nacre::cli
