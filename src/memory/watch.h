#pragma once

#include <functional>

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/watch.h"

namespace nacre::memory {

// Brings the index to the files and keeps it there until told to stop. Changes of
// .nacreignore count at once (in `setting`), those of the configuration do not.
//
// One sync runs at a time; what changes meanwhile waits in the system's queue. A
// sync that fails is a warning and is tried again, ever more seldom. Ends with an
// error when the workspace itself is gone.
Status watch(const WatchRequest& request, Setting& setting,
             const std::function<void(const WatchReport&)>& report);

}  // namespace nacre::memory
