#pragma once

#include <string>

#include "cli/verbs.h"

namespace nacre::cli {

std::string general_help();
std::string verb_help(const Verb& verb);

}  // namespace nacre::cli
