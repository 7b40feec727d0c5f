#include <algorithm>

#include "memory/config_check.h"
#include "memory/doctor.h"
#include "memory/git.h"
#include "workspace/layout.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kListingBytesMax = std::uint64_t{16} << 20;
constexpr std::string_view kIgnoreFile = ".nacre/.gitignore";

Repair write_ignore_file(const Patient& patient) {
  return {.name = "gitignore", .run = [&setting = patient.setting] {
            const Status hidden = workspace::hide_state_from_git(setting.root);
            if (!hidden.ok()) return Result<std::string>(hidden.error());
            return Result<std::string>("wrote " + std::string(kIgnoreFile));
          }};
}

bool is_configuration(std::string_view path) {
  return path == kIgnoreFile || path == workspace::kConfigFile ||
         path == workspace::kDictionaryFile || path == workspace::kSynonymsFile;
}

// Derived files and history that git already keeps.
void check_tracked(const Patient& patient, Findings& findings) {
  const auto listing =
      git(patient.setting.root.directory(), {"ls-files", "-z", "--", ".nacre"}, kListingBytesMax);
  if (!listing.ok()) return;
  std::string_view rest = listing.value();
  std::uint64_t count = 0;
  std::string first;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string_view path = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (path.empty() || is_configuration(path)) continue;
    if (count++ == 0) first = path;
  }
  if (count == 0) return;
  findings.add(Severity::Warning, "tracked",
               "files that are derived or history, and that git keeps: " + std::to_string(count),
               first, "git rm -r --cached .nacre/cache, and the like");
}

}  // namespace

void check_config(const Patient& patient, Findings& findings) {
  findings.fine("the configuration has no problems");
  for (const ConfigFinding& problem : check_configuration(patient.options, patient.setting.root)) {
    std::string where = problem.file;
    if (problem.line > 0) where += ":" + std::to_string(problem.line);
    const bool broken = problem.file == workspace::kConfigFile && problem.key.empty() &&
                        !patient.config_problem.empty();
    findings.add(
        broken ? Severity::Error : Severity::Warning, broken ? "broken" : "problem",
        problem.message, where,
        problem.key.empty() ? "correct it in the file" : "nacre config explain " + problem.key);
  }
}

void check_git(const Patient& patient, Findings& findings) {
  const std::string& directory = patient.setting.root.directory();
  findings.fine("git does not see what is derived");
  const bool has_state = patient.setting.root.exists(workspace::kStateDirectory);
  if (has_state && !patient.setting.root.exists(kIgnoreFile)) {
    findings.add(Severity::Note, "no_ignore_file",
                 "nothing hides the index and the history from git", std::string(kIgnoreFile),
                 "`nacre doctor --fix` writes it", write_ignore_file(patient));
  }
  if (!git(directory, {"rev-parse", "--is-inside-work-tree"}, 64).ok()) {
    findings.fine("the workspace is in no git repository");
    return;
  }
  check_tracked(patient, findings);
  // Fails where the path is not ignored.
  const bool hidden =
      git(directory, {"check-ignore", "-q", "--", ".nacre/cache/index.db"}, 64).ok();
  if (hidden || !patient.setting.root.exists(kIgnoreFile)) return;
  findings.add(Severity::Warning, "not_ignored", "git would commit the index",
               std::string(kIgnoreFile), "let the file say: * and !config.toml");
}

void check_openclaw(const Patient& patient, Findings& findings) {
  const std::string home = environment_of(patient.options).home;
  const std::string path = home + "/.openclaw/openclaw.json";
  const bool there = !home.empty() && patient.setting.files->stat(path, true).ok();
  if (!there) {
    findings.fine("OpenClaw is not configured for this user");
    return;
  }
  const auto found =
      workspace::find_workspace(*patient.setting.files, "", environment_of(patient.options));
  const bool same = found.ok() && found.value().directory == patient.setting.root.directory();
  findings.fine(same ? "OpenClaw is configured, and this is a workspace that is found by itself"
                     : "OpenClaw is configured; this workspace is not the one that is found by "
                       "itself");
}

}  // namespace nacre::memory
