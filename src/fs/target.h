#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/intent.h"
#include "fs/root.h"

namespace nacre::fs {

// A file that is about to be written: locked, repaired and read; or the place for a new one.
struct Target {
  std::string path;                  // Absolute and real.
  std::string relative;              // The same below the root: names its intent.
  std::unique_ptr<LockedFile> file;  // nullptr: there is none yet.
  std::string present;               // What the file holds.
  Settled settled = Settled::NotNeeded;
};

inline constexpr int kLockWaitMs = 10'000;

// Locks `relative` if it is there, and completes a torn append of an earlier writer.
Result<Target> open_target(const Root& root, std::string_view relative);

// Makes the file that is not there, whole or not at all, and its directories. Conflict
// when another writer has made it meanwhile.
Status create_content(const Root& root, const Target& target, std::string_view content);

// Conflict when the path no longer names a file with `target.present`.
Status compare_content(const Root& root, const Target& target);

// The replace protocol from the temp file on. Conflict when the file no longer
// holds `target.present`.
Status replace_content(const Root& root, const Target& target, std::string_view content);

// The directory that holds `path`, which is absolute.
std::string parent_of(std::string_view path);

// Absolute path of the intent directory's file for `relative`.
std::string intent_file(const Root& root, std::string_view name);
std::string temp_name(std::string_view relative);

}  // namespace nacre::fs
