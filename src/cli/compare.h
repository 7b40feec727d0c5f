#pragma once

#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// `nacre compare openclaw QUERY...`
Result<ExitCode> compare(Memory& memory, const Arguments& arguments, Output& output);

}  // namespace nacre::cli
