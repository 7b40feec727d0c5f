#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::memory {

// What an agent's SQLite file of OpenClaw holds.
struct OldIndex {
  std::uint64_t files = 0, chunks = 0;
  std::string model;
  std::uint64_t sessions = 0;  // Conversations kept in the same file.
};

// Looks into a copy (with its write-ahead log), so that the original is never opened,
// locked or changed. Unavailable when it keeps changing while it is copied;
// ResourceExhausted when it is too large to be worth it; Corruption for what is no
// SQLite.
Result<OldIndex> look_into_old_index(fs::FileSystem& files, const std::string& path);

}  // namespace nacre::memory
