#include "crash/point.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

namespace nacre::crash {
namespace {

enum class Kind {
  Descriptor,   // The file is argument 0.
  CopyTarget,   // The file is argument 2.
  Write,        // As Descriptor, with a length in argument 2.
  WriteVector,  // As Descriptor, with iovecs in arguments 1 and 2.
  Lock,
  Open,    // A path that may be made or emptied: directory in 0, path in 1, flags in 2.
  PathAt,  // Directory in 0, path in 1.
  TwoPathsAt,
  LinkText,  // symlinkat: directory in 1, path in 2.
  OpenOld,   // As Open, without a directory.
  Path,
  TwoPaths,
  LinkTextOld,
  Map,
};

struct Traced {
  std::uint64_t number;
  Kind kind;
  const char* name;
};

#define NACRE_CALL(name, kind)    \
  Traced {                        \
    SYS_##name, Kind::kind, #name \
  }

constexpr Traced kTraced[] = {
    NACRE_CALL(write, Write),          NACRE_CALL(pwrite64, Write),
    NACRE_CALL(writev, WriteVector),   NACRE_CALL(pwritev, WriteVector),
    NACRE_CALL(pwritev2, WriteVector), NACRE_CALL(fsync, Descriptor),
    NACRE_CALL(fdatasync, Descriptor), NACRE_CALL(sync_file_range, Descriptor),
    NACRE_CALL(ftruncate, Descriptor), NACRE_CALL(fallocate, Descriptor),
    NACRE_CALL(fchmod, Descriptor),    NACRE_CALL(fchown, Descriptor),
    NACRE_CALL(sendfile, Descriptor),  NACRE_CALL(copy_file_range, CopyTarget),
    NACRE_CALL(fcntl, Lock),           NACRE_CALL(openat, Open),
    NACRE_CALL(mkdirat, PathAt),       NACRE_CALL(unlinkat, PathAt),
    NACRE_CALL(fchmodat, PathAt),      NACRE_CALL(fchownat, PathAt),
    NACRE_CALL(utimensat, PathAt),     NACRE_CALL(renameat2, TwoPathsAt),
    NACRE_CALL(linkat, TwoPathsAt),    NACRE_CALL(symlinkat, LinkText),
    NACRE_CALL(truncate, Path),        NACRE_CALL(mmap, Map),
#ifdef SYS_renameat
    NACRE_CALL(renameat, TwoPathsAt),
#endif
#ifdef SYS_open  // The older calls, which newer machines do not have.
    NACRE_CALL(open, OpenOld),         NACRE_CALL(creat, Path),
    NACRE_CALL(mkdir, Path),           NACRE_CALL(rmdir, Path),
    NACRE_CALL(unlink, Path),          NACRE_CALL(rename, TwoPaths),
    NACRE_CALL(link, TwoPaths),        NACRE_CALL(symlink, LinkTextOld),
    NACRE_CALL(chmod, Path),           NACRE_CALL(chown, Path),
    NACRE_CALL(lchown, Path),
#endif
};
#undef NACRE_CALL

std::string target_of_link(const std::string& link) {
  std::array<char, PATH_MAX> buffer{};
  const ssize_t length = ::readlink(link.c_str(), buffer.data(), buffer.size());
  return length < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(length));
}

std::string of_process(pid_t thread, const std::string& what) {
  return "/proc/" + std::to_string(thread) + "/" + what;
}

std::string path_of_descriptor(pid_t thread, std::uint64_t argument) {
  const int descriptor = static_cast<int>(argument);
  if (descriptor == AT_FDCWD) return target_of_link(of_process(thread, "cwd"));
  return target_of_link(of_process(thread, "fd/" + std::to_string(descriptor)));
}

bool read_memory(pid_t thread, std::uint64_t address, void* buffer, std::size_t bytes) {
  iovec here{buffer, bytes};
  iovec there{reinterpret_cast<void*>(address), bytes};  // NOLINT(performance-no-int-to-ptr)
  return ::process_vm_readv(thread, &here, 1, &there, 1, 0) == static_cast<ssize_t>(bytes);
}

std::string text_at(pid_t thread, std::uint64_t address) {
  std::string text;
  while (text.size() < PATH_MAX) {
    // Not past the end of a page: the next one may not be there.
    std::array<char, 64> piece{};
    const std::size_t wanted = piece.size() - address % piece.size();
    if (!read_memory(thread, address, piece.data(), wanted)) return {};
    const std::string_view bytes(piece.data(), wanted);
    const std::size_t nul = bytes.find('\0');
    text += bytes.substr(0, nul);
    if (nul != std::string_view::npos) break;
    address += wanted;
  }
  return text;
}

// `directory` and a path in it as the thread gives them. Without resolving links and
// "..": the program under test opens real paths below its root.
std::string joined(pid_t thread, std::uint64_t directory, std::uint64_t address) {
  std::string path = text_at(thread, address);
  if (path.starts_with('/')) return path;
  return path_of_descriptor(thread, directory) + "/" + path;
}

constexpr auto kHere = static_cast<std::uint64_t>(AT_FDCWD);

bool below(const std::string& path, const std::vector<std::string>& roots) {
  return std::any_of(roots.begin(), roots.end(), [&](const std::string& root) {
    return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
  });
}

bool makes_or_empties(std::uint64_t flags) {
  return (flags & (O_CREAT | O_TRUNC)) != 0;
}

// Whether a lock is given back: what was written under it stands in the mapping then.
bool unlocks(const Call& call) {
  const auto command = static_cast<int>(call.arguments[1]);
  if (command != F_SETLK && command != F_SETLKW) return false;
  struct flock request {};
  return read_memory(call.thread, call.arguments[2], &request, sizeof request) &&
         request.l_type == F_UNLCK;
}

// The paths that a call touches; none when it is no point.
std::vector<std::string> paths_of(const Call& call, Kind kind) {
  const pid_t thread = call.thread;
  const auto& given = call.arguments;
  switch (kind) {
    case Kind::Descriptor:
    case Kind::Write:
    case Kind::WriteVector:
      return {path_of_descriptor(thread, given[0])};
    case Kind::CopyTarget:
      return {path_of_descriptor(thread, given[2])};
    case Kind::Lock: {
      if (!unlocks(call)) return {};
      std::string path = path_of_descriptor(thread, given[0]);
      if (!path.ends_with("-shm")) return {};
      return {std::move(path)};
    }
    case Kind::Open:
      if (!makes_or_empties(given[2])) return {};
      return {joined(thread, given[0], given[1])};
    case Kind::OpenOld:
      if (!makes_or_empties(given[1])) return {};
      return {joined(thread, kHere, given[0])};
    case Kind::PathAt:
      return {joined(thread, given[0], given[1])};
    case Kind::TwoPathsAt:
      return {joined(thread, given[0], given[1]), joined(thread, given[2], given[3])};
    case Kind::LinkText:
      return {joined(thread, given[1], given[2])};
    case Kind::Path:
      return {joined(thread, kHere, given[0])};
    case Kind::TwoPaths:
      return {joined(thread, kHere, given[0]), joined(thread, kHere, given[1])};
    case Kind::LinkTextOld:
      return {joined(thread, kHere, given[1])};
    case Kind::Map:
      return {};
  }
  return {};
}

const Traced* traced(std::uint64_t number) {
  const auto* found = std::find_if(std::begin(kTraced), std::end(kTraced),
                                   [&](const Traced& one) { return one.number == number; });
  return found == std::end(kTraced) ? nullptr : found;
}

// Length of the first iovec at `address`.
std::uint64_t first_length(pid_t thread, std::uint64_t address) {
  iovec first{};
  return read_memory(thread, address, &first, sizeof first) ? first.iov_len : 0;
}

}  // namespace

