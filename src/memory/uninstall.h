#pragma once

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/uninstall.h"
#include "text/source.h"

namespace nacre::memory {

// Takes away what is derived or was installed (memory/installed.h), file by file and only what
// is known to be ours; notes stay, and without `purge_state` all that cannot be derived
// again. Goes through no symbolic link. What cannot be removed is in the report, and the rest
// goes on.
Result<UninstallReport> uninstall(const UninstallRequest& request, const Setting& setting,
                                  text::Source& source);

}  // namespace nacre::memory
