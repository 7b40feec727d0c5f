#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nacre::fs {

enum class ArchiveKind : std::uint8_t { File, Directory, Symlink };

struct ArchiveEntry {
  std::string path;  // Any bytes but NUL.
  ArchiveKind kind = ArchiveKind::File;
  std::string target;      // Of a symlink.
  std::uint64_t size = 0;  // Of a file.
  std::uint32_t mode = 0644;
  std::int64_t modified_s = 0;
};

// tar in zstd as a stream, in memory that does not grow with it. libarchive does the
// work; it is loaded with the first archive (base/module.h). The archive itself is
// bytes to a function or from one.
//
// Threads: one.
class ArchiveWriter {
 public:
  using Sink = std::function<Status(std::string_view bytes)>;
  static Result<std::unique_ptr<ArchiveWriter>> open(Sink sink);
  virtual ~ArchiveWriter() = default;

  virtual Status entry(const ArchiveEntry& entry) = 0;
  // Of the entry before; `entry.size` bytes in all.
  virtual Status data(std::string_view bytes) = 0;
  // Without it the archive has no end and is no archive.
  virtual Status close() = 0;
};

class ArchiveReader {
 public:
  // The next bytes; empty at the end.
  using Source = std::function<Result<std::string>()>;
  static Result<std::unique_ptr<ArchiveReader>> open(Source source);
  virtual ~ArchiveReader() = default;

  // nullopt at the end. Corruption for what is no tar in zstd, is damaged or cut off,
  // or holds what no ArchiveKind names.
  virtual Result<std::optional<ArchiveEntry>> next() = 0;
  // More of the entry's bytes; empty at their end.
  virtual Result<std::string> data() = 0;
};

}  // namespace nacre::fs
