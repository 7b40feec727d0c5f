#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "fs/descriptor.h"
#include "fs/file_system.h"
#include "fs/new_file.h"
#include "fs/system_error.h"
#include "fs/transfer.h"

namespace nacre::fs {
namespace {

constexpr mode_t kFileMode = 0666;  // The user's umask decides.
constexpr mode_t kDirectoryMode = 0777;
constexpr int kReopenAttemptsMax = 100;  // How often a lock may lose a race against renames.

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::Regular;
  if (S_ISDIR(mode)) return FileKind::Directory;
  if (S_ISLNK(mode)) return FileKind::Symlink;
  return FileKind::Other;
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

Stat to_stat(const struct stat& status) {
  return Stat{.kind = kind_of(status.st_mode),
              .size = static_cast<std::uint64_t>(status.st_size),
              .modified_ns = nanoseconds(status.st_mtim),
              .changed_ns = nanoseconds(status.st_ctim),
              .inode = status.st_ino,
              .device = status.st_dev,
              .mode = status.st_mode & 07777U,
              .owner = status.st_uid};
}

int open_retrying(const char* path, int flags, mode_t mode = 0) {
  int fd = -1;
  do {
    fd = ::open(path, flags | O_CLOEXEC, mode);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

void sleep_ms(int milliseconds) {
  timespec rest{.tv_sec = milliseconds / 1000, .tv_nsec = (milliseconds % 1000) * 1'000'000L};
  while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
  }
}

// Directory that holds `path`; "/" for entries of the root.
std::string parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

// An open-file-description lock: unlike flock it also works on NFS, unlike
// fcntl's older kind it is not dropped when the process closes another
// descriptor of the same file, and it excludes threads.
Status take_lock(int fd, std::string_view path, int& wait_ms) {
  struct flock request {};
  request.l_type = F_WRLCK;
  request.l_whence = SEEK_SET;
  int pause_ms = 1;
  while (::fcntl(fd, F_OFD_SETLK, &request) != 0) {
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EACCES) return system_error(errno, "lock", path);
    if (wait_ms <= 0) {
      return Error{ErrorCode::Unavailable,
                   "lock '" + std::string(path) + "': another process holds it",
                   "try again in a moment"};
    }
    // A poll, since a lock with a time-out would need a signal or a thread.
    const int pause = std::min(pause_ms, wait_ms);
    sleep_ms(pause);
    wait_ms -= pause;
    pause_ms = std::min(pause_ms * 2, 8);
  }
  return Ok{};
}

class RealLockedFile final : public LockedFile {
 public:
  RealLockedFile(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  Result<std::string> read_all() override {
    const std::uint64_t bytes = NACRE_TRY(size());
    return read_range(descriptor_.get(), path_, 0, bytes);
  }

  Result<std::uint64_t> size() override {
    struct stat status {};
    if (::fstat(descriptor_.get(), &status) != 0) return system_error(errno, "stat", path_);
    return static_cast<std::uint64_t>(status.st_size);
  }

  Status write_at(std::uint64_t offset, std::string_view bytes) override {
    return write_range(descriptor_.get(), path_, offset, bytes);
  }

  Status truncate(std::uint64_t size) override {
    while (::ftruncate(descriptor_.get(), static_cast<off_t>(size)) != 0) {
      if (errno != EINTR) return system_error(errno, "truncate", path_);
    }
    return Ok{};
  }

  Status sync() override {
    if (::fdatasync(descriptor_.get()) != 0) return system_error(errno, "sync", path_);
    return Ok{};
  }

 private:
  Descriptor descriptor_;
  std::string path_;
};

class RealReadableFile final : public ReadableFile {
 public:
  RealReadableFile(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  Result<Stat> stat() override {
    struct stat status {};
    if (::fstat(descriptor_.get(), &status) != 0) return system_error(errno, "stat", path_);
    return to_stat(status);
  }

  Result<std::string> read_at(std::uint64_t offset, std::uint64_t bytes) override {
    return read_range(descriptor_.get(), path_, offset, bytes);
  }

 private:
  Descriptor descriptor_;
  std::string path_;
};

class RealFileSystem final : public FileSystem {
 public:
  Result<Stat> stat(std::string_view path, bool follow) override {
    const std::string name(path);
    struct stat status {};
    const int flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
    if (::fstatat(AT_FDCWD, name.c_str(), &status, flags) != 0) {
      return system_error(errno, "stat", path);
    }
    return to_stat(status);
  }

