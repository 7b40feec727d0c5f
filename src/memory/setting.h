#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/config.h"
#include "base/result.h"
#include "fs/root.h"
#include "guard/policy.h"
#include "guard/redact.h"
#include "index/store.h"
#include "nacre/options.h"
#include "workspace/layout.h"
#include "workspace/note_source.h"
#include "workspace/templates.h"

namespace nacre::memory {

// A workspace that was found and what its configuration says: everything that a
// verb needs before it does its own work. Opening reads one small file and makes
// nothing.
struct Setting {
  std::unique_ptr<fs::FileSystem> files;
  fs::Root root;
  OpenOptions options;  // As they were given, but for the workspace, which is `root`.
  std::string found_by;
  base::Config config;
  std::vector<std::string> warnings;  // Unknown keys, values out of range.
  std::unique_ptr<base::Clock> clock;
  std::string cache_dir;  // Absolute.
  guard::Policy policy;
  guard::Redactor redactor;  // The one of this workspace; also in `notes`.
  workspace::NoteOptions notes;
  workspace::Language language = workspace::Language::English;
  text::Runs runs = text::Runs::Characters;  // index.tokenizer

  std::string index_path() const { return cache_dir + "/index.db"; }
  // For reading the index; with what of the configuration is in it.
  index::StoreOptions store() const;
};

// NotFound when there is no workspace; Corruption when its configuration is no
// TOML: going on with defaults could show what the owner had closed.
// What is wrong with the configuration is one line of the log, unless it is kept quiet.
enum class Warnings { Logged, Quiet };
// For those who look at what is wrong: defaults, where the file is no TOML.
enum class Unreadable { Refused, Defaults };
Result<Setting> open_setting(const OpenOptions& options, Warnings warnings = Warnings::Logged,
                             Unreadable unreadable = Unreadable::Refused);

// What of the environment says where the workspace is.
workspace::Environment environment_of(const OpenOptions& options);
// Where derived files go, with that configuration.
std::string cache_directory(const OpenOptions& options, const base::Config& config,
                            const fs::Root& root, std::string_view home);

// The same workspace with its configuration as it is now. As open_setting.
Result<Setting> read_again(const Setting& setting);

// index.ignore, then the lines of .nacreignore as it is now. One that cannot be read
// is a warning in `warnings` and counts as empty.
std::vector<std::string> ignore_patterns(const base::Config& config, const fs::Root& root,
                                         std::vector<std::string>& warnings);

// What LC_ALL, LC_MESSAGES and LANG say: the first that is set, as for every program.
std::string host_locale();

// user.language of the workspace that these options open, else the host's locale.
// Never fails: it serves messages, also that there is no workspace.
std::string language_at(const OpenOptions& options);

}  // namespace nacre::memory
