#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>

#include "fs/intent.h"
#include "fs/walk.h"
#include "index/schema.h"
#include "memory/doctor.h"
#include "memory/pending.h"
#include "memory/undo.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kLockFileBytesMax = 4096;
constexpr std::uint64_t kIntentBytesMax = fs::kWritableBytesMax + (std::uint64_t{1} << 20);
constexpr std::string_view kIndex = "index.db";

std::string state_directory(const Setting& setting) {
  return setting.root.directory() + "/" + std::string(workspace::kStateDirectory);
}

// Files that a running or a resting index has.
bool belongs_to_index(std::string_view name) {
  static constexpr std::array<std::string_view, 5> kOwn = {
      "index.db", "index.db-wal", "index.db-shm", "index.db.lock", "index.db.new.lock"};
  return std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
}

// "pid": 123 or the number alone, as programs write it into lock files.
std::optional<int> process_in(std::string_view text) {
  const std::size_t key = text.find("pid");
  const std::size_t digit = text.find_first_of("0123456789", key == text.npos ? 0 : key);
  if (digit == text.npos) return std::nullopt;
  int process = 0;
  const auto parsed = std::from_chars(text.data() + digit, text.data() + text.size(), process);
  return parsed.ec == std::errc() && process > 0 ? std::optional(process) : std::nullopt;
}

bool is_running(int process) {
  return ::kill(process, 0) == 0 || errno == EPERM;
}

// Whether somebody alive holds it: by a lock of the kernel, or by the process it names.
bool is_held(const Setting& setting, const std::string& path) {
  const auto lock = setting.files->lock(path, false, 0);
  if (!lock.ok()) return lock.error().code != ErrorCode::NotFound;
  const auto text = setting.files->read(path, kLockFileBytesMax);
  const auto process = text.ok() ? process_in(text.value()) : std::nullopt;
  return process && is_running(*process);
}

Repair remove_file(const Setting& setting, const std::string& path, std::uint64_t bytes) {
  return {.name = "remove:" + path, .run = [&setting, path, bytes]() -> Result<std::string> {
            if (is_held(setting, path)) {
              return Error{ErrorCode::Unavailable, "'" + path + "' is in use"};
            }
            NACRE_TRY(setting.files->remove(path));
            return "removed '" + path + "' (" + size_text(bytes) + ")";
          }};
}

struct Leftover {
  std::string path;
  std::uint64_t bytes = 0;
};

void left_over(const Setting& setting, const Leftover& file, std::string_view id, std::string what,
               Findings& findings) {
  const auto& [path, bytes] = file;
  if (is_held(setting, path)) {
    findings.add(Severity::Note, "in_use", "a running process holds it (" + size_text(bytes) + ")",
                 path);
    return;
  }
  findings.add(Severity::Note, id, std::move(what), path, "`nacre doctor --fix` removes it",
               remove_file(setting, path, bytes));
}

// A rebuild that runs holds its lock.
bool rebuild_runs(const Setting& setting) {
  const std::string lock = setting.index_path() + ".new.lock";
  return setting.files->stat(lock, false).ok() && is_held(setting, lock);
}

void look_at(const Patient& patient, const std::string& directory, const std::string& name,
             bool cache, Findings& findings) {
  const std::string path = directory + "/" + name;
  const auto stat = patient.setting.files->stat(path, false);
  if (!stat.ok() || stat.value().kind != fs::FileKind::Regular) return;
  const std::uint64_t bytes = stat.value().size;
  const std::string size = size_text(bytes);
  // In a folder that the owner chose, what does not bear our name is not ours.
  const std::string& root = patient.setting.root.directory();
  const bool shared = !directory.starts_with(root + "/" + std::string(workspace::kStateDirectory));
  if (shared && !name.starts_with(kIndex)) return;
  if (shared && name.starts_with(std::string(kIndex) + ".bad-") && !index::looks_like_index(path)) {
    findings.add(Severity::Note, "quarantined",
                 "a file that stood in the place of the index is kept (" + size + ")", path,
                 "remove it by hand if it is of no use");
    return;
  }
  if (cache && name.starts_with(std::string(kIndex) + ".bad-")) {
    left_over(patient.setting, {path, bytes}, "quarantined",
              "an index that could not be used is kept (" + size + ")", findings);
  } else if (cache && name.starts_with(std::string(kIndex) + ".new") && !belongs_to_index(name)) {
    if (rebuild_runs(patient.setting)) return;
    left_over(patient.setting, {path, bytes}, "rebuild",
              "an index that was never finished (" + size + ")", findings);
  } else if (name.ends_with(".tmp")) {
    left_over(patient.setting, {path, bytes}, "temporary",
              "a temporary file that nobody needs (" + size + ")", findings);
  } else if (name.ends_with(".lock") && !(cache && belongs_to_index(name))) {
    left_over(patient.setting, {path, bytes}, "lock",
              "a lock file whose owner is gone (" + size + ")", findings);
  } else if (cache && !belongs_to_index(name)) {
    findings.add(
        Severity::Note, "foreign",
        "a file that is not ours, in a directory of derived files (" + size_text(bytes) + ")", path,
        "move it elsewhere: .nacre/cache may be deleted at any time");
  }
}