  Result<std::string> read(std::string_view path, std::uint64_t bytes_max) override {
    const std::string name(path);
    // Without O_NONBLOCK a pipe that is named like a note would block for ever.
    const Descriptor file(open_retrying(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
    if (!file) return system_error(errno, "open", path);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return system_error(errno, "stat", path);
    if (!S_ISREG(status.st_mode)) {
      return Error{ErrorCode::InvalidArgument, "read '" + name + "': not a regular file"};
    }
    return read_bounded(file.get(), name, static_cast<std::uint64_t>(status.st_size), bytes_max);
  }

  Result<std::unique_ptr<ReadableFile>> open(std::string_view path) override;
  Result<std::vector<DirectoryEntry>> list(std::string_view path) override;
  Status make_directory(std::string_view path) override;
  Result<std::unique_ptr<LockedFile>> lock(std::string_view path, bool create,
                                           int wait_ms) override;
  Result<std::unique_ptr<LockedFile>> write_new(std::string_view path, std::string_view bytes,
                                                bool sync) override {
    const std::string name(path);
    Result<Descriptor> file = write_unnamed(name, bytes, sync);
    if (!file.ok() && file.error().code == ErrorCode::Unsupported) {
      file = write_beside(name, bytes, sync);
    }
    if (!file.ok()) return std::move(file).error();
    return std::unique_ptr<LockedFile>(new RealLockedFile(std::move(file).value(), name));
  }

  Status rename(std::string_view from, std::string_view to) override {
    if (::rename(std::string(from).c_str(), std::string(to).c_str()) != 0) {
      return system_error(errno, "rename", to);
    }
    return Ok{};
  }

  Status remove(std::string_view path) override {
    if (::unlink(std::string(path).c_str()) != 0) return system_error(errno, "remove", path);
    return Ok{};
  }

  Status sync_directory(std::string_view path) override {
    const Descriptor directory(open_retrying(std::string(path).c_str(), O_RDONLY | O_DIRECTORY));
    if (!directory) return system_error(errno, "open", path);
    // Some network file systems cannot sync a directory and say EINVAL.
    if (::fsync(directory.get()) != 0 && errno != EINVAL) return system_error(errno, "sync", path);
    return Ok{};
  }

  Status copy_rights(std::string_view from, std::string_view to) override {
    struct stat status {};
    if (::stat(std::string(from).c_str(), &status) != 0) return system_error(errno, "stat", from);
    const std::string name(to);
    // Only root may give files away; everybody else owns the new file, as with any editor.
    if (::chown(name.c_str(), status.st_uid, status.st_gid) != 0 && errno != EPERM) {
      return system_error(errno, "chown", to);
    }
    if (::chmod(name.c_str(), status.st_mode & 07777U) != 0)
      return system_error(errno, "chmod", to);
    return Ok{};
  }

  Status close_to_others(std::string_view path) override {
    const Stat found = NACRE_TRY(stat(path, false));
    const mode_t mode = found.kind == FileKind::Directory ? S_IRWXU : S_IRUSR | S_IWUSR;
    if (::chmod(std::string(path).c_str(), mode) == 0) return Ok{};
    return system_error(errno, "chmod", path);
  }

  Result<std::string> real_path(std::string_view path) override {
    char* resolved = ::realpath(std::string(path).c_str(), nullptr);
    if (resolved == nullptr) return system_error(errno, "resolve", path);
    std::string result(resolved);
    std::free(resolved);
    return result;
  }

  Result<std::string> read_link(std::string_view path) override {
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlink(std::string(path).c_str(), target.data(), target.size());
    if (length < 0) return system_error(errno, "read link", path);
    target.resize(static_cast<std::size_t>(length));
    return target;
  }

  Status make_link(std::string_view target, std::string_view path) override {
    if (::symlink(std::string(target).c_str(), std::string(path).c_str()) != 0) {
      return system_error(errno, "make link", path);
    }
    return Ok{};
  }

  Status set_attributes(std::string_view path, std::uint32_t mode,
                        std::int64_t modified_ns) override {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::string name(path);
    if (::chmod(name.c_str(), mode & 07777U) != 0) return system_error(errno, "chmod", path);
    const timespec modified{.tv_sec = modified_ns / kSecond, .tv_nsec = modified_ns % kSecond};
    const std::array<timespec, 2> times = {timespec{.tv_sec = 0, .tv_nsec = UTIME_OMIT}, modified};
    if (::utimensat(AT_FDCWD, name.c_str(), times.data(), AT_SYMLINK_NOFOLLOW) != 0) {
      return system_error(errno, "set the time of", path);
    }
    return Ok{};
  }
};

Result<std::unique_ptr<ReadableFile>> RealFileSystem::open(std::string_view path) {
  const std::string name(path);
  Descriptor file(open_retrying(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file) return system_error(errno, "open", path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_error(errno, "stat", path);
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::InvalidArgument, "open '" + name + "': not a regular file"};
  }
  return std::unique_ptr<ReadableFile>(new RealReadableFile(std::move(file), name));
}

Result<std::vector<DirectoryEntry>> RealFileSystem::list(std::string_view path) {
  Descriptor directory(open_retrying(std::string(path).c_str(), O_RDONLY | O_DIRECTORY));
  if (!directory) return system_error(errno, "open", path);
  const int stream_fd = ::fcntl(directory.get(), F_DUPFD_CLOEXEC, 0);
  if (stream_fd < 0) return system_error(errno, "open", path);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(stream_fd), &::closedir);
  if (!stream) return system_error(errno, "open", path);

  std::vector<DirectoryEntry> entries;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());  // One stream, one thread.
    if (entry == nullptr) {
      if (errno != 0) return system_error(errno, "list", path);
      break;
    }
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    FileKind kind = FileKind::Other;
    if (entry->d_type == DT_UNKNOWN) {
      struct stat status {};
      if (::fstatat(directory.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      kind = kind_of(status.st_mode);
    } else {
      kind = kind_of(static_cast<mode_t>(DTTOIF(entry->d_type)));
    }
    entries.push_back({std::string(name), kind});
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  return entries;
}

Status RealFileSystem::make_directory(std::string_view path) {
  const std::string name(path);
  if (::mkdir(name.c_str(), kDirectoryMode) == 0) return sync_directory(parent_of(path));
  if (errno == EEXIST) {
    const Stat found = NACRE_TRY(stat(path, true));
    if (found.kind == FileKind::Directory) return Ok{};
    return Error{ErrorCode::AlreadyExists, "make directory '" + name + "': a file has this name"};
  }
  if (errno != ENOENT || parent_of(path) == name) {
    return system_error(errno, "make directory", path);
  }
  NACRE_TRY(make_directory(parent_of(path)));
  if (::mkdir(name.c_str(), kDirectoryMode) != 0 && errno != EEXIST) {
    return system_error(errno, "make directory", path);
  }
  return sync_directory(parent_of(path));
}

Result<std::unique_ptr<LockedFile>> RealFileSystem::lock(std::string_view path, bool create,
                                                         int wait_ms) {
  const std::string name(path);
  const int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | (create ? O_CREAT : 0);
  for (int attempt = 0; attempt < kReopenAttemptsMax; ++attempt) {
    Descriptor file(open_retrying(name.c_str(), flags, kFileMode));
    if (!file) return system_error(errno, "open", path);
    struct stat held {};
    if (::fstat(file.get(), &held) != 0) return system_error(errno, "stat", path);
    if (!S_ISREG(held.st_mode)) {
      return Error{ErrorCode::InvalidArgument, "open '" + name + "': not a regular file"};
    }
    NACRE_TRY(take_lock(file.get(), path, wait_ms));

    // While we waited, a replace may have put another file under this name:
    // then we hold a lock on what nobody can see any more.
    struct stat named {};
    if (::fstatat(AT_FDCWD, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0) {
      if (named.st_ino == held.st_ino && named.st_dev == held.st_dev) {
        return std::unique_ptr<LockedFile>(new RealLockedFile(std::move(file), name));
      }
    } else if (errno != ENOENT) {
      return system_error(errno, "stat", path);
    }
  }
  return Error{ErrorCode::Unavailable, "lock '" + name + "': it keeps being replaced"};
}

}  // namespace

Status FileSystem::close_to_others(std::string_view) {
  return Ok{};
}

Result<std::unique_ptr<ReadableFile>> FileSystem::open(std::string_view path) {
  return Error{ErrorCode::Unsupported, "open '" + std::string(path) + "': only whole files here"};
}

Result<std::string> FileSystem::read_link(std::string_view path) {
  return Error{ErrorCode::Unsupported, "read link '" + std::string(path) + "': no links here"};
}

Status FileSystem::make_link(std::string_view, std::string_view path) {
  return Error{ErrorCode::Unsupported, "make link '" + std::string(path) + "': no links here"};
}

Status FileSystem::set_attributes(std::string_view path, std::uint32_t, std::int64_t) {
  return Error{ErrorCode::Unsupported, "chmod '" + std::string(path) + "': no rights here"};
}

Status make_private_directory(FileSystem& files, std::string_view path) {
  const bool there = files.stat(path, true).ok();
  NACRE_TRY(files.make_directory(path));
  if (there) return Ok{};
  return files.close_to_others(path);
}

std::unique_ptr<FileSystem> make_real_file_system() {
  return std::make_unique<RealFileSystem>();
}

}  // namespace nacre::fs
