#pragma once

#include <string>
#include <vector>

#include "nacre/types.h"

namespace nacre {

struct WatchRequest {
  // The watch ends when this descriptor becomes readable (a pipe, an eventfd, a
  // signalfd); it is not read. Below 0: never.
  int stop_descriptor = -1;
};

// What a watch has to say.
struct WatchReport {
  enum class Kind {
    Ready,    // All is indexed, and from now on changes are followed.
    Synced,   // Something has changed, and the index has it.
    Warning,  // `reason`; it goes on.
  };
  Kind kind = Kind::Ready;
  bool polling = false;            // It looks at the files; the system does not report changes.
  bool all = false;                // Everything was compared, not only `paths`.
  std::vector<std::string> paths;  // Of files and directories that may have changed.
  IndexReport index;
  std::string reason;
};

}  // namespace nacre
