#pragma once

#include <cstddef>
#include <cstdint>

// What libnacre_archive.so offers: tar in zstd, by libarchive. It touches no file:
// bytes go through the callbacks. All functions catch what libarchive says; none
// throws. A handle is used by one thread at a time.

extern "C" {

struct NacreArchiveEntry {
  const char* path;  // NUL-terminated; any bytes.
  const char* target;
  char kind;  // 'f' file, 'd' directory, 'l' symbolic link.
  std::uint32_t mode;
  std::uint64_t size;
  std::int64_t modified_s;
};

// Writers take all of `bytes`: 0, or -1 on failure.
using NacreArchiveWrite = int (*)(void* context, const void* bytes, std::size_t count);
// Readers set `bytes`, which live until the next call: count, 0 at the end, -1 on failure.
using NacreArchiveRead = std::int64_t (*)(void* context, const void** bytes);

struct NacreArchive {
  std::uint32_t version;
  void* (*write_open)(NacreArchiveWrite write, void* context);
  int (*write_entry)(void* writer, const NacreArchiveEntry* entry);
  int (*write_data)(void* writer, const void* bytes, std::size_t count);
  int (*write_close)(void* writer);
  const char* (*write_error)(void* writer);
  void (*write_free)(void* writer);

  void* (*read_open)(NacreArchiveRead read, void* context);
  int (*read_entry)(void* reader, NacreArchiveEntry* entry);  // 1, 0 at the end, -1.
  std::int64_t (*read_data)(void* reader, void* bytes, std::size_t count);
  const char* (*read_error)(void* reader);
  void (*read_free)(void* reader);
};

const NacreArchive* nacre_archive();
}

inline constexpr std::uint32_t kNacreArchiveVersion = 1;
