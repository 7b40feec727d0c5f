#pragma once

#include <string_view>

#include "base/result.h"

namespace nacre::fs {

// `number` is an errno. The message is "<verb> '<path>': <the system's words>";
// failures that a person can mend (rights, a read-only or full disk, open-file
// limits) carry a hint.
Error system_error(int number, std::string_view verb, std::string_view path);

}  // namespace nacre::fs
