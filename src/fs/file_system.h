#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nacre::fs {

enum class FileKind : std::uint8_t { Regular, Directory, Symlink, Other };

struct Stat {
  FileKind kind = FileKind::Regular;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  std::uint64_t inode = 0, device = 0;
  std::uint32_t mode = 0;
  std::uint32_t owner = 0;  // User id.
};

struct DirectoryEntry {
  std::string name;
  FileKind kind = FileKind::Regular;
};

// An open file that is held locked for writing by this process.
class LockedFile {
 public:
  virtual ~LockedFile() = default;
  virtual Result<std::string> read_all() = 0;
  virtual Result<std::uint64_t> size() = 0;
  virtual Status write_at(std::uint64_t offset, std::string_view bytes) = 0;
  virtual Status truncate(std::uint64_t size) = 0;
  virtual Status sync() = 0;  // fdatasync
};

// A regular file, open for reading: the same one until it is closed, also when its
// name passes to another meanwhile.
class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  virtual Result<Stat> stat() = 0;
  // Fewer bytes than asked for where the file ends earlier.
  virtual Result<std::string> read_at(std::uint64_t offset, std::uint64_t bytes) = 0;
};

// The door to files. Everything that touches the disk outside SQLite goes
// through here, so that tests can put memory or faults behind it. Paths are
// absolute here; `Root` below is what the rooms use.
//
// Errors carry the system's words and the path. EINTR and short transfers are
// handled inside.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual Result<Stat> stat(std::string_view path, bool follow) = 0;
  // ResourceExhausted above `bytes_max`.
  virtual Result<std::string> read(std::string_view path, std::uint64_t bytes_max) = 0;
  // For files that are too large to hold. A symlink as last component is refused.
  virtual Result<std::unique_ptr<ReadableFile>> open(std::string_view path);
  virtual Result<std::vector<DirectoryEntry>> list(std::string_view path) = 0;  // Sorted by name.
  virtual Status make_directory(std::string_view path) = 0;                     // With parents.
  // Nobody but the owner may enter, list or read it. Nothing where there are no rights.
  virtual Status close_to_others(std::string_view path);
  // Opens (creating when `create`) and takes the exclusive lock, waiting at most
  // `wait_ms`; Unavailable when it stays taken. The lock is on the file that the
  // path names when the call returns, also when others rename over it meanwhile.
  // A symlink as last component is refused.
  virtual Result<std::unique_ptr<LockedFile>> lock(std::string_view path, bool create,
                                                   int wait_ms) = 0;
  // A file that is there whole or not at all, whenever the process dies, and whose lock
  // is held from before anybody could see it; AlreadyExists when there is one.
  virtual Result<std::unique_ptr<LockedFile>> write_new(std::string_view path,
                                                        std::string_view bytes, bool sync) = 0;
  virtual Status rename(std::string_view from, std::string_view to) = 0;
  virtual Status remove(std::string_view path) = 0;
  virtual Status sync_directory(std::string_view path) = 0;
  // Gives `to` the mode and, where we may, the owner of `from`.
  virtual Status copy_rights(std::string_view from, std::string_view to) = 0;
  // Where `path` really is: symlinks resolved.
  virtual Result<std::string> real_path(std::string_view path) = 0;

  // What a backup needs besides. Unsupported where there are no links or rights.
  virtual Result<std::string> read_link(std::string_view path);
  virtual Status make_link(std::string_view target, std::string_view path);
  // Rights and time of change of a file or directory.
  virtual Status set_attributes(std::string_view path, std::uint32_t mode,
                                std::int64_t modified_ns);
};

// Makes a directory for what the notes say in another form: the notes may be closed to
// others, so it is too. One that exists stays as it is.
Status make_private_directory(FileSystem& files, std::string_view path);

std::unique_ptr<FileSystem> make_real_file_system();
// Case-sensitive, no symlinks, one process: for tests.
std::unique_ptr<FileSystem> make_memory_file_system();

}  // namespace nacre::fs
