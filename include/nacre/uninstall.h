#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nacre {

struct UninstallRequest {
  bool apply = false;        // false: say what would be done.
  bool purge_state = false;  // Also configuration, word lists, journals and history.
};

struct UninstallItem {
  std::string path;  // Relative to the workspace, absolute outside of it.
  std::string why;   // What it is; of what stays: why it stays.
  std::uint64_t bytes = 0;
  bool restored = false;  // What stood there before is back.
};

struct UninstallReport {
  bool applied = false;
  std::vector<UninstallItem> removed;  // Or what would be.
  std::vector<UninstallItem> kept;
  std::vector<UninstallItem> failed;  // `why` is the system's reason.
  std::uint64_t notes = 0;            // All of them stay.
};

}  // namespace nacre
