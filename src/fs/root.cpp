#include "fs/root.h"

#include <algorithm>

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

void Root::admit(std::vector<Mount> mounts, std::vector<std::string> trusted) {
  mounts_ = std::move(mounts);
  trusted_ = std::move(trusted);
}

bool Root::trusts(std::string_view real_path) const {
  return std::any_of(trusted_.begin(), trusted_.end(),
                     [&](const std::string& directory) { return inside(real_path, directory); });
}

bool Root::admits(std::string_view real_path) const {
  if (inside(real_path, directory_) || trusts(real_path)) return true;
  return std::any_of(mounts_.begin(), mounts_.end(),
                     [&](const Mount& mount) { return inside(real_path, mount.directory); });
}

// The first component that is such a link, and its target.
Error Root::leads_out(std::string_view relative) const {
  for (std::size_t end = 0; end < relative.size();) {
    end = std::min(relative.find('/', end + 1), relative.size());
    const std::string_view part = relative.substr(0, end);
    const Result<std::string> real = files_->real_path(unresolved(part));
    if (!real.ok() || admits(real.value())) continue;
    return refused(relative, "the symbolic link '" + std::string(part) +
                                 "' leads out of the workspace, to '" + real.value() + "'")
        .with_hint("if you trust that directory, add it to workspace.trusted_directories");
  }
  return refused(relative, "a symbolic link leads out of the workspace");
}

// Where `relative` would be without any symlink.
std::string Root::unresolved(std::string_view relative) const {
  const std::string_view first = relative.substr(0, relative.find('/'));
  for (const Mount& mount : mounts_) {
    if (mount.name != first) continue;
    const std::size_t rest = std::min(first.size() + 1, relative.size());
    return joined(mount.directory, relative.substr(rest));
  }
  return joined(directory_, relative);
}

std::optional<std::string> Root::relative_of(std::string_view absolute) const {
  const auto below = [&](std::string_view directory) {
    return absolute.substr(std::min(directory == "/" ? 1 : directory.size() + 1, absolute.size()));
  };
  for (const Mount& mount : mounts_) {
    if (inside(absolute, mount.directory)) return joined(mount.name, below(mount.directory));
  }
  if (inside(absolute, directory_)) return std::string(below(directory_));
  return std::nullopt;
}

Result<std::string> Root::canonical(std::string_view relative) const {
  const std::string path = NACRE_TRY(resolve(relative));
  return relative_of(path).value_or(std::string(relative));
}

Result<std::string> Root::resolve(std::string_view relative) const {
  NACRE_TRY(check(relative));
  // The longest part that exists says where the rest will be.
  std::size_t end = relative.size();
  int looks = 0;
  while (true) {
    const std::string part = unresolved(relative.substr(0, end));
    Result<std::string> real = files_->real_path(part);
    if (real.ok()) {
      if (!admits(real.value())) return leads_out(relative);
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
