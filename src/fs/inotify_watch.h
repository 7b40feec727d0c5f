#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "fs/descriptor.h"
#include "fs/watch.h"

struct inotify_event;

namespace nacre::fs {

// One inotify watch per directory. A directory is watched first and listed then,
// so what is made in between is an event, a find, or both.
//
// ResourceExhausted when the system's limits are met, Unsupported on a file
// system that does not report what other machines do: then look instead.
class InotifyWatch {
 public:
  static Result<std::unique_ptr<InotifyWatch>> make(FileSystem& files, std::string_view directory,
                                                    const WatchOptions& options);

  int descriptor() const { return inotify_.get(); }
  Result<std::vector<WatchEvent>> take();
  std::size_t directories() const { return watches_.size(); }

 private:
  InotifyWatch(FileSystem& files, std::string_view directory, const WatchOptions& options)
      : files_(files), directory_(directory), options_(options) {}

  Status watch_tree(const std::string& path, std::vector<WatchEvent>* found);
  Status watch_directory(const std::string& path);
  void forget(const std::string& path);
  Status handle(const inotify_event& event, std::vector<WatchEvent>& out);
  Status handle_directory(std::uint32_t mask, std::string path, std::vector<WatchEvent>& out);
  std::string absolute(const std::string& path) const;

  FileSystem& files_;
  std::string directory_;
  const WatchOptions& options_;
  Descriptor inotify_;
  std::unordered_map<int, std::string> paths_;
  std::map<std::string, int, std::less<>> watches_;
};

// Whether the file system at `path` shows changes of other machines only to those
// who look: NFS, SMB, FUSE, 9p and the like.
bool is_remote(const std::string& path);

}  // namespace nacre::fs
