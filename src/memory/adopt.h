#pragma once

#include <functional>

#include "fs/file_system.h"
#include "nacre/adopt.h"
#include "nacre/memory.h"
#include "workspace/openclaw.h"

namespace nacre::memory {

// Takes an OpenClaw installation or workspace over, or says what that would do. Writes,
// in this order and stopping where one fails: a verified backup of the notes and of
// openclaw.json; what is missing below .nacre/ of each workspace, with the settings; the
// index. Nothing else is touched: not the notes, not OpenClaw's files. Where nothing is
// to be written there is no backup either.
Result<AdoptReport> adopt(const AdoptRequest& request, fs::FileSystem& files,
                          const workspace::OpenClawEnvironment& environment,
                          const std::function<void(const IndexProgress&)>& progress);

Result<RestoreBackupReport> restore_backup(const RestoreBackupRequest& request,
                                           fs::FileSystem& files,
                                           const workspace::OpenClawEnvironment& environment);

}  // namespace nacre::memory
