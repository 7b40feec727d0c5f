#include "memory/git.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/subprocess.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kListingBytesMax = std::uint64_t{64} << 20;
constexpr std::uint64_t kPathBytesMax = 64 << 10;

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
  base::ProcessResult ended = NACRE_TRY(base::run_process(all, {.output_bytes_max = bytes_max}));
  if (ended.output_cut) {
    return Error{ErrorCode::ResourceExhausted, "git: its answer is too large"};
  }
  if (ended.exit_code != 0) {
    return Error{ErrorCode::NotFound, "git " + arguments.front() + " failed in '" + directory + "'",
                 "is it a git repository?"};
  }
  return std::move(ended.output);
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
