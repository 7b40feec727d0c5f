#pragma once

#include <functional>
#include <memory>

#include "fs/file_system.h"

namespace nacre::fs {

// A disk behind a cache, for tests of what a power cut leaves. Whatever is written is
// seen at once, and durable only when it was synced: bytes by the sync of their file,
// names by that of their directory.
//
// Case-sensitive, no symlinks, no stamps. Threads: one.
class PowerCutFileSystem final : public FileSystem {
 public:
  PowerCutFileSystem();
  ~PowerCutFileSystem() override;

  // Decides how one thing that is not durable yet ends: a number below `bound`.
  using Choose = std::function<std::uint64_t(std::uint64_t bound)>;
  // The disk as it is when the power is back. Of the writes that were not synced any may
  // be there, not there, there in part, or have left zeros where they would have made the
  // file longer. Names of one directory are kept up to some moment, as journals do.
  std::unique_ptr<PowerCutFileSystem> cut(const Choose& choose) const;

  Result<Stat> stat(std::string_view path, bool follow) override;
  Result<std::string> read(std::string_view path, std::uint64_t bytes_max) override;
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

 private:
  struct State;
  class File;
  explicit PowerCutFileSystem(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;  // Shared with the files that are open.
};

}  // namespace nacre::fs
