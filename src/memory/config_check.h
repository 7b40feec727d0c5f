#pragma once

#include <vector>

#include "base/config.h"
#include "fs/root.h"
#include "nacre/config.h"
#include "nacre/options.h"

namespace nacre::memory {

// Everything that is wrong with the configuration and with the files beside it, also
// where the configuration cannot be read. Reads only.
std::vector<ConfigFinding> check_configuration(const OpenOptions& options, const fs::Root& root);

}  // namespace nacre::memory
