#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

#include "fs/file_system.h"

namespace nacre::fs {
namespace {

constexpr std::int64_t kTickNs = 1'000'000;  // Each change takes a millisecond of file time.

struct Node {
  bool directory = false;
  bool locked = false;
  std::string bytes;
  std::int64_t modified_ns = 0, changed_ns = 0;
  std::uint64_t inode = 0;
  std::uint32_t mode = 0644;
};
using NodePointer = std::shared_ptr<Node>;

Error failure(ErrorCode code, std::string_view verb, std::string_view path, std::string_view why) {
  return Error{code, std::string(verb) + " '" + std::string(path) + "': " + std::string(why)};
}

Error missing(std::string_view verb, std::string_view path) {
  return failure(ErrorCode::NotFound, verb, path, "No such file or directory");
}

std::string without_trailing_slash(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return std::string(path);
}

std::string parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string_view::npos ? "/" : std::string(path.substr(0, slash));
}

// What the file system and its open files share. A plain mutex, never held
// while anything waits but `released`.
struct Disk {
  std::mutex mutex;
  std::condition_variable released;
  std::map<std::string, NodePointer, std::less<>> nodes;
  std::int64_t time_ns = 0;
  std::uint64_t last_inode = 1;

  NodePointer find(std::string_view path) const {
    const auto found = nodes.find(without_trailing_slash(path));
    return found == nodes.end() ? nullptr : found->second;
  }
  void touch(Node& node) {
    time_ns += kTickNs;
    node.modified_ns = node.changed_ns = time_ns;
  }
  NodePointer add(std::string_view path, bool directory) {
    auto node = std::make_shared<Node>();
    node->directory = directory;
    node->inode = ++last_inode;
    touch(*node);
    nodes[without_trailing_slash(path)] = node;
    return node;
  }
  Status parent_exists(std::string_view verb, std::string_view path) const {
    const NodePointer parent = find(parent_of(path));
    if (!parent || !parent->directory) return missing(verb, path);
    return Ok{};
  }
};

class MemoryLockedFile final : public LockedFile {
 public:
  MemoryLockedFile(std::shared_ptr<Disk> disk, NodePointer node)
      : disk_(std::move(disk)), node_(std::move(node)) {}
  ~MemoryLockedFile() override {
    const std::lock_guard guard(disk_->mutex);
    node_->locked = false;
    disk_->released.notify_all();
  }

  Result<std::string> read_all() override {
    const std::lock_guard guard(disk_->mutex);
    return node_->bytes;
  }
  Result<std::uint64_t> size() override {
    const std::lock_guard guard(disk_->mutex);
    return std::uint64_t{node_->bytes.size()};
  }
  Status write_at(std::uint64_t offset, std::string_view bytes) override {
    if (bytes.empty()) return Ok{};  // As a disk: nothing is extended by nothing.
    const std::lock_guard guard(disk_->mutex);
    if (node_->bytes.size() < offset + bytes.size()) node_->bytes.resize(offset + bytes.size());
    std::copy(bytes.begin(), bytes.end(),
              node_->bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    disk_->touch(*node_);
    return Ok{};
  }
  Status truncate(std::uint64_t size) override {
    const std::lock_guard guard(disk_->mutex);
    node_->bytes.resize(size);
    disk_->touch(*node_);
    return Ok{};
  }
  Status sync() override { return Ok{}; }

 private:
  std::shared_ptr<Disk> disk_;
  NodePointer node_;
};

class MemoryFileSystem final : public FileSystem {
 public:
  MemoryFileSystem() { disk_->add("/", true); }

  Result<Stat> stat(std::string_view path, bool) override {
    const std::lock_guard guard(disk_->mutex);
    const NodePointer node = disk_->find(path);
    if (!node) return missing("stat", path);
    return Stat{.kind = node->directory ? FileKind::Directory : FileKind::Regular,
                .size = node->bytes.size(),
                .modified_ns = node->modified_ns,
                .changed_ns = node->changed_ns,
                .inode = node->inode,
                .device = 1,
                .mode = node->mode};
  }

  Result<std::string> read(std::string_view path, std::uint64_t bytes_max) override {
    const std::lock_guard guard(disk_->mutex);
    const NodePointer node = disk_->find(path);
    if (!node) return missing("open", path);
    if (node->directory) {
      return failure(ErrorCode::InvalidArgument, "read", path, "not a regular file");
    }
    if (node->bytes.size() > bytes_max) {
      return failure(ErrorCode::ResourceExhausted, "read", path,
                     "longer than " + std::to_string(bytes_max) + " bytes");
    }
    return node->bytes;
  }

  Result<std::vector<DirectoryEntry>> list(std::string_view path) override;
  Status make_directory(std::string_view path) override;
  Result<std::unique_ptr<LockedFile>> lock(std::string_view path, bool create,
                                           int wait_ms) override;
  Result<std::unique_ptr<LockedFile>> write_new(std::string_view path, std::string_view bytes,
                                                bool sync) override;
  Status rename(std::string_view from, std::string_view to) override;
  Status remove(std::string_view path) override;

