#pragma once

#include <string>
#include <vector>

#include "fs/backup.h"

namespace nacre::fs {

struct RestoreRequest {
  std::string backup;     // Absolute path of the archive.
  std::string directory;  // Absolute; made when missing. Each root is put below it by name.
  bool force = false;     // Replace files that are there.
};

// Unpacks a backup with rights and times, links last and as they were. First every hash
// of the archive is checked, then that nothing would be overwritten (AlreadyExists, or
// `force`), only then is anything written; at the end what was written is read back.
// Nothing is written outside of `directory`, also not through a link that lies in it.
Result<Manifest> restore_backup(FileSystem& files, const RestoreRequest& request);

}  // namespace nacre::fs
