#include "workspace/outside.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace nacre::workspace {
namespace {

// Directories of the system that hold no notes, but very much else.
constexpr std::array<std::string_view, 4> kSystem = {"/proc", "/sys", "/dev", "/run"};

// Without ".", ".." and a last '/', as text: it may not exist.
std::string absolute(const fs::Root& root, const std::string& given, std::string_view home) {
  std::filesystem::path path = given;
  if (given == "~" || given.starts_with("~/")) {
    path = std::string(home) + given.substr(1);
  } else if (!given.starts_with('/')) {
    path = root.directory() + "/" + given;
  }
  std::string normal = path.lexically_normal();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

bool is_inside(std::string_view path, std::string_view directory) {
  if (directory == "/" || path == directory) return true;
  return path.starts_with(directory) && path.size() > directory.size() &&
         path[directory.size()] == '/';
}

std::string mount_name(const fs::Root& root, std::string_view directory,
                       const std::vector<fs::Mount>& mounts) {
  const std::string plain = "@" + std::string(directory.substr(directory.rfind('/') + 1));
  std::string name = plain;
  const auto is_taken = [&] {
    return root.exists(name) || std::any_of(mounts.begin(), mounts.end(),
                                            [&](const auto& other) { return other.name == name; });
  };
  for (int number = 2; is_taken(); ++number) name = plain + "-" + std::to_string(number);
  return name;
}

void add_mount(const fs::Root& root, const std::string& given, std::string_view home,
               Outside& outside) {
  const std::string path = absolute(root, given, home);
  const auto real = root.files().real_path(path);
  const std::string directory = real.ok() ? real.value() : path;
  const auto warn = [&](const std::string& why) {
    outside.warnings.push_back("index.extra_paths: '" + given + "' " + why);
  };
  if (is_inside(directory, root.directory())) return warn("lies in the workspace already");
  if (is_inside(root.directory(), directory)) return warn("contains the workspace");
  for (const std::string_view system : kSystem) {
    if (is_inside(directory, system)) return warn("is of the system and holds no notes");
  }
  for (const fs::Mount& other : outside.mounts) {
    if (is_inside(directory, other.directory) || is_inside(other.directory, directory)) {
      return warn("overlaps with '" + other.directory + "'");
    }
  }
  const auto stat = root.files().stat(directory, true);
  if (!stat.ok()) {
    warn("cannot be read: " + stat.error().message);
  } else if (stat.value().kind != fs::FileKind::Directory) {
    return warn("is no directory");
  }
  outside.mounts.push_back({mount_name(root, directory, outside.mounts), directory});
}

}  // namespace

Outside find_outside(const fs::Root& root, const std::vector<std::string>& extra_paths,
                     const std::vector<std::string>& trusted, std::string_view home) {
  Outside outside;
  for (const std::string& given : extra_paths) add_mount(root, given, home, outside);
  for (const std::string& given : trusted) {
    const auto real = root.files().real_path(absolute(root, given, home));
    if (real.ok()) {
      outside.trusted.push_back(real.value());
    } else {
      outside.warnings.push_back("workspace.trusted_directories: '" + given +
                                 "' cannot be read: " + real.error().message);
    }
  }
  return outside;
}

}  // namespace nacre::workspace
