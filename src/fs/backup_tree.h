#pragma once

#include <vector>

#include "fs/backup.h"

namespace nacre::fs {

// What a backup of the roots has to hold, with all but the hashes, roots in order and
// each by path. `absolute[i]` is where `entries[i]` lies.
struct BackupTree {
  std::vector<BackupEntry> entries;
  std::vector<std::string> absolute;
  std::vector<BackupNote> left_out, missing;
};
Result<BackupTree> list_for_backup(FileSystem& files, const BackupRequest& request);

}  // namespace nacre::fs
