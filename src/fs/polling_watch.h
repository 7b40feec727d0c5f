#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/watch.h"

namespace nacre::fs {

// Looks at all files every `poll_ms` and compares size, times and inode.
class PollingWatch {
 public:
  // Looks for the first time.
  static Result<PollingWatch> make(FileSystem& files, std::string_view directory,
                                   const WatchOptions& options);

  std::int64_t due_in_ms(std::int64_t now_ms) const;
  // A removal is an overflow: a share that was unmounted looks like an emptied
  // one, and only a full comparison refuses to believe that.
  Result<std::vector<WatchEvent>> take(std::int64_t now_ms);

 private:
  using Seen = std::map<std::string, Stat, std::less<>>;

  PollingWatch(FileSystem& files, std::string_view directory, const WatchOptions& options)
      : files_(&files), directory_(directory), options_(&options) {}
  Result<Seen> look() const;

  FileSystem* files_;
  std::string directory_;
  const WatchOptions* options_;
  Seen seen_;
  std::int64_t next_ms_ = 0;
};

}  // namespace nacre::fs
