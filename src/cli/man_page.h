#pragma once

#include <string>

#include "cli/verbs.h"
#include "cli/words.h"

namespace nacre::cli {

// Manual pages in roff, from the tables that parsing and help read: nacre(1), and
// nacre-VERB(1). UTF-8; for `man` a page per language.
std::string man_page(const Words& words);
std::string man_page(const Verb& verb, const Words& words);

}  // namespace nacre::cli
