#include "fs/transfer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "fs/system_error.h"

namespace nacre::fs {
namespace {

Error too_long(std::string_view path, std::uint64_t bytes_max) {
  return Error{ErrorCode::ResourceExhausted, "read '" + std::string(path) + "': longer than " +
                                                 std::to_string(bytes_max) + " bytes"};
}

// Fills `buffer` from `offset` on; how many bytes there were.
Result<std::size_t> fill(int fd, std::string_view path, std::uint64_t offset, std::string& buffer,
                         std::size_t from) {
  std::size_t filled = from;
  while (filled < buffer.size()) {
    const ssize_t count = ::pread(fd, buffer.data() + filled, buffer.size() - filled,
                                  static_cast<off_t>(offset + filled));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(errno, "read", path);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return filled;
}

}  // namespace

Result<std::string> read_range(int fd, std::string_view path, std::uint64_t offset,
                               std::uint64_t bytes) {
  std::string buffer(bytes, '\0');
  buffer.resize(NACRE_TRY(fill(fd, path, offset, buffer, 0)));
  return buffer;
}

Result<std::string> read_bounded(int fd, std::string_view path, std::uint64_t size_expected,
                                 std::uint64_t bytes_max) {
  if (size_expected > bytes_max) return too_long(path, bytes_max);
  // One byte more than expected shows in the same read that nothing follows.
  std::string buffer(size_expected + 1, '\0');
  std::size_t filled = NACRE_TRY(fill(fd, path, 0, buffer, 0));
  while (filled == buffer.size()) {
    if (filled > bytes_max) return too_long(path, bytes_max);
    const std::size_t from = filled;
    buffer.resize(std::min<std::uint64_t>(2 * from + 4096, bytes_max + 1));
    filled = NACRE_TRY(fill(fd, path, 0, buffer, from));
  }
  if (filled > bytes_max) return too_long(path, bytes_max);
  buffer.resize(filled);
  return buffer;
}

Status write_range(int fd, std::string_view path, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(errno, "write", path);
    offset += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return Ok{};
}

}  // namespace nacre::fs
