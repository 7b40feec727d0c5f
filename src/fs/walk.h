#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::fs {

struct WalkEntry {
  std::string path;  // Relative to the walked directory.
  Stat stat;
};

struct WalkProblem {
  std::string path;
  std::string message;
  bool directory = false;
};

struct WalkOptions {
  int depth_max = 64;
  std::uint32_t entries_max = 1'000'000;
  // Called for each directory (relative path); false skips it.
  std::function<bool(std::string_view path)> enter = {};
  // Called for each file name before it is looked at; false skips it.
  std::function<bool(std::string_view path)> want = {};
  // Called for each symlink to a directory that `enter` lets in; true says that the
  // caller sees to it.
  std::function<bool(std::string_view path)> link = {};
};

struct WalkResult {
  std::vector<WalkEntry> files;  // Sorted by path bytes.
  std::vector<WalkProblem> problems;
};

// Regular files below `directory`. One listing per directory, one stat per wanted
// file, no read. Symlinks are not followed, so there are no loops; each link that
// `enter` (for a directory) or `want` would have let in is a problem of the
// listing, with `directory` false: nothing below it is unknown, it is not ours.
// An unreadable or too deep directory is a problem and the walk goes on; what
// vanishes meanwhile is skipped. ResourceExhausted above `entries_max`.
Result<WalkResult> walk(FileSystem& files, std::string_view directory, const WalkOptions& options);

}  // namespace nacre::fs
