#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nacre/types.h"

namespace nacre {

struct AdoptRequest {
  // A state directory of OpenClaw, its openclaw.json or a workspace; empty: where
  // OpenClaw itself would look.
  std::string directory;
  bool apply = false;             // Else nothing is written.
  std::string backup;             // File; empty: ~/.nacre-backups/NAME-TIME.tar.zst
  bool allow_incomplete = false;  // Go on although the backup lacks what cannot be read.
};

enum class AdoptState : std::uint8_t {
  Found,    // Seen, and of no use yet.
  Used,     // Works as it is, or is taken over.
  Ignored,  // Not needed, or there is nothing like it here.
};
std::string_view name(AdoptState value);

// Something that lies there.
struct AdoptItem {
  AdoptState state = AdoptState::Found;
  std::string kind;  // "config", "workspace", "sessions", "index", ...; docs/json.md.
  std::string path;  // Absolute, or relative to its workspace.
  std::string why;
  std::uint64_t files = 0, bytes = 0;
};

enum class AdoptSettingState : std::uint8_t {
  Taken,    // Is written, or would be.
  Present,  // The same stands there already.
  Kept,     // Another value stands there already and stays.
  NotUsed,
};
std::string_view name(AdoptSettingState value);

struct AdoptSetting {
  AdoptSettingState state = AdoptSettingState::NotUsed;
  std::string from;   // As it stands in openclaw.json.
  std::string key;    // Ours; empty: there is none.
  std::string value;  // As TOML, secrets masked; only of a key that is used.
  std::string why;
};

struct AdoptWorkspace {
  std::string path;
  std::vector<std::string> agents;  // Who work in it.
  std::uint32_t notes = 0;
  std::vector<std::string> created;  // What was missing, relative.
  std::vector<AdoptSetting> settings;
  bool indexed = false;
  IndexReport index;
};

struct BackupSummary {
  std::string path;  // Empty: nothing was to be written.
  std::uint64_t files = 0, bytes = 0;
  std::vector<std::string> left_out, missing;  // "path: why"
};

struct AdoptReport {
  bool applied = false;
  bool changed = false;  // Something was written, or would be; the index aside.
  std::string found_by;
  std::vector<AdoptItem> items;
  std::vector<AdoptWorkspace> workspaces;
  BackupSummary backup;
  std::vector<std::string> warnings;
  std::vector<std::string> next;  // Commands.
};

struct RestoreBackupRequest {
  std::string backup;
  std::string directory;  // Made when missing.
  bool force = false;     // Replace files that are there.
};

struct RestoreBackupReport {
  std::string backup, directory, tool, time;
  std::uint64_t files = 0, bytes = 0;
  // Where each tree of the backup was, and where it is now.
  std::vector<std::pair<std::string, std::string>> roots;
  std::vector<std::string> missing;  // What was not in the backup: "path: why".
};

}  // namespace nacre
