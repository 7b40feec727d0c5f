#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::fs {

// The largest file that is read whole in order to be written to.
inline constexpr std::uint64_t kWritableBytesMax = std::uint64_t{64} << 20;

// A directory outside a root that can be read as `name`/... in it.
struct Mount {
  std::string name;
  std::string directory;  // Its real path.
  bool operator==(const Mount&) const = default;
};

// One directory tree that nothing may leave. Paths given to it are relative,
// '/' separated, without empty, "." or ".." components or NUL; a symlink in them
// is followed only when its target stays inside the root, a mount or a trusted
// directory. A backslash is an ordinary character. Control characters are legal in
// names that exist, but nothing is created or written under such a name, nor
// anything in a mount.
//
// Threads: any, as the file system behind it.
class Root {
 public:
  // `directory` must exist. Keeps its real path. Borrows `files`.
  static Result<Root> open(FileSystem& files, std::string_view directory);

  // What lies outside and belongs to it all the same. `trusted` are real paths of
  // directories into which symlinks may lead, for writing too.
  void admit(std::vector<Mount> mounts, std::vector<std::string> trusted);

  const std::string& directory() const { return directory_; }
  const std::vector<Mount>& mounts() const { return mounts_; }
  bool trusts(std::string_view real_path) const;
  FileSystem& files() const { return *files_; }

  // Whether `relative` is well formed; PermissionDenied with the reason if not.
  static Status check(std::string_view relative);
  // Absolute path of `relative`, PermissionDenied when it would leave the root: the
  // message names the link and where it leads.
  Result<std::string> resolve(std::string_view relative) const;
  // `relative` without the symlinks inside the root, so that one file has one name. A
  // link into a trusted directory stays: it is the only name that such a file has.
  Result<std::string> canonical(std::string_view relative) const;
  // The name of an absolute path here; nullopt for one that is elsewhere.
  std::optional<std::string> relative_of(std::string_view absolute) const;

  Result<Stat> stat(std::string_view relative) const;
  Result<std::string> read(std::string_view relative, std::uint64_t bytes_max) const;
  bool exists(std::string_view relative) const;

  struct AppendResult {
    std::uint64_t offset = 0;  // Where the bytes were put.
    bool created = false;
  };
  // Builds the bytes to append from the file's present content (empty when it
  // does not exist yet; ResourceExhausted above kWritableBytesMax); nullopt from
  // `compose` writes nothing and leaves no new file. Missing directories are made.
  // Protocol (docs/formats.md "Append"): lock, complete a torn append of an
  // earlier writer by its intent record, record the intent and sync it, write,
  // fdatasync, forget the intent. Where the intent directory cannot be written,
  // by the replace protocol. A file that does not exist yet is made whole or not at
  // all. Nothing acknowledged is lost by a kill at any moment. `compose` runs under
  // the lock of the file, if there is one, must not block, and may run again.
  using Compose = std::function<Result<std::optional<std::string>>(std::string_view present)>;
  Result<std::optional<AppendResult>> append(std::string_view relative,
                                             const Compose& compose) const;

  // `edit` returns the whole new content, nullopt for no change; whether there was one.
  // Replace (docs/formats.md): under the lock, temp file, fsync, compare the
  // content with what `edit` saw, rename, fsync directory; Conflict if a foreign
  // writer changed the file meanwhile, after `attempts` tries.
  using Edit = std::function<Result<std::optional<std::string>>(std::string_view present)>;
  Result<bool> replace(std::string_view relative, const Edit& edit, int attempts = 3) const;

  // Makes a file with `bytes` and its directories unless it exists; whether it did.
  Result<bool> create(std::string_view relative, std::string_view bytes) const;

  // Takes the file away, durably, if `agree` says so of its content; whether it did.
  // `agree` runs under the file lock. False, too, when there is no such file.
  // Conflict if a foreign writer changed it meanwhile.
  using Agree = std::function<Result<bool>(std::string_view present)>;
  Result<bool> remove(std::string_view relative, const Agree& agree) const;

  // Finishes what killed writers left: torn appends by their intents, temp
  // files of dead processes. Run by writers at start; returns what was done, in
  // words. One listing of the intent directory when there is nothing to do.
  Result<std::vector<std::string>> recover() const;

 private:
  Root(FileSystem& files, std::string directory)
      : files_(&files), directory_(std::move(directory)) {}
  bool admits(std::string_view real_path) const;
  std::string unresolved(std::string_view relative) const;
  Error leads_out(std::string_view relative) const;

  FileSystem* files_;
  std::string directory_;
  std::vector<Mount> mounts_;
  std::vector<std::string> trusted_;
};

// Directory for intents of appends and temp files of replaces, relative to the root.
inline constexpr std::string_view kIntentDirectory = ".nacre/intents";

}  // namespace nacre::fs
