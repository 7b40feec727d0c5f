#include "fs/root.h"

namespace nacre::fs {
namespace {

// How often a path may appear between two looks at it.
constexpr int kLooksMax = 16;

constexpr std::size_t kPathBytesMax = 4095;  // PATH_MAX of Linux, without its NUL.

Error refused(std::string_view relative, std::string_view why) {
  return Error{ErrorCode::PermissionDenied,
               "path '" + std::string(relative) + "': " + std::string(why)};
}

bool inside(std::string_view path, std::string_view directory) {
  if (directory == "/" || path == directory) return true;
  return path.size() > directory.size() && path.starts_with(directory) &&
         path[directory.size()] == '/';
}

std::string joined(std::string_view directory, std::string_view relative) {
  std::string path(directory);
  if (!relative.empty()) {
    if (path != "/") path += '/';
    path += relative;
  }
  return path;
}

}  // namespace

Result<Root> Root::open(FileSystem& files, std::string_view directory) {
  std::string real = NACRE_TRY(files.real_path(directory));
  const Stat found = NACRE_TRY(files.stat(real, true));
  if (found.kind != FileKind::Directory) {
    return Error{ErrorCode::InvalidArgument, "open '" + real + "': not a directory"};
  }
  return Root(files, std::move(real));
}

Status Root::check(std::string_view relative) {
  if (relative.empty()) return refused(relative, "it is empty");
  if (relative.size() > kPathBytesMax) return refused(relative.substr(0, 80), "it is too long");
  if (relative.find('\0') != std::string_view::npos) {
    return refused(relative.substr(0, relative.find('\0')), "it contains a NUL byte");
  }
  if (relative.front() == '/') return refused(relative, "it is absolute");
  std::size_t begin = 0;
  while (begin <= relative.size()) {
    const std::size_t end = std::min(relative.find('/', begin), relative.size());
    const std::string_view component = relative.substr(begin, end - begin);
    if (component.empty()) return refused(relative, "it has an empty component");
    if (component == "." || component == "..") {
      return refused(relative, "'" + std::string(component) + "' could lead out of the workspace");
    }
    begin = end + 1;
  }
  return Ok{};
}

Result<std::string> Root::resolve(std::string_view relative) const {
  NACRE_TRY(check(relative));
  // The longest part that exists says where the rest will be.
  std::size_t end = relative.size();
  int looks = 0;
  while (true) {
    const std::string part = joined(directory_, relative.substr(0, end));
    Result<std::string> real = files_->real_path(part);
    if (real.ok()) {
      if (!inside(real.value(), directory_)) {
        return refused(relative, "a symbolic link leads out of the workspace");
      }
      std::string_view rest = relative.substr(end);
      if (rest.starts_with('/')) rest.remove_prefix(1);
      return joined(real.value(), rest);
    }
    if (real.error().code != ErrorCode::NotFound || end == 0) return std::move(real).error();
    if (const Result<Stat> here = files_->stat(part, false); here.ok()) {
      if (here.value().kind == FileKind::Symlink || ++looks > kLooksMax) {
        return refused(relative, "a symbolic link leads nowhere");
      }
      continue;  // Another process made it between the two looks.
    }
    const std::size_t slash = relative.rfind('/', end - 1);
    end = slash == std::string_view::npos ? 0 : slash;
  }
}

Result<Stat> Root::stat(std::string_view relative) const {
  const std::string path = NACRE_TRY(resolve(relative));
  return files_->stat(path, false);
}

Result<std::string> Root::read(std::string_view relative, std::uint64_t bytes_max) const {
  const std::string path = NACRE_TRY(resolve(relative));
  return files_->read(path, bytes_max);
}

bool Root::exists(std::string_view relative) const {
  return stat(relative).ok();
}

}  // namespace nacre::fs
