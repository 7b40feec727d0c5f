#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "fs/root.h"
#include "guard/policy.h"
#include "nacre/types.h"
#include "workspace/note_source.h"

namespace nacre::recall {

// A file that a session may start with; whether it exists is not known yet.
struct ContextCandidate {
  std::string path;
  bool user_file = false;    // USER.md has a limit of its own.
  bool shared_file = false;  // Of memory/shared/.
};

struct ContextPlan {
  std::vector<ContextCandidate> candidates;  // The most important first.
  std::vector<ContextWithheld> withheld;     // By the scope alone.
  std::vector<ContextFile> problems;         // Folders that could not be listed.
};

struct ContextPlace {
  const fs::Root* root = nullptr;
  const guard::Policy* policy = nullptr;
  const workspace::NoteOptions* notes = nullptr;
  CivilDay today;
  int daily_days = 2;
};

// Which files a scope starts with: in a direct context MEMORY.md, USER.md,
// instructions, the days from today back, the running project, memory/shared/; in
// a group instructions, project and memory/shared/ (and the owner's days where
// the policy opens them); for jobs instructions and project. Another user's own
// files stand beside the owner's, of which he sees what is shared. HEARTBEAT.md is
// for heartbeats, BOOTSTRAP.md for direct contexts. `scope.user` is canonical.
//
// InvalidArgument for a user or project that is no name of a folder.
Result<ContextPlan> plan_context(const Scope& scope, const ContextPlace& place);

}  // namespace nacre::recall
