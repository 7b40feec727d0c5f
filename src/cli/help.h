#pragma once

#include <string>

#include "cli/verbs.h"
#include "cli/words.h"

namespace nacre::cli {

std::string general_help(const Words& words);
std::string verb_help(const Verb& verb, const Words& words);

}  // namespace nacre::cli
