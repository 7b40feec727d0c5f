#pragma once

#include <string>

namespace nacre {

// How to open a workspace. Empty fields mean "as the command line would".
struct OpenOptions {
  std::string workspace;  // Directory; else NACRE_WORKSPACE, upwards, OpenClaw's, ~/nacre.
  std::string timezone;   // IANA name over user.timezone.
  std::string cache_dir;  // Over index.cache_dir.
  bool ignore_environment = false;  // Do not look at NACRE_*, HOME or the current directory.
  bool quiet = false;               // Do not log what is wrong with the configuration.
};

}  // namespace nacre
