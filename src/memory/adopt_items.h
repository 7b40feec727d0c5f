#pragma once

#include "fs/file_system.h"
#include "nacre/adopt.h"
#include "workspace/openclaw.h"

namespace nacre::memory {

// What lies in an installation besides the notes: its configuration, the sessions and
// memory indexes of its agents.
void list_installation(fs::FileSystem& files, const workspace::OpenClaw& found,
                       AdoptReport& report);

// What lies in a workspace, by kind; also counts its notes. A directory that cannot be
// read is a warning.
void list_workspace(fs::FileSystem& files, AdoptWorkspace& workspace, AdoptReport& report);

}  // namespace nacre::memory
