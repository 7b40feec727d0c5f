#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nacre::base {

// Where a host says which zone it is in.
struct HostZoneSources {
  std::optional<std::string> tz_variable;
  std::string localtime_link = "/etc/localtime";
  std::string timezone_file = "/etc/timezone";
};

// The host's zone as a name for ICU: from TZ (an IANA name, a path into a zoneinfo
// tree, or POSIX with a fixed offset such as "CST-8"), else from the link, else
// from the file, else "UTC". Not checked to exist.
std::string host_zone(const HostZoneSources& sources);

}  // namespace nacre::base
