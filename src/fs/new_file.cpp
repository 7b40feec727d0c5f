#include "fs/new_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "fs/system_error.h"
#include "fs/transfer.h"

namespace nacre::fs {
namespace {

constexpr mode_t kFileMode = 0666;  // The user's umask decides.
constexpr int kLockWaitMs = 10'000;
constexpr int kAttemptsMax = 16;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, slash == 0 ? 1 : slash);
}

int open_retrying(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC, kFileMode);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

bool lock(int fd) {
  struct flock request {};
  request.l_type = F_WRLCK;
  request.l_whence = SEEK_SET;
  return ::fcntl(fd, F_OFD_SETLK, &request) == 0;
}

Status fill(int fd, const std::string& path, std::string_view bytes, bool sync) {
  NACRE_TRY(write_range(fd, path, 0, bytes));
  if (sync && ::fdatasync(fd) != 0) return system_error(errno, "sync", path);
  return Ok{};
}

Error unsupported(const std::string& path) {
  return Error{ErrorCode::Unsupported, "create '" + path + "': no files without a name here"};
}

// Whether `path` names the file that is open as `fd`.
bool names(const std::string& path, int fd) {
  struct stat open {
  }, named{};
  return ::fstat(fd, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

// An open file of the hidden name that nobody else has, locked. What a dead process
// left under that name is removed and never written to: it may have its final name too.
Result<Descriptor> open_hidden(const std::string& hidden) {
  for (int waited_ms = 0; waited_ms <= kLockWaitMs; ++waited_ms) {
    Descriptor made(open_retrying(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW));
    if (made && lock(made.get()) && names(hidden, made.get())) return made;
    if (!made && errno != EEXIST) return system_error(errno, "create", hidden);
    const Descriptor left(open_retrying(hidden, O_RDWR | O_NOFOLLOW | O_NONBLOCK));
    if (left && lock(left.get()) && names(hidden, left.get())) {
      if (::unlink(hidden.c_str()) == 0 || errno == ENOENT) continue;
      return system_error(errno, "remove", hidden);
    }
    const timespec pause{.tv_sec = 0, .tv_nsec = 1'000'000};
    ::nanosleep(&pause, nullptr);
  }
  return Error{ErrorCode::Unavailable, "lock '" + hidden + "': another process holds it",
               "try again in a moment"};
}

// Moves without replacing, by the best way that the file system knows.
bool publish(const std::string& hidden, const std::string& path) {
  if (::renameat2(AT_FDCWD, hidden.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) {
    return true;
  }
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (::link(hidden.c_str(), path.c_str()) == 0) {
    ::unlink(hidden.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0) {
    errno = EEXIST;
    return false;
  }
  return ::rename(hidden.c_str(), path.c_str()) == 0;
}

}  // namespace

Result<Descriptor> write_unnamed(const std::string& path, std::string_view bytes, bool sync) {
  Descriptor file(open_retrying(folder_of(path), O_TMPFILE | O_RDWR));
  if (!file) {
    if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) return unsupported(path);
    return system_error(errno, "create", path);
  }
  if (!lock(file.get())) return system_error(errno, "lock", path);
  NACRE_TRY(fill(file.get(), path, bytes, sync));
  const std::string link = "/proc/self/fd/" + std::to_string(file.get());
  if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return file;
  if (errno == EEXIST) return system_error(errno, "create", path);
  return unsupported(path);  // Without /proc, or on an odd file system.
}

Result<Descriptor> write_beside(const std::string& path, std::string_view bytes, bool sync) {
  const std::string hidden = folder_of(path) + "/" + std::string(kNewFileName);
  for (int attempt = 1;; ++attempt) {
    Descriptor file = NACRE_TRY(open_hidden(hidden));
    Status done = fill(file.get(), path, bytes, sync);
    if (done.ok() && !publish(hidden, path)) {
      // Somebody took it for what a dead process left, just before we locked it.
      if (errno == ENOENT && attempt < kAttemptsMax) continue;
      done = system_error(errno, "create", path);
    }
    if (done.ok()) return file;
    if (names(hidden, file.get())) ::unlink(hidden.c_str());
    return std::move(done).error();
  }
}

}  // namespace nacre::fs
