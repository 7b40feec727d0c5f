#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nacre::memory {

// What `git` prints when it is run in `directory` with these arguments: as a
// process of its own, without a shell, standard input or a question to anybody.
// The environment stays, since git tells its hooks there which index is meant.
// NotFound without git or outside of a repository; ResourceExhausted above
// `bytes_max` of output.
Result<std::string> git(const std::string& directory, const std::vector<std::string>& arguments,
                        std::uint64_t bytes_max);

// A file as it would be committed.
struct StagedFile {
  std::string path;  // From the root of the repository.
  std::string blob;  // Its hash.
};
// Files and links that are new or changed in git's index, in the whole repository
// that `directory` lies in: a commit takes all of them.
Result<std::vector<StagedFile>> staged_files(const std::string& directory);
Result<std::string> staged_text(const std::string& directory, const StagedFile& file,
                                std::uint64_t bytes_max);
// What leads from the root of the repository to `directory`: "" or "notes/".
Result<std::string> prefix_in_repository(const std::string& directory);

}  // namespace nacre::memory
