#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fs/root.h"

namespace nacre::workspace {

// What of other places belongs to a workspace, as its configuration has it.
struct Outside {
  std::vector<fs::Mount> mounts;      // index.extra_paths, as "@" and the last name.
  std::vector<std::string> trusted;   // workspace.trusted_directories, real paths.
  std::vector<std::string> warnings;  // Directories that are not there, or belong already.
};

// Paths may start with "~/" (`home`) or be relative to the workspace. Two extra paths of
// one name become "@name" and "@name-2". An extra path that cannot be found stays: its
// notes are unknown, not gone.
Outside find_outside(const fs::Root& root, const std::vector<std::string>& extra_paths,
                     const std::vector<std::string>& trusted, std::string_view home);

}  // namespace nacre::workspace
