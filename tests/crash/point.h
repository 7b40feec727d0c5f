#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nacre::crash {

// A system call that a traced thread is about to make.
struct Call {
  pid_t thread = 0;
  std::uint64_t number = 0;
  std::array<std::uint64_t, 6> arguments{};
};

// A call after which the disk may look different: a place to die.
struct Point {
  std::string name;  // Of the call: "pwrite64".
  std::string path;  // Absolute.
  // The third argument is a number of bytes, so half of it can be written.
  std::uint64_t bytes = 0;
  bool can_tear = false;
  std::uint64_t vector = 0;  // writev: address of its first iovec.
};

// What the kernel must stop at: the numbers of all calls that can be points.
std::span<const std::uint64_t> traced_numbers();

// Whether `call` changes, syncs or locks something below one of `roots`, which are
// absolute real paths. Of locks only those count that are given back on SQLite's shared
// memory (*-shm): it is written through a mapping, which no system call shows, but only
// under such a lock.
std::optional<Point> point_of(const Call& call, const std::vector<std::string>& roots);

// Whether `call` maps a file below `roots` for writing.
bool maps_for_writing(const Call& call, const std::vector<std::string>& roots);

}  // namespace nacre::crash
