#include "memory/doctor.h"
#include "memory/rights.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

constexpr std::uint32_t kOthers = 0077, kOthersWrite = 0022;

std::string octal(std::uint32_t mode) {
  std::string text;
  for (int shift = 6; shift >= 0; shift -= 3) {
    text += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
  }
  return text;
}

Repair close_directory(const Patient& patient, const std::string& path) {
  return {.name = "rights:" + path, .run = [&setting = patient.setting, path] {
            const Status closed = setting.files->close_to_others(path);
            if (!closed.ok()) return Result<std::string>(closed.error());
            return Result<std::string>("closed '" + path + "' to other users");
          }};
}

void check_owner(const Patient& patient, const std::string& path, const fs::Stat& stat,
                 Findings& findings) {
  if (stat.owner == patient.around.user) return;
  findings.add(Severity::Warning, "foreign_owner",
               "it belongs to uid " + std::to_string(stat.owner) + ", while this runs as uid " +
                   std::to_string(patient.around.user),
               path, "run nacre as the owner, or give the directory to this user with chown");
}

void check_workspace(const Patient& patient, Findings& findings) {
  const std::string& path = patient.setting.root.directory();
  const auto stat = patient.setting.files->stat(path, true);
  if (!stat.ok()) {
    findings.add(Severity::Error, "unreadable", stat.error().message, path, stat.error().hint);
    return;
  }
  check_owner(patient, path, stat.value(), findings);
  if (!may_write_in(path)) {
    findings.add(Severity::Warning, "read_only", "nothing can be written into the workspace", path,
                 "notes can be found but not added; give this user the right to write");
  }
  if ((stat.value().mode & kOthersWrite) != 0) {
    findings.add(Severity::Warning, "others_write",
                 "other users may change the notes (mode " + octal(stat.value().mode) + ")", path,
                 "chmod go-w '" + path + "'");
  } else if ((stat.value().mode & kOthers) != 0) {
    findings.add(
        Severity::Note, "others_read",
        "other users of this machine may read the notes (mode " + octal(stat.value().mode) + ")",
        path, "if they should not: chmod go-rwx '" + path + "'");
  }
}

// What holds the notes in another form is closed to others, however open the notes are.
void check_derived(const Patient& patient, const std::string& path, Findings& findings) {
  const auto stat = patient.setting.files->stat(path, true);
  if (!stat.ok() || stat.value().kind != fs::FileKind::Directory) return;
  check_owner(patient, path, stat.value(), findings);
  const bool ours = stat.value().owner == patient.around.user;
  if ((stat.value().mode & kOthers) == 0 || !ours) return;
  findings.add(Severity::Warning, "open_state",
               "other users may look into it (mode " + octal(stat.value().mode) + ")", path,
               "chmod go-rwx '" + path + "'", close_directory(patient, path));
}

}  // namespace

void check_rights(const Patient& patient, Findings& findings) {
  findings.fine("the workspace and what is derived from it have the rights they need");
  check_workspace(patient, findings);
  const std::string state =
      patient.setting.root.directory() + "/" + std::string(workspace::kStateDirectory);
  const auto entries = patient.setting.files->list(state);
  if (entries.ok()) {
    for (const fs::DirectoryEntry& entry : entries.value()) {
      if (entry.kind == fs::FileKind::Directory) {
        check_derived(patient, state + "/" + entry.name, findings);
      }
    }
  }
  const std::string& cache = patient.setting.cache_dir;
  if (!cache.starts_with(state + "/")) check_derived(patient, cache, findings);
  const std::string problem = why_not_writable(*patient.setting.files, cache);
  if (!problem.empty()) {
    findings.add(Severity::Warning, "state_read_only", problem, cache,
                 "the index cannot follow the notes; give the directory to this user, or set "
                 "index.cache_dir");
  }
}

}  // namespace nacre::memory
