#pragma once

#include <span>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/output.h"

namespace nacre::cli {

// Does what the arguments (without the program's name) say: parse, call memory,
// print. No logic of its own.
ExitCode run(std::span<const std::string_view> arguments, Output& output);

}  // namespace nacre::cli
