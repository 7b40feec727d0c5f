#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::fs {

struct WatchEvent {
  enum class Kind : std::uint8_t {
    Changed,   // Made, written, moved to this name, or its rights changed.
    Removed,   // Deleted or moved away; a directory stands for all below it.
    Overflow,  // Anything may have changed; `path` is empty.
  };
  Kind kind = Kind::Changed;
  std::string path;  // Relative to the watched directory.
  bool operator==(const WatchEvent&) const = default;
};

struct WatchOptions {
  int depth_max = 64;
  // For each directory; false: neither it nor anything below it is opened.
  std::function<bool(std::string_view path)> enter = {};
  // For each file; false: no events.
  std::function<bool(std::string_view path)> want = {};
  std::int64_t poll_ms = 1000;  // Between two looks, where looking is all that works.
  bool polling = false;         // Look, also where the system would tell.
};

// What changes below a directory. After `open_watch` has returned, no change is
// missed: it is an event, or an overflow is. An event may be reported more than
// once and for nothing, and a move is a removal and a change.
//
// The caller waits with poll(): for input on `descriptor()`, or until
// `due_in_ms()` have passed. Time is the caller's, monotonic.
//
// Where the system cannot tell (limits of inotify, network file systems), also
// when that shows later, it looks at all files every `poll_ms`.
//
// Threads: one.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual int descriptor() const = 0;  // -1: there is only time to wait for.
  virtual std::optional<std::int64_t> due_in_ms(std::int64_t now_ms) const = 0;
  // What has happened; never waits. NotFound when the directory itself is gone.
  virtual Result<std::vector<WatchEvent>> take(std::int64_t now_ms) = 0;
  // Why it looks instead of being told; empty when it is told.
  virtual const std::string& polling_because() const = 0;
};

// Symlinks are not followed. Holds one descriptor, and one inotify watch for each
// directory that `enter` lets in. Borrows `files`, which must be the real ones
// unless `polling` is set.
Result<std::unique_ptr<Watch>> open_watch(FileSystem& files, std::string_view directory,
                                          WatchOptions options);

}  // namespace nacre::fs
