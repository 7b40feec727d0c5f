#include "fs/backup_tree.h"

namespace nacre::fs {
namespace {

constexpr int kDepthMax = 256;
constexpr std::size_t kEntriesMax = 1'000'000;

class Lister {
 public:
  Lister(FileSystem& files, const BackupRequest& request) : files_(files), request_(request) {}

  Status root(const BackupRoot& root) {
    const Stat stat = NACRE_TRY(files_.stat(root.path, true));
    if (stat.kind != FileKind::Directory) {
      add({.path = root.name}, root.path, stat);
      return Ok{};
    }
    root_ = &root;
    return directory("", stat, 0);
  }

  BackupTree take() { return std::move(tree_); }

 private:
  void add(BackupEntry entry, std::string absolute, const Stat& stat) {
    entry.size = entry.kind == ArchiveKind::File ? stat.size : 0;
    entry.mode = stat.mode;
    entry.modified_ns = stat.modified_ns;
    tree_.entries.push_back(std::move(entry));
    tree_.absolute.push_back(std::move(absolute));
  }

  std::string in_archive(const std::string& relative) const {
    return relative.empty() ? root_->name : root_->name + "/" + relative;
  }
  std::string on_disk(const std::string& relative) const {
    return relative.empty() ? root_->path : root_->path + "/" + relative;
  }

  Status directory(const std::string& relative, const Stat& stat, int depth) {
    add({.path = in_archive(relative), .kind = ArchiveKind::Directory}, on_disk(relative), stat);
    if (tree_.entries.size() > kEntriesMax) {
      return Error{ErrorCode::ResourceExhausted,
                   "back up '" + root_->path + "': it holds more than 1000000 files"};
    }
    if (depth > kDepthMax) {
      tree_.missing.push_back({.path = in_archive(relative), .why = "it is nested too deep"});
      return Ok{};
    }
    const auto listing = files_.list(on_disk(relative));
    if (!listing.ok()) {
      tree_.missing.push_back({.path = in_archive(relative), .why = listing.error().message});
      return Ok{};
    }
    for (const DirectoryEntry& entry : listing.value()) {
      NACRE_TRY(look_at(relative.empty() ? entry.name : relative + "/" + entry.name, depth));
    }
    return Ok{};
  }

  Status look_at(const std::string& relative, int depth) {
    const auto stat = files_.stat(on_disk(relative), false);
    if (!stat.ok()) {
      // What is gone meanwhile is not there to be kept.
      if (stat.error().code != ErrorCode::NotFound) {
        tree_.missing.push_back({.path = in_archive(relative), .why = stat.error().message});
      }
      return Ok{};
    }
    switch (stat.value().kind) {
      case FileKind::Directory: {
        std::string why = request_.leave_out ? request_.leave_out(relative) : std::string();
        if (why.empty()) return directory(relative, stat.value(), depth + 1);
        tree_.left_out.push_back({.path = in_archive(relative), .why = std::move(why)});
        return Ok{};
      }
      case FileKind::Regular:
        add({.path = in_archive(relative)}, on_disk(relative), stat.value());
        return Ok{};
      case FileKind::Symlink: {
        auto target = files_.read_link(on_disk(relative));
        if (target.ok()) {
          add({.path = in_archive(relative),
               .kind = ArchiveKind::Symlink,
               .target = std::move(target).value()},
              on_disk(relative), stat.value());
        } else {
          tree_.missing.push_back({.path = in_archive(relative), .why = target.error().message});
        }
        return Ok{};
      }
      case FileKind::Other:
        tree_.left_out.push_back(
            {.path = in_archive(relative), .why = "neither a file, a directory nor a link"});
        return Ok{};
    }
    return Ok{};
  }

  FileSystem& files_;
  const BackupRequest& request_;
  const BackupRoot* root_ = nullptr;
  BackupTree tree_;
};

}  // namespace

Result<BackupTree> list_for_backup(FileSystem& files, const BackupRequest& request) {
  Lister lister(files, request);
  for (const BackupRoot& root : request.roots) NACRE_TRY(lister.root(root));
  return lister.take();
}

}  // namespace nacre::fs
