#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::fs {

// One directory tree that nothing may leave. Paths given to it are relative,
// '/' separated, without "." or ".." components, NUL or control characters; a
// symlink in them is followed only when its target stays inside the root.
//
// Threads: any, as the file system behind it.
class Root {
 public:
  // `directory` must exist. Keeps its real path. Borrows `files`.
  static Result<Root> open(FileSystem& files, std::string_view directory);

  const std::string& directory() const { return directory_; }
  FileSystem& files() const { return *files_; }

  // Whether `relative` is well formed; PermissionDenied with the reason if not.
  static Status check(std::string_view relative);
  // Absolute path of `relative`, PermissionDenied when it would leave the root.
  Result<std::string> resolve(std::string_view relative) const;

  Result<Stat> stat(std::string_view relative) const;
  Result<std::string> read(std::string_view relative, std::uint64_t bytes_max) const;
  bool exists(std::string_view relative) const;

  struct AppendResult {
    std::uint64_t offset = 0;  // Where the bytes were put.
    bool created = false;
  };
  // Builds the bytes to append from the file's present content (empty when it
  // does not exist yet); nullopt from `compose` writes nothing.
  // Protocol (docs/formats.md "Append"): lock, complete or undo a torn append
  // of an earlier writer by its intent record, record the intent and sync it,
  // write, fdatasync, forget the intent. New files are linked into place
  // durably. Nothing acknowledged is lost by a kill at any moment.
  // `compose` runs under the file lock and must not block.
  using Compose = std::function<Result<std::optional<std::string>>(std::string_view present)>;
  Result<std::optional<AppendResult>> append(std::string_view relative, const Compose& compose) const;

  // Inserts text at a byte offset by the replace protocol below: for entries
  // that belong under a heading in the middle of a file. `edit` returns the
  // whole new content, nullopt for no change.
  // Replace: under the lock compare the content with what `edit` saw, temp file
  // beside it, fsync, rename, fsync directory; Conflict if a foreign writer
  // changed the file meanwhile (retried `attempts` times).
  using Edit = std::function<Result<std::optional<std::string>>(std::string_view present)>;
  Result<bool> replace(std::string_view relative, const Edit& edit, int attempts = 3) const;

  // Makes a file with `bytes` and its directories unless it exists; whether it did.
  Result<bool> create(std::string_view relative, std::string_view bytes) const;

  // Finishes what killed writers left: torn appends by their intents, temp
  // files of dead processes. Run by writers at start; returns what was done.
  Result<std::vector<std::string>> recover() const;

 private:
  Root(FileSystem& files, std::string directory) : files_(&files), directory_(std::move(directory)) {}
  FileSystem* files_;
  std::string directory_;
};

// Directory for intents and locks of appends, relative to the root.
inline constexpr std::string_view kIntentDirectory = ".nacre/intents";

}  // namespace nacre::fs
