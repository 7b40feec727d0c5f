#pragma once

#include <optional>
#include <string>

namespace nacre::base {

// The variable as the process was started with; absent and empty differ.
//
// Threads: any, since no room ever changes the environment.
std::optional<std::string> environment(const char* name);

}  // namespace nacre::base
