#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/hash.h"
#include "base/log.h"
#include "memory/git.h"
#include "memory/scan.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kAnswerBytesMax = 64 << 10;
constexpr std::uint64_t kHookBytesMax = std::uint64_t{1} << 20;
constexpr std::string_view kMark = "nacre scan --staged";
constexpr std::string_view kWhat = "git pre-commit hook";
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

Result<std::string> hooks_of(const std::string& directory) {
  std::string hooks = NACRE_TRY(one_line(directory, {"rev-parse", "--git-path", "hooks"}));
  return hooks.starts_with('/') ? hooks : directory + "/" + hooks;
}

// Whether all of it was written here, by whatever program, for this workspace.
bool is_own_text(const std::string& present, const std::string& prefix) {
  const std::string own = hook_text(prefix);
  const std::size_t head = own.find("nacre=$("), tail = own.find("top=$(");
  return std::count(present.begin(), present.end(), '\n') ==
             std::count(own.begin(), own.end(), '\n') &&
         present.starts_with(own.substr(0, head)) && present.ends_with(own.substr(tail));
}

void list_hook(const Setting& setting, const std::string& hook, const std::string& earlier,
               const std::string& text) {
  const Status listed = register_installed(setting, {.what = std::string(kWhat),
                                                     .path = hook,
                                                     .earlier = earlier,
                                                     .sha256 = base::hex(base::sha256(text))});
  if (!listed.ok()) base::log(base::LogLevel::Warning, "memory", listed.error().message);
}

}  // namespace

std::optional<Installed> find_scan_hook(const Setting& setting) {
  const std::string& directory = setting.root.directory();
  const auto prefix = prefix_in_repository(directory), hooks = hooks_of(directory);
  if (!prefix.ok() || !hooks.ok()) return std::nullopt;
  const std::string hook = hooks.value() + "/pre-commit";
  const auto present = setting.files->read(hook, kHookBytesMax);
  const bool ours = present.ok() && present.value().find(kMark) != std::string::npos;
  // Another workspace of the repository has one of its own.
  if (!ours ||
      present.value().find("\"$top/\"" + quoted(prefix.value()) + "\n") == std::string::npos)
    return std::nullopt;
  return Installed{.what = std::string(kWhat),
                   .path = hook,
                   .earlier = hooks.value() + "/" + std::string(kEarlier),
                   .sha256 = is_own_text(present.value(), prefix.value())
                                 ? base::hex(base::sha256(present.value()))
                                 : std::string()};
}

Result<std::string> install_scan_hook(const Setting& setting) {
  const std::string& directory = setting.root.directory();
  const std::string prefix = NACRE_TRY(prefix_in_repository(directory));
  const std::string hooks = NACRE_TRY(hooks_of(directory));
  fs::FileSystem& files = *setting.files;
  NACRE_TRY(files.make_directory(hooks));

  const std::string hook = hooks + "/pre-commit";
  const std::string earlier = hooks + "/" + std::string(kEarlier);
  const auto present = files.read(hook, kHookBytesMax);
  if (present.ok() && present.value().find(kMark) != std::string::npos) return hook;
  if (present.ok()) {
    if (files.stat(earlier, false).ok()) {
      return Error{ErrorCode::AlreadyExists, "'" + earlier + "' and another hook are there",
                   "call `nacre scan --staged` from your own hook"};
    }
    NACRE_TRY(files.rename(hook, earlier));
  } else if (present.error().code != ErrorCode::NotFound) {
    return present.error();
  }
  const std::string text = hook_text(prefix);
  NACRE_TRY(files.write_new(hook, text, true));
  if (chmod(hook.c_str(), 0755) != 0) {
    return Error{ErrorCode::Io, "make '" + hook + "' executable: error " + std::to_string(errno)};
  }
  list_hook(setting, hook, present.ok() ? earlier : std::string(), text);
  return hook;
}

}  // namespace nacre::memory
