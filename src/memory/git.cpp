#include "memory/git.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace nacre::memory {
namespace {

constexpr std::uint64_t kListingBytesMax = std::uint64_t{64} << 20;
constexpr std::uint64_t kPathBytesMax = 64 << 10;

class Pipe {
 public:
  Pipe() = default;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool open() { return pipe2(ends_.data(), O_CLOEXEC) == 0; }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_end(std::size_t which) {
    if (ends_[which] >= 0) ::close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

Error failed(const std::string& what, int number) {
  // strerrordesc_np is safe among threads, as strerror is not.
  const char* words = strerrordesc_np(number);
  return Error{number == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
               what + ": " + (words != nullptr ? words : "unknown error")};
}

Result<pid_t> start(const std::vector<std::string>& arguments, const Pipe& output) {
  std::vector<char*> pointers;
  // posix_spawn takes them without const and does not write to them.
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));  // NOLINT(*-const-cast)
  }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.writing(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int number =
      posix_spawnp(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (number != 0) return failed("run git", number);
  return child;
}

// Everything is read, also what is too much: git must not wait for us.
Result<std::string> read_all(int descriptor, std::uint64_t bytes_max) {
  std::string text;
  bool too_much = false;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed("read from git", errno);
    if (count == 0) break;
    too_much = too_much || text.size() + static_cast<std::size_t>(count) > bytes_max;
    if (!too_much) text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  if (too_much) return Error{ErrorCode::ResourceExhausted, "git: its answer is too large"};
  return text;
}

// ":100644 100644 <hash> <hash> M"
std::optional<std::string> blob_of(std::string_view header) {
  std::array<std::string_view, 5> fields;
  for (std::string_view& field : fields) {
    const std::size_t end = std::min(header.find(' '), header.size());
    field = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  // What is left are other repositories, which commit for themselves.
  const bool file = fields[1].starts_with("100") || fields[1].starts_with("120");
  return file ? std::optional(std::string(fields[3])) : std::nullopt;
}

}  // namespace

Result<std::string> git(const std::string& directory, const std::vector<std::string>& arguments,
                        std::uint64_t bytes_max) {
  std::vector<std::string> all = {"git", "--no-optional-locks", "--literal-pathspecs", "-C",
                                  directory};
  all.insert(all.end(), arguments.begin(), arguments.end());
  Pipe output;
  if (!output.open()) return failed("run git", errno);
  const pid_t child = NACRE_TRY(start(all, output));
  output.close_end(1);
  auto text = read_all(output.reading(), bytes_max);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return failed("wait for git", errno);
  }
  if (!text.ok()) return text;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return Error{ErrorCode::NotFound, "git " + arguments.front() + " failed in '" + directory + "'",
                 "is it a git repository?"};
  }
  return text;
}

Result<std::vector<StagedFile>> staged_files(const std::string& directory) {
  const std::string listing =
      NACRE_TRY(git(directory,
                    {"diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames",
                     "--no-ext-diff", "--no-relative", "--diff-filter=ACMT"},
                    kListingBytesMax));
  std::vector<StagedFile> files;
  std::string_view rest = listing;
  while (!rest.empty()) {
    const std::size_t header_end = rest.find('\0');
    const std::size_t path_end = rest.find('\0', header_end + 1);
    if (header_end == rest.npos || path_end == rest.npos) {
      return Error{ErrorCode::Corruption, "git diff: a listing that cannot be read"};
    }
    if (auto blob = blob_of(rest.substr(0, header_end))) {
      files.push_back({.path = std::string(rest.substr(header_end + 1, path_end - header_end - 1)),
                       .blob = std::move(*blob)});
    }
    rest.remove_prefix(path_end + 1);
  }
  return files;
}

Result<std::string> staged_text(const std::string& directory, const StagedFile& file,
                                std::uint64_t bytes_max) {
  return git(directory, {"cat-file", "blob", file.blob}, bytes_max);
}

Result<std::string> prefix_in_repository(const std::string& directory) {
  std::string prefix = NACRE_TRY(git(directory, {"rev-parse", "--show-prefix"}, kPathBytesMax));
  if (prefix.ends_with('\n')) prefix.pop_back();
  return prefix;
}

}  // namespace nacre::memory
