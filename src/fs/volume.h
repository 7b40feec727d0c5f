#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nacre::fs {

enum class VolumeKind : std::uint8_t { Local, Network, Fuse, Memory };

// The file system that holds a path.
struct Volume {
  std::string name;  // "ext4", "nfs", ...; "0x…" of one without a name here.
  VolumeKind kind = VolumeKind::Local;
  bool read_only = false;
  // What this user may still take. File systems that make inodes as they go have
  // `inodes_total` 0.
  std::uint64_t bytes_free = 0, bytes_total = 0;
  std::uint64_t inodes_free = 0, inodes_total = 0;
};

// Of a file or directory that exists. One system call, no read.
Result<Volume> volume_of(const std::string& path);

// The kernel's name of a file system by its magic number (statfs), and what that kind
// means; a local one where the number is unknown.
Volume volume_of_type(std::uint32_t type);

}  // namespace nacre::fs
