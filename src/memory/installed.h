#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "memory/setting.h"

namespace nacre::memory {

inline constexpr std::string_view kInstalledFile = ".nacre/installed.json";

// A file outside of the notes that a verb wrote on the user's order: a hook, a timer. What
// stands in the list is what `nacre uninstall` takes away again.
struct Installed {
  std::string what;     // "git pre-commit hook", for people.
  std::string path;     // Absolute.
  std::string earlier;  // Where the file went that stood there before; empty: there was none.
  std::string sha256;   // Of what was written: a file that was changed since stays.
};

// In the order of their installation; empty without a list. Corruption when it is none.
Result<std::vector<Installed>> read_installed(const Setting& setting);
// One entry per path: a new one takes the place of the old.
Status register_installed(const Setting& setting, const Installed& installed);
Status forget_installed(const Setting& setting, std::string_view path);

}  // namespace nacre::memory
