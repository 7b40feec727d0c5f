#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nacre::fs {

// Whole transfers over pread and pwrite: EINTR and short counts are repeated.
// `path` is for messages only.

// The bytes [offset, offset + bytes), fewer when the file ends earlier.
Result<std::string> read_range(int fd, std::string_view path, std::uint64_t offset,
                               std::uint64_t bytes);

// From the start to the end, which may have moved past `size_expected`.
// ResourceExhausted above `bytes_max`.
Result<std::string> read_bounded(int fd, std::string_view path, std::uint64_t size_expected,
                                 std::uint64_t bytes_max);

Status write_range(int fd, std::string_view path, std::uint64_t offset, std::string_view bytes);

}  // namespace nacre::fs
