#include "memory/rights.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace nacre::memory {
namespace {

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

}  // namespace

bool may_write_in(const std::string& directory) {
  return ::faccessat(AT_FDCWD, directory.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

std::string why_not_writable(fs::FileSystem& files, const std::string& directory) {
  std::string place = directory;
  auto stat = files.stat(place, true);
  while (!stat.ok() && stat.error().code == ErrorCode::NotFound && place != "/") {
    place = parent_of(place);
    stat = files.stat(place, true);
  }
  if (!stat.ok()) return stat.error().message;
  if (stat.value().kind != fs::FileKind::Directory) {
    return "'" + place + "' is no directory";
  }
  if (may_write_in(place)) return {};
  if (errno == EROFS) {
    return "state directory not writable: " + place + " lies on a read-only file system";
  }
  return "state directory not writable: " + place + ", owner uid " +
         std::to_string(stat.value().owner) + ", running as uid " + std::to_string(::geteuid());
}

std::string why_file_not_writable(fs::FileSystem& files, const std::string& path) {
  const auto stat = files.stat(path, true);
  if (!stat.ok()) return {};
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0) return {};
  if (errno == EROFS) return "index not writable: " + path + " lies on a read-only file system";
  return "index not writable: " + path + ", owner uid " + std::to_string(stat.value().owner) +
         ", running as uid " + std::to_string(::geteuid());
}

}  // namespace nacre::memory
