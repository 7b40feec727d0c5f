#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "fs/file_system.h"

namespace nacre::fs {

// A file system that goes wrong on order, for tests: at the n-th call (from 1,
// those on locked files included) it fails once, or the process "dies" there.
//
// Death: the call does nothing, save that a write leaves its first `torn_bytes`;
// every later call fails and changes nothing. Dropping locked files still frees
// their locks, as the system does for a killed process.
//
// Threads: one. Borrows `inner`.
class FaultFileSystem final : public FileSystem {
 public:
  explicit FaultFileSystem(FileSystem& inner);
  ~FaultFileSystem() override;

  void fail_at(std::uint64_t call, Error error, std::size_t torn_bytes = 0);
  void die_at(std::uint64_t call, std::size_t torn_bytes = 0);
  std::uint64_t calls() const;
  bool dead() const;

  Result<Stat> stat(std::string_view path, bool follow) override;
  Result<std::string> read(std::string_view path, std::uint64_t bytes_max) override;
  Result<std::unique_ptr<ReadableFile>> open(std::string_view path) override;
  Result<std::vector<DirectoryEntry>> list(std::string_view path) override;
  Status make_directory(std::string_view path) override;
  Result<std::unique_ptr<LockedFile>> lock(std::string_view path, bool create,
                                           int wait_ms) override;
  Result<std::unique_ptr<LockedFile>> write_new(std::string_view path, std::string_view bytes,
                                                bool sync) override;
  Status rename(std::string_view from, std::string_view to) override;
  Status remove(std::string_view path) override;
  Status sync_directory(std::string_view path) override;
  Status copy_rights(std::string_view from, std::string_view to) override;
  Result<std::string> real_path(std::string_view path) override;
  Result<std::string> read_link(std::string_view path) override;
  Status make_link(std::string_view target, std::string_view path) override;
  Status set_attributes(std::string_view path, std::uint32_t mode,
                        std::int64_t modified_ns) override;

 private:
  struct Plan;
  class File;
  class Readable;
  FileSystem* inner_;
  std::shared_ptr<Plan> plan_;  // Shared with the files that are open.
};

}  // namespace nacre::fs