std::span<const std::uint64_t> traced_numbers() {
  static const std::vector<std::uint64_t> kNumbers = [] {
    std::vector<std::uint64_t> numbers;
    for (const Traced& one : kTraced) numbers.push_back(one.number);
    return numbers;
  }();
  return kNumbers;
}

std::optional<Point> point_of(const Call& call, const std::vector<std::string>& roots) {
  const Traced* known = traced(call.number);
  if (known == nullptr) return std::nullopt;
  for (std::string& path : paths_of(call, known->kind)) {
    if (!below(path, roots)) continue;
    Point point{.name = known->name, .path = std::move(path)};
    if (known->kind == Kind::Write) {
      point.bytes = call.arguments[2];
      point.can_tear = point.bytes > 1;
    } else if (known->kind == Kind::WriteVector) {
      point.vector = call.arguments[1];
      point.bytes = first_length(call.thread, point.vector);
      point.can_tear = point.bytes > 1;
    }
    return point;
  }
  return std::nullopt;
}

bool maps_for_writing(const Call& call, const std::vector<std::string>& roots) {
  if (call.number != SYS_mmap) return false;
  const auto& given = call.arguments;
  const bool shared_for_writing = (given[2] & PROT_WRITE) != 0 && (given[3] & MAP_SHARED) != 0 &&
                                  (given[3] & MAP_ANONYMOUS) == 0;
  return shared_for_writing && below(path_of_descriptor(call.thread, given[4]), roots);
}

}  // namespace nacre::crash
