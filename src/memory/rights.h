#pragma once

#include <string>

#include "fs/file_system.h"

namespace nacre::memory {

// Why nothing can be made in `directory`, or it cannot be made itself: "state directory
// not writable: <path>, owner uid X, running as uid Y". Empty when it can. Looks only.
std::string why_not_writable(fs::FileSystem& files, const std::string& directory);

// The same for a file; empty, too, when there is none.
std::string why_file_not_writable(fs::FileSystem& files, const std::string& path);

// Whether files can be made in a directory that exists, as the system would decide.
bool may_write_in(const std::string& directory);

}  // namespace nacre::memory
