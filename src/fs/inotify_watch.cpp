#include "fs/inotify_watch.h"

#include <sys/inotify.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "fs/system_error.h"
#include "fs/walk.h"

namespace nacre::fs {
namespace {

// IN_MODIFY besides IN_CLOSE_WRITE: who appends to a log may never close it.
constexpr std::uint32_t kMask = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE |
                                IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr std::size_t kBufferBytes = std::size_t{16} << 10;
// So that constant change cannot keep `take` from returning; the rest waits in
// the kernel's queue.
constexpr std::size_t kEventsMax = 10'000;

// linux/magic.h lacks half of them.
constexpr std::array<std::uint32_t, 8> kRemoteTypes = {
    0x6969,      // NFS
    0x517B,      // SMB
    0xFF534D42,  // CIFS
    0xFE534D42,  // SMB 2
    0x65735546,  // FUSE
    0x01021997,  // 9p
    0x5346414F,  // AFS
    0x00C36400,  // Ceph
};

Error limit_error(int number, const std::string& path) {
  return Error{ErrorCode::ResourceExhausted, system_error(number, "watch", path).message,
               "raise fs.inotify.max_user_watches or max_user_instances (sysctl)"};
}

bool is_limit(int number) {
  return number == ENOSPC || number == EMFILE || number == ENFILE || number == ENOMEM;
}

void add(std::vector<WatchEvent>& events, WatchEvent event) {
  if (events.empty() || events.back() != event) events.push_back(std::move(event));
}

}  // namespace

bool is_remote(const std::string& path) {
  struct statfs info {};
  if (::statfs(path.c_str(), &info) != 0) return false;
  const auto type = static_cast<std::uint32_t>(info.f_type);
  return std::find(kRemoteTypes.begin(), kRemoteTypes.end(), type) != kRemoteTypes.end();
}

Result<std::unique_ptr<InotifyWatch>> InotifyWatch::make(FileSystem& files,
                                                         std::string_view directory,
                                                         const WatchOptions& options) {
  std::unique_ptr<InotifyWatch> watch(new InotifyWatch(files, directory, options));
  watch->inotify_ = Descriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!watch->inotify_) {
    const int number = errno;
    if (is_limit(number)) return limit_error(number, watch->directory_);
    return Error{ErrorCode::Unsupported, system_error(number, "watch", watch->directory_).message};
  }
  NACRE_TRY(watch->watch_tree("", nullptr));
  if (watch->watches_.empty()) {
    return Error{ErrorCode::NotFound, "watch '" + watch->directory_ + "': it cannot be opened"};
  }
  return watch;
}

std::string InotifyWatch::absolute(const std::string& path) const {
  return path.empty() ? directory_ : directory_ + "/" + path;
}

// `found`: takes the files that are there already, for a tree that is new.
Status InotifyWatch::watch_tree(const std::string& path, std::vector<WatchEvent>* found) {
  NACRE_TRY(watch_directory(path));
  if (!watches_.contains(path)) return Ok{};

  const std::string prefix = path.empty() ? "" : path + "/";
  const auto depth = static_cast<int>(std::count(prefix.begin(), prefix.end(), '/'));
  Status watched = Ok{};
  WalkOptions walk_options;
  walk_options.depth_max = std::max(0, options_.depth_max - depth);
  walk_options.enter = [&](std::string_view below) {
    const std::string inner = prefix + std::string(below);
    if (!watched.ok() || (options_.enter && !options_.enter(inner))) return false;
    watched = watch_directory(inner);
    return watched.ok();
  };
  walk_options.want = [&](std::string_view below) {
    if (found == nullptr) return false;
    std::string inner = prefix + std::string(below);
    if (!options_.want || options_.want(inner)) {
      found->push_back({WatchEvent::Kind::Changed, std::move(inner)});
    }
    return false;
  };
  const auto walked = walk(files_, absolute(path), walk_options);
  NACRE_TRY(std::move(watched));
  // What vanished or cannot be read meanwhile is not ours to report.
  if (!walked.ok() && walked.error().code == ErrorCode::ResourceExhausted) return walked.error();
  return Ok{};
}

