#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"
#include "nacre/types.h"

namespace nacre::workspace {

// The environment as values, so that tests can say what it is.
struct Environment {
  std::string current_directory;
  std::string home;
  std::string nacre_workspace;  // NACRE_WORKSPACE
};

struct Found {
  std::string directory;  // Absolute.
  // "--workspace", "NACRE_WORKSPACE", ".nacre above", "MEMORY.md above", "openclaw.json",
  // "~/.openclaw/workspace", "~/clawd", "~/nacre".
  std::string found_by;
  // agents.defaults.userTimezone of openclaw.json, when this is its workspace.
  std::string openclaw_timezone = {};
};

// The search order of DESIGN section 3: `requested`, NACRE_WORKSPACE, upwards
// from the current directory to one with .nacre/, then to one with the files of OpenClaw
// (memory/ beside MEMORY.md or SOUL.md), agents.defaults.workspace of
// ~/.openclaw/openclaw.json (JSON5: comments and trailing commas allowed),
// ~/.openclaw/workspace, ~/clawd, ~/nacre. NotFound with a hint to `nacre init`
// naming every place that was tried.
Result<Found> find_workspace(fs::FileSystem& files, std::string_view requested,
                             const Environment& environment);

// What a path means, from its name alone.
struct PathMeaning {
  Layer layer = Layer::Daily;
  Visibility visibility = Visibility::Private;
  std::string owner;             // users/<name>/...
  std::string project;           // projects/<name>/...
  std::optional<CivilDay> date;  // From a valid YYYY-MM-DD (or YYYY_MM_DD) in the name.
  bool indexed = true;           // false: DREAMS.md, .nacre, templates, ...
  bool per_entry = false;        // MEMORY.md, USER.md, tacit_knowledge.md: by entry.
  bool evergreen = true;         // No recency decay: undated, long-term, profile.
};
// Case-sensitive, as OpenClaw; any other *.md is an undated note (layer daily).
// A date that does not exist makes the file undated.
PathMeaning classify(std::string_view relative_path, Visibility project_visibility);

// Whether the walk should look into a directory: no dot-directories, packages of
// other programs (node_modules, virtual environments) or sessions-clean.
bool enter_directory(std::string_view relative_path);
bool is_note_name(std::string_view relative_path);  // "*.md", not hidden.

inline constexpr std::string_view kStateDirectory = ".nacre";
inline constexpr std::string_view kConfigFile = ".nacre/config.toml";
inline constexpr std::string_view kDictionaryFile = ".nacre/dictionary.txt";
inline constexpr std::string_view kSynonymsFile = ".nacre/synonyms.txt";

}  // namespace nacre::workspace
