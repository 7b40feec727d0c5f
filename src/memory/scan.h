#pragma once

#include <optional>

#include "memory/installed.h"
#include "memory/setting.h"
#include "nacre/types.h"

namespace nacre::memory {

// Secrets that lie in files of the workspace, notes or not, or in what git would
// commit: all of the repository unless paths are named, its paths from its root. At
// level off it looks for secrets all the same. Files with NUL bytes are no text and
// are passed over. NotFound for a path that is not there.
Result<ScanReport> scan(const ScanRequest& request, const Setting& setting);

// Writes a pre-commit hook that runs `nacre scan --staged`; a hook that was there
// becomes pre-commit.before-nacre and runs first. Its path; no-op when it is there.
Result<std::string> install_scan_hook(const Setting& setting);

// The hook of this workspace, whether the list of what was installed names it or not. Its
// hash is empty when somebody has changed it.
std::optional<Installed> find_scan_hook(const Setting& setting);

}  // namespace nacre::memory