// A directory that vanished or may not be read is passed over.
Status InotifyWatch::watch_directory(const std::string& path) {
  const std::string where = absolute(path);
  const int watch = ::inotify_add_watch(inotify_.get(), where.c_str(), kMask);
  if (watch < 0) {
    const int number = errno;
    return is_limit(number) ? Status(limit_error(number, where)) : Status(Ok{});
  }
  if (is_remote(where)) {
    return Error{ErrorCode::Unsupported,
                 "'" + where + "' lies on a file system that does not report remote changes"};
  }
  // The same directory under an older name, whose move is still in the queue.
  const auto older = paths_.find(watch);
  if (older != paths_.end() && older->second != path) watches_.erase(older->second);
  paths_[watch] = path;
  watches_[path] = watch;
  return Ok{};
}

// Also all below: whoever moved elsewhere is watched anew, under its new name.
void InotifyWatch::forget(const std::string& path) {
  const auto drop = [this](auto at) {
    ::inotify_rm_watch(inotify_.get(), at->second);
    paths_.erase(at->second);
    return watches_.erase(at);
  };
  if (const auto own = watches_.find(path); own != watches_.end()) drop(own);
  const std::string prefix = path + "/";
  auto below = watches_.lower_bound(prefix);
  while (below != watches_.end() && below->first.starts_with(prefix)) below = drop(below);
}

Result<std::vector<WatchEvent>> InotifyWatch::take() {
  std::vector<WatchEvent> events;
  alignas(inotify_event) std::array<char, kBufferBytes> buffer{};
  while (events.size() < kEventsMax) {
    const ssize_t bytes = ::read(inotify_.get(), buffer.data(), buffer.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0 && errno == EAGAIN) break;
    if (bytes <= 0) return system_error(errno, "watch", directory_);
    for (std::size_t at = 0; at < static_cast<std::size_t>(bytes);) {
      // The kernel keeps each event aligned.
      const auto& event = *reinterpret_cast<const inotify_event*>(buffer.data() + at);
      NACRE_TRY(handle(event, events));
      at += sizeof event + event.len;
    }
  }
  return events;
}

Status InotifyWatch::handle(const inotify_event& event, std::vector<WatchEvent>& out) {
  if ((event.mask & IN_Q_OVERFLOW) != 0) {
    // Directories may have come unseen.
    NACRE_TRY(watch_tree("", nullptr));
    add(out, {WatchEvent::Kind::Overflow, ""});
    return Ok{};
  }
  const auto known = paths_.find(event.wd);
  if (known == paths_.end()) return Ok{};
  const std::string parent = known->second;

  if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) != 0 && parent.empty()) {
    return Error{ErrorCode::NotFound, "watch '" + directory_ + "': it was removed or moved"};
  }
  if ((event.mask & IN_UNMOUNT) != 0) add(out, {WatchEvent::Kind::Overflow, ""});
  if ((event.mask & IN_IGNORED) != 0) {
    watches_.erase(parent);
    paths_.erase(known);
    return Ok{};
  }
  if (event.len == 0) return Ok{};

  std::string path = parent.empty() ? std::string(event.name) : parent + "/" + event.name;
  if ((event.mask & IN_ISDIR) != 0) return handle_directory(event.mask, std::move(path), out);
  if (options_.want && !options_.want(path)) return Ok{};
  const bool gone = (event.mask & (IN_DELETE | IN_MOVED_FROM)) != 0;
  add(out, {gone ? WatchEvent::Kind::Removed : WatchEvent::Kind::Changed, std::move(path)});
  return Ok{};
}

Status InotifyWatch::handle_directory(std::uint32_t mask, std::string path,
                                      std::vector<WatchEvent>& out) {
  if (options_.enter && !options_.enter(path)) return Ok{};
  if ((mask & (IN_DELETE | IN_MOVED_FROM)) != 0) {
    forget(path);
    add(out, {WatchEvent::Kind::Removed, std::move(path)});
    return Ok{};
  }
  const bool fresh = (mask & (IN_CREATE | IN_MOVED_TO)) != 0;
  // One that could not be read until now may have become readable.
  if (!fresh && watches_.contains(path)) return Ok{};
  return watch_tree(path, &out);
}

}  // namespace nacre::fs
