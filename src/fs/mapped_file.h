#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace nacre::fs {

// A file as bytes in memory, read-only, as others write it. It must not get shorter while it
// is mapped; what is added later is not in `bytes`. Aligned to a page.
//
// Threads: any.
class MappedFile {
 public:
  // NotFound, PermissionDenied, Io; InvalidArgument when it is no regular file, PermissionDenied
  // for a symlink. An empty file has no bytes.
  static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return {data_, size_}; }

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}

  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace nacre::fs
