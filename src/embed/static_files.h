#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.h"

namespace nacre::embed {

inline constexpr std::string_view kEnglishTableFile = "nacre-static-en.bin";
inline constexpr std::string_view kChineseTableFile = "nacre-static-zh.bin";

// What says where the data files may be.
struct DataPlaces {
  std::optional<std::string> data_dir;  // NACRE_DATA_DIR: only there, when it is set.
  std::string program;                  // The running program, absolute; empty: not known.
  std::string home;
  std::optional<std::string> xdg_data_home, xdg_data_dirs;
};
// Those of this process.
DataPlaces data_places(fs::FileSystem& files);

// Directories in the order in which they are looked at: NACRE_DATA_DIR, or <program>/../share/nacre
// (an installed tree), static-space/ beside the build directories of a checkout, the user's and
// the system's XDG data directories.
std::vector<std::string> data_directories(const DataPlaces& places);

// Where the two tables are. A table that is nowhere is no error: everything works without it, and
// `missing` says what is not there and what to do.
struct StaticFiles {
  std::optional<std::string> english, chinese;  // From one directory.
  std::vector<std::string> searched;

  bool any() const { return english || chinese; }
  // Empty when both are there.
  std::string missing() const;
};
// The first directory that holds at least one of them decides.
StaticFiles find_static_files(fs::FileSystem& files, const DataPlaces& places);

}  // namespace nacre::embed
