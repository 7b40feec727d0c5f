#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/descriptor.h"

namespace nacre::fs {

// Both make `path` with `bytes`, synced when `sync`, whole or not at all, also when the
// process is killed; AlreadyExists when there is a file of that name. The descriptor
// holds the lock of the new file, which it had before anybody could see it.

// By a file that has no name until it is complete, so that a death leaves nothing.
// Unsupported where the file system has no such files.
Result<Descriptor> write_unnamed(const std::string& path, std::string_view bytes, bool sync);

// By a hidden file beside it, which gets the name when it is complete. A death leaves
// the hidden file, which the next file that is made there takes away.
Result<Descriptor> write_beside(const std::string& path, std::string_view bytes, bool sync);

// The name of that hidden file: one at a time in a directory.
inline constexpr std::string_view kNewFileName = ".nacre-new.tmp";

}  // namespace nacre::fs
