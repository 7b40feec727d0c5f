#include "embed/static_files.h"

#include "base/environment.h"

namespace nacre::embed {
namespace {

std::string parent(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::optional<std::string> non_empty(std::optional<std::string> value) {
  return value && value->empty() ? std::nullopt : std::move(value);
}

// As the XDG base directory specification has it: relative paths are ignored.
void add_absolute(std::vector<std::string>& out, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  if (directory.starts_with('/')) out.push_back(std::string(directory) + "/nacre");
}

// Its real path: a distribution may lay links, and a mapping follows none.
std::optional<std::string> file_in(fs::FileSystem& files, const std::string& directory,
                                   std::string_view name) {
  const auto path = files.real_path(directory + "/" + std::string(name));
  if (!path.ok()) return std::nullopt;
  const auto found = files.stat(path.value(), true);
  if (!found.ok() || found.value().kind != fs::FileKind::Regular) return std::nullopt;
  return path.value();
}

}  // namespace

DataPlaces data_places(fs::FileSystem& files) {
  const auto program = files.real_path("/proc/self/exe");
  return {.data_dir = non_empty(base::environment("NACRE_DATA_DIR")),
          .program = program.ok() ? program.value() : std::string(),
          .home = base::environment("HOME").value_or(""),
          .xdg_data_home = non_empty(base::environment("XDG_DATA_HOME")),
          .xdg_data_dirs = non_empty(base::environment("XDG_DATA_DIRS"))};
}

std::vector<std::string> data_directories(const DataPlaces& places) {
  if (places.data_dir) return {*places.data_dir};
  std::vector<std::string> directories;
  // <prefix>/bin/nacre, or <checkout>/build/<preset>/bin/nacre.
  const std::string prefix = parent(parent(places.program));
  if (!prefix.empty()) {
    directories.push_back(prefix + "/share/nacre");
    directories.push_back(parent(prefix) + "/static-space");
  }
  add_absolute(directories, places.xdg_data_home.value_or(
                                places.home.empty() ? "" : places.home + "/.local/share"));
  const std::string system = places.xdg_data_dirs.value_or("/usr/local/share:/usr/share");
  for (std::string_view rest = system; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    add_absolute(directories, rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return directories;
}

StaticFiles find_static_files(fs::FileSystem& files, const DataPlaces& places) {
  StaticFiles found;
  for (const std::string& directory : data_directories(places)) {
    found.searched.push_back(directory);
    found.english = file_in(files, directory, kEnglishTableFile);
    found.chinese = file_in(files, directory, kChineseTableFile);
    if (found.any()) break;
  }
  return found;
}

std::string StaticFiles::missing() const {
  if (english && chinese) return {};
  const std::string cure = "; scripts/static-space in a checkout of Nacre makes it";
  if (english) return "the Chinese word vectors are not there" + cure;
  if (chinese) return "the English word vectors are not there" + cure;
  std::string places;
  for (const std::string& directory : searched) places += (places.empty() ? "" : ", ") + directory;
  return "no word vectors in " + places + cure;
}

}  // namespace nacre::embed
