#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::workspace {

// What of the environment says where an OpenClaw lives, as values.
struct OpenClawEnvironment {
  std::string current_directory;
  std::string home;           // HOME, or OPENCLAW_HOME over it.
  std::string state_dir;      // OPENCLAW_STATE_DIR
  std::string config_path;    // OPENCLAW_CONFIG_PATH
  std::string profile;        // OPENCLAW_PROFILE
  std::string workspace_dir;  // OPENCLAW_WORKSPACE_DIR
};
OpenClawEnvironment openclaw_environment();

// One setting that concerns memory, by its name of today: older names and places of
// the same setting (agents.defaults.memorySearch.*, flat chunkSize, ...) are translated.
struct OpenClawValue {
  std::string key;   // "memory.search.query.maxResults"
  std::string path;  // Where it stood: "agents.defaults.memorySearch.maxResults"
  // As TOML; empty for what is no plain value or list of texts, or comes from a
  // variable of the environment.
  std::string toml;
};

struct OpenClawAgent {
  std::string id;
  std::string workspace;              // Absolute; need not exist.
  std::vector<OpenClawValue> values;  // The defaults, with the agent's own over them.
};

struct OpenClaw {
  std::string found_by;               // "OPENCLAW_STATE_DIR", "~/.openclaw", "DIR", ...
  std::string state_directory;        // Empty: only a workspace was found.
  std::string config_path;            // Empty: there is none.
  std::string config_problem;         // Why it could not be read; then all of `agents` is a guess.
  bool has_includes = false;          // $include, which is not followed.
  std::vector<OpenClawAgent> agents;  // The default agent first; never empty.
};

// The installation or workspace at `requested` (a state directory, an openclaw.json, a
// workspace), or without it where OpenClaw itself would look: OPENCLAW_CONFIG_PATH and
// OPENCLAW_STATE_DIR, the profile's directory, ~/.openclaw, ~/.clawdbot, then ~/clawd.
// A configuration that cannot be read is `config_problem`; NotFound, naming the places,
// when there is nothing. Reads one file.
Result<OpenClaw> find_openclaw(fs::FileSystem& files, std::string_view requested,
                               const OpenClawEnvironment& environment);

}  // namespace nacre::workspace