  Status sync_directory(std::string_view path) override {
    const std::lock_guard guard(disk_->mutex);
    const NodePointer node = disk_->find(path);
    if (!node || !node->directory) return missing("open", path);
    return Ok{};
  }

  Status copy_rights(std::string_view from, std::string_view to) override {
    const std::lock_guard guard(disk_->mutex);
    const NodePointer source = disk_->find(from);
    const NodePointer target = disk_->find(to);
    if (!source || !target) return missing("chmod", source ? to : from);
    target->mode = source->mode;
    return Ok{};
  }

  Result<std::string> real_path(std::string_view path) override {
    const std::lock_guard guard(disk_->mutex);
    if (!disk_->find(path)) return missing("resolve", path);
    return without_trailing_slash(path);
  }

 private:
  std::shared_ptr<Disk> disk_ = std::make_shared<Disk>();
};

Result<std::vector<DirectoryEntry>> MemoryFileSystem::list(std::string_view path) {
  const std::lock_guard guard(disk_->mutex);
  const NodePointer node = disk_->find(path);
  if (!node || !node->directory) return missing("open", path);
  std::string prefix = without_trailing_slash(path);
  if (prefix != "/") prefix += '/';
  std::vector<DirectoryEntry> entries;
  for (auto it = disk_->nodes.upper_bound(prefix); it != disk_->nodes.end(); ++it) {
    if (!it->first.starts_with(prefix)) break;
    const std::string_view name = std::string_view(it->first).substr(prefix.size());
    if (name.find('/') != std::string_view::npos) continue;
    entries.push_back(
        {std::string(name), it->second->directory ? FileKind::Directory : FileKind::Regular});
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  return entries;
}

Status MemoryFileSystem::make_directory(std::string_view path) {
  const std::lock_guard guard(disk_->mutex);
  for (std::size_t end = 1; end <= path.size(); ++end) {
    if (end < path.size() && path[end] != '/') continue;
    const std::string_view part = path.substr(0, end);
    const NodePointer node = disk_->find(part);
    if (node && !node->directory && end == path.size()) {
      return failure(ErrorCode::AlreadyExists, "make directory", path, "a file has this name");
    }
    if (node && !node->directory) {
      return failure(ErrorCode::NotFound, "make directory", path, "Not a directory");
    }
    if (!node) disk_->add(part, true);
  }
  return Ok{};
}

Result<std::unique_ptr<LockedFile>> MemoryFileSystem::lock(std::string_view path, bool create,
                                                           int wait_ms) {
  std::unique_lock guard(disk_->mutex);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(wait_ms);
  while (true) {
    NodePointer node = disk_->find(path);
    if (!node) {
      if (!create) return missing("open", path);
      NACRE_TRY(disk_->parent_exists("open", path));
      node = disk_->add(path, false);
    }
    if (node->directory) {
      return failure(ErrorCode::InvalidArgument, "open", path, "not a regular file");
    }
    if (!node->locked) {
      node->locked = true;
      return std::unique_ptr<LockedFile>(new MemoryLockedFile(disk_, node));
    }
    if (disk_->released.wait_until(guard, deadline) == std::cv_status::timeout) {
      return failure(ErrorCode::Unavailable, "lock", path, "another process holds it");
    }
  }
}

Result<std::unique_ptr<LockedFile>> MemoryFileSystem::write_new(std::string_view path,
                                                                std::string_view bytes, bool) {
  const std::lock_guard guard(disk_->mutex);
  if (disk_->find(path)) return failure(ErrorCode::AlreadyExists, "create", path, "File exists");
  NACRE_TRY(disk_->parent_exists("create", path));
  const NodePointer node = disk_->add(path, false);
  node->bytes = bytes;
  node->locked = true;
  return std::unique_ptr<LockedFile>(new MemoryLockedFile(disk_, node));
}

Status MemoryFileSystem::rename(std::string_view from, std::string_view to) {
  const std::lock_guard guard(disk_->mutex);
  const NodePointer node = disk_->find(from);
  if (!node || node->directory) return missing("rename", from);
  NACRE_TRY(disk_->parent_exists("rename", to));
  const NodePointer target = disk_->find(to);
  if (target && target->directory) {
    return failure(ErrorCode::InvalidArgument, "rename", to, "Is a directory");
  }
  disk_->nodes.erase(without_trailing_slash(from));
  disk_->nodes[without_trailing_slash(to)] = node;
  disk_->time_ns += kTickNs;
  node->changed_ns = disk_->time_ns;
  return Ok{};
}

Status MemoryFileSystem::remove(std::string_view path) {
  const std::lock_guard guard(disk_->mutex);
  const NodePointer node = disk_->find(path);
  if (!node || node->directory) return missing("remove", path);
  disk_->nodes.erase(without_trailing_slash(path));
  return Ok{};
}

}  // namespace

std::unique_ptr<FileSystem> make_memory_file_system() {
  return std::make_unique<MemoryFileSystem>();
}

}  // namespace nacre::fs