void look_through(const Patient& patient, const std::string& directory, bool cache,
                  Findings& findings) {
  const auto entries = patient.setting.files->list(directory);
  if (!entries.ok()) return;
  for (const fs::DirectoryEntry& entry : entries.value()) {
    look_at(patient, directory, entry.name, cache, findings);
  }
}

Repair settle_writes(const Patient& patient) {
  return {.name = "writes", .run = [&setting = patient.setting]() -> Result<std::string> {
            std::string done;
            for (const std::string& one : NACRE_TRY(setting.root.recover())) {
              done += (done.empty() ? "" : "; ") + one;
            }
            return done.empty() ? "settled the unfinished writes" : done;
          }};
}

std::uint64_t bytes_below(const Setting& setting, const std::string& directory,
                          std::uint64_t& files) {
  const auto found = fs::walk(*setting.files, directory, {});
  std::uint64_t bytes = 0;
  if (!found.ok()) return 0;
  for (const fs::WalkEntry& entry : found.value().files) bytes += entry.stat.size;
  files += found.value().files.size();
  return bytes;
}

}  // namespace

void check_leftovers(const Patient& patient, Findings& findings) {
  findings.fine("no files of dead processes are left");
  look_through(patient, state_directory(patient.setting), false, findings);
  look_through(patient, patient.setting.cache_dir, true, findings);
}

void check_writes(const Patient& patient, Findings& findings) {
  findings.fine("every write came to its end");
  const Setting& setting = patient.setting;
  if (std::string waiting = pending_warning(setting); !waiting.empty()) {
    findings.add(Severity::Warning, "waiting", std::move(waiting), std::string(kPendingDirectory));
  }
  const std::string directory = setting.root.directory() + "/" + std::string(fs::kIntentDirectory);
  const auto entries = setting.files->list(directory);
  if (!entries.ok()) return;
  for (const fs::DirectoryEntry& entry : entries.value()) {
    const std::string path = directory + "/" + entry.name;
    const bool temporary = entry.name.ends_with(".tmp");
    if (!temporary && !entry.name.ends_with(".intent")) continue;
    // A writer that lives will finish by itself.
    if (!setting.files->lock(path, false, 0).ok()) continue;
    if (temporary) {
      findings.add(Severity::Warning, "temporary", "a killed writer left an unfinished file", path,
                   "`nacre doctor --fix` removes it, as the next write would",
                   settle_writes(patient));
      continue;
    }
    const auto record = setting.files->read(path, kIntentBytesMax);
    const auto intent = record.ok() ? fs::decode_intent(record.value()) : std::nullopt;
    if (!intent) continue;
    findings.add(Severity::Warning, "unfinished", "a killed writer may have left half an entry",
                 intent->path, "`nacre doctor --fix` completes it, as the next write would",
                 settle_writes(patient));
  }
}

void check_history(const Patient& patient, Findings& findings) {
  std::uint64_t files = 0, bytes = 0;
  for (const char* name : {"history", "backups"}) {
    bytes += bytes_below(patient.setting, state_directory(patient.setting) + "/" + name, files);
  }
  for (std::string& warning : history_warnings(patient.setting)) {
    findings.add(Severity::Warning, "damaged", std::move(warning), ".nacre/history");
  }
  findings.fine("history and backups: " + size_text(bytes) + ", files: " + std::to_string(files));
}

}  // namespace nacre::memory
