#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "memory/git.h"
#include "memory/scan.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kAnswerBytesMax = 64 << 10;
constexpr std::uint64_t kHookBytesMax = std::uint64_t{1} << 20;
constexpr std::string_view kMark = "nacre scan --staged";
constexpr std::string_view kEarlier = "pre-commit.before-nacre";

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// The program that is running, if it is ours and not one that embeds us.
std::string own_program() {
  std::array<char, 4096> buffer{};
  const ssize_t length = readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
  if (length <= 0) return "nacre";
  const std::string path(buffer.data(), static_cast<std::size_t>(length));
  return path.ends_with("/nacre") ? path : "nacre";
}

// git hands its index to hooks by a path that may be relative to where they start.
std::string hook_text(const std::string& prefix) {
  return "#!/bin/sh\n"
         "# Written by `nacre scan --install-hook`: no secret is committed.\n"
         "# Remove this file to stop it; git commit --no-verify passes it over once.\n"
         "earlier=$(dirname \"$0\")/" +
         std::string(kEarlier) +
         "\n"
         "if [ -x \"$earlier\" ]; then \"$earlier\" \"$@\" || exit; fi\n"
         "case ${GIT_INDEX_FILE:-/} in /*) ;; *) "
         "export GIT_INDEX_FILE=\"$PWD/$GIT_INDEX_FILE\" ;; esac\n"
         "case ${GIT_DIR:-/} in /*) ;; *) export GIT_DIR=\"$PWD/$GIT_DIR\" ;; esac\n"
         "nacre=$(command -v nacre) || nacre=" +
         quoted(own_program()) +
         "\n"
         "top=$(git rev-parse --show-toplevel)\n"
         "# That is: nacre scan --staged\n"
         "exec \"$nacre\" scan --staged --workspace \"$top/\"" +
         quoted(prefix) + "\n";
}

Result<std::string> one_line(const std::string& directory,
                             const std::vector<std::string>& arguments) {
  std::string text = NACRE_TRY(git(directory, arguments, kAnswerBytesMax));
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

Result<std::string> install_scan_hook(const Setting& setting) {
  const std::string& directory = setting.root.directory();
  const std::string prefix = NACRE_TRY(one_line(directory, {"rev-parse", "--show-prefix"}));
  std::string hooks = NACRE_TRY(one_line(directory, {"rev-parse", "--git-path", "hooks"}));
  if (!hooks.starts_with('/')) hooks = directory + "/" + hooks;
  fs::FileSystem& files = *setting.files;
  NACRE_TRY(files.make_directory(hooks));

  const std::string hook = hooks + "/pre-commit";
  const auto present = files.read(hook, kHookBytesMax);
  if (present.ok() && present.value().find(kMark) != std::string::npos) return hook;
  if (present.ok()) {
    const std::string earlier = hooks + "/" + std::string(kEarlier);
    if (files.stat(earlier, false).ok()) {
      return Error{ErrorCode::AlreadyExists, "'" + earlier + "' and another hook are there",
                   "call `nacre scan --staged` from your own hook"};
    }
    NACRE_TRY(files.rename(hook, earlier));
  } else if (present.error().code != ErrorCode::NotFound) {
    return present.error();
  }
  NACRE_TRY(files.write_new(hook, hook_text(prefix), true));
  if (chmod(hook.c_str(), 0755) != 0) {
    return Error{ErrorCode::Io, "make '" + hook + "' executable: error " + std::to_string(errno)};
  }
  return hook;
}

}  // namespace nacre::memory
