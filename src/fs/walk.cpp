#include "fs/walk.h"

#include <algorithm>

namespace nacre::fs {
namespace {

struct Pending {
  std::string path;  // Relative; empty for the walked directory.
  int depth = 0;
};

class Walker {
 public:
  Walker(FileSystem& files, std::string_view directory, const WalkOptions& options)
      : files_(files), base_(directory), options_(options) {
    if (!base_.ends_with('/')) base_ += '/';
  }

  Result<WalkResult> run() {
    // A stack of our own: depth is the tree's, not the thread's.
    std::vector<Pending> pending{{"", 0}};
    while (!pending.empty()) {
      const Pending here = std::move(pending.back());
      pending.pop_back();
      Result<std::vector<DirectoryEntry>> entries = files_.list(base_ + here.path);
      if (!entries.ok()) {
        if (here.depth == 0) return std::move(entries).error();
        // It vanished while we walked: then there is nothing to know.
        if (entries.error().code == ErrorCode::NotFound) continue;
        result_.problems.push_back({here.path, entries.error().message, true});
        continue;
      }
      for (const DirectoryEntry& entry : entries.value()) {
        if (++seen_ > options_.entries_max) return too_many();
        visit(here, entry, pending);
      }
    }
    std::sort(result_.files.begin(), result_.files.end(),
              [](const auto& left, const auto& right) { return left.path < right.path; });
    std::sort(result_.problems.begin(), result_.problems.end(),
              [](const auto& left, const auto& right) { return left.path < right.path; });
    return std::move(result_);
  }

 private:
  void visit(const Pending& here, const DirectoryEntry& entry, std::vector<Pending>& pending) {
    std::string path = here.path.empty() ? entry.name : here.path + "/" + entry.name;
    switch (entry.kind) {
      case FileKind::Directory:
        if (options_.enter && !options_.enter(path)) return;
        if (here.depth + 1 > options_.depth_max) {
          result_.problems.push_back(
              {std::move(path),
               "deeper than " + std::to_string(options_.depth_max) + " directories: not looked at",
               true});
          return;
        }
        pending.push_back({std::move(path), here.depth + 1});
        return;
      case FileKind::Regular:
        if (!options_.want || options_.want(path)) add_file(std::move(path));
        return;
      case FileKind::Symlink:
        report_link(std::move(path));
        return;
      case FileKind::Other:
        return;
    }
  }

  void add_file(std::string path) {
    Result<Stat> stat = files_.stat(base_ + path, false);
    if (stat.ok()) {
      if (stat.value().kind == FileKind::Regular) {
        result_.files.push_back({std::move(path), stat.value()});
      }
    } else if (stat.error().code != ErrorCode::NotFound) {
      result_.problems.push_back({std::move(path), stat.error().message, false});
    }
  }

  // Said only of links that would have been looked at as what they point to.
  void report_link(std::string path) {
    const Result<Stat> target = files_.stat(base_ + path, true);
    const bool directory = target.ok() && target.value().kind == FileKind::Directory;
    const auto& asks = directory ? options_.enter : options_.want;
    if (asks && !asks(path)) return;
    if (directory && options_.link && options_.link(path)) return;
    const std::string_view what = directory     ? "a symbolic link to a directory"
                                  : target.ok() ? "a symbolic link"
                                                : "a symbolic link that leads nowhere";
    result_.problems.push_back({std::move(path), std::string(what) + ": not followed", false});
  }

  Error too_many() const {
    return Error{
        ErrorCode::ResourceExhausted,
        "walk '" + base_ + "': more than " + std::to_string(options_.entries_max) + " entries",
        "choose a smaller directory, or leave parts out with index.ignore"};
  }

  FileSystem& files_;
  std::string base_;
  const WalkOptions& options_;
  std::uint64_t seen_ = 0;
  WalkResult result_;
};

}  // namespace

Result<WalkResult> walk(FileSystem& files, std::string_view directory, const WalkOptions& options) {
  return Walker(files, directory, options).run();
}

}  // namespace nacre::fs
