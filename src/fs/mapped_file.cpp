#include "fs/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "fs/descriptor.h"
#include "fs/system_error.h"

namespace nacre::fs {

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) return system_error(errno, "open", path);
  struct stat stat {};
  if (::fstat(file.get(), &stat) != 0) return system_error(errno, "stat", path);
  if (!S_ISREG(stat.st_mode)) {
    return Error{ErrorCode::InvalidArgument, "open '" + path + "': not a regular file"};
  }
  const auto size = static_cast<std::size_t>(stat.st_size);
  if (size == 0) return MappedFile(nullptr, 0);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (data == MAP_FAILED) return system_error(errno, "map", path);
  return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace nacre::fs
