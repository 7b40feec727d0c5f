#include <algorithm>

#include "base/clock.h"
#include "db/database.h"
#include "fs/walk.h"
#include "index/schema.h"
#include "index/store.h"
#include "memory/doctor.h"
#include "nacre/memory.h"
#include "workspace/layout.h"
#include "workspace/note_source.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kFreeBytesWanted = std::uint64_t{64} << 20;
constexpr std::uint64_t kFreeBytesNeeded = std::uint64_t{1} << 20;
constexpr std::uint64_t kFreeInodesWanted = 1000;
constexpr std::uint64_t kOpenFilesWanted = 256;
constexpr std::int64_t kMillisPerDay = 86'400'000;
// Before the first release of this program: the clock of a machine that forgot the time.
constexpr std::int64_t kClockMin = 1'767'225'600'000;  // 2026-01-01
constexpr std::int64_t kNanosPerMilli = 1'000'000;

// The directory itself, or the nearest above it that exists.
std::string existing(fs::FileSystem& files, std::string path) {
  while (path.size() > 1 && !files.stat(path, true).ok()) {
    path.resize(std::max<std::size_t>(path.rfind('/'), 1));
  }
  return path;
}

void check_cache_volume(const fs::Volume& volume, const std::string& path, Findings& findings) {
  if (volume.kind == fs::VolumeKind::Network) {
    findings.add(Severity::Warning, "network_cache",
                 "the index lies on a network file system (" + volume.name +
                     "), where SQLite's write-ahead log is not safe between machines",
                 path, "set index.cache_dir to a directory on a local disk");
  } else if (volume.kind == fs::VolumeKind::Fuse) {
    findings.add(Severity::Note, "fuse_cache",
                 "the index lies on a FUSE file system, which may not lock as SQLite needs", path,
                 "if the index breaks, set index.cache_dir to a directory on a local disk");
  }
}

void check_notes_volume(const fs::Volume& volume, const std::string& path, Findings& findings) {
  if (volume.read_only) {
    findings.add(Severity::Warning, "read_only", "the file system of the notes is read-only", path,
                 "notes can be found but not added; mount it for writing");
  }
  if (volume.kind == fs::VolumeKind::Memory) {
    findings.add(Severity::Note, "notes_in_memory",
                 "the notes lie in memory (" + volume.name + ") and are gone after a restart", path,
                 "move the workspace to a disk if the notes should stay");
  } else if (volume.kind != fs::VolumeKind::Local) {
    findings.add(Severity::Note, "watch_polls",
                 "the notes lie on " + volume.name + ", which reports no changes of other machines",
                 path, "`nacre watch` looks at all files every watch.poll_ms instead");
  }
}

void check_room(const fs::Volume& volume, const std::string& path, Findings& findings) {
  const std::string advice = "free some room, or move the workspace or index.cache_dir";
  if (volume.bytes_free < kFreeBytesWanted) {
    findings.add(volume.bytes_free < kFreeBytesNeeded ? Severity::Error : Severity::Warning,
                 "bytes", "only " + size_text(volume.bytes_free) + " are free", path, advice);
  }
  if (volume.inodes_total > 0 && volume.inodes_free < kFreeInodesWanted) {
    findings.add(volume.inodes_free == 0 ? Severity::Error : Severity::Warning, "inodes",
                 "only " + std::to_string(volume.inodes_free) + " more files can be made", path,
                 advice);
  }
}

// Calls `look` for the volume of the notes, and for that of the index if it is another
// place.
template <typename Look>
void each_volume(const Patient& patient, Findings& findings, Look look) {
  const std::string& notes = patient.setting.root.directory();
  const std::string cache = existing(*patient.setting.files, patient.setting.cache_dir);
  for (const std::string& path : {notes, cache}) {
    const auto volume = patient.around.volume(path);
    if (!volume.ok()) {
      findings.add(Severity::Note, "unknown", volume.error().message, path);
    } else {
      look(volume.value(), path, path == cache);
    }
    if (cache.starts_with(notes + "/") || cache == notes) {
      if (volume.ok() && path == notes) look(volume.value(), cache, true);
      return;
    }
  }
}

// Whether two names that differ in case alone are one file here.
bool ignores_case(const Setting& setting) {
  const std::string state = setting.root.directory() + "/";
  const auto lower = setting.files->stat(state + ".nacre", false);
  const auto upper = setting.files->stat(state + ".NACRE", false);
  return lower.ok() && upper.ok() && lower.value().inode == upper.value().inode;
}

std::uint64_t directories_of(const Setting& setting) {
  std::uint64_t count = 1;
  fs::WalkOptions options;
  options.enter = [&](std::string_view path) {
    const bool entered = workspace::is_entered(path, setting.notes);
    if (entered) ++count;
    return entered;
  };
  options.want = [](std::string_view) { return false; };
  static_cast<void>(fs::walk(*setting.files, setting.root.directory(), options).ok());
  return count;
}

std::string sqlite_version() {
  const auto database = db::Database::open(":memory:", {.mode = db::OpenMode::ReadWrite});
  if (!database.ok()) return "unknown";
  auto statement = database.value()->prepare("SELECT sqlite_version()");
  if (!statement.ok() || !statement.value().step().ok()) return "unknown";
  return std::string(statement.value().text(0));
}

}  // namespace

void check_volume(const Patient& patient, Findings& findings) {
  std::string names;
  each_volume(patient, findings,
              [&](const fs::Volume& volume, const std::string& path, bool cache) {
                if (cache) {
                  check_cache_volume(volume, path, findings);
                } else {
                  check_notes_volume(volume, path, findings);
                  names = volume.name;
                }
              });
  findings.fine("the notes lie on " + (names.empty() ? "a file system of unknown kind" : names));
  if (ignores_case(patient.setting)) {
    findings.add(Severity::Note, "case", "names that differ in case alone are one file here",
                 patient.setting.root.directory(),
                 "MEMORY.md and memory.md cannot stand side by side");
  }
}

void check_space(const Patient& patient, Findings& findings) {
  std::uint64_t free = 0;
  std::string last;
  each_volume(patient, findings,
              [&](const fs::Volume& volume, const std::string& path, bool cache) {
                const bool same = cache && path.starts_with(patient.setting.root.directory());
                if (!same) check_room(volume, path, findings);
                free = last.empty() ? volume.bytes_free : std::min(free, volume.bytes_free);
                last = path;
              });
  findings.fine(size_text(free) + " are free");
}

void check_clock(const Patient& patient, Findings& findings) {
  const Setting& setting = patient.setting;
  findings.fine("today is " + base::format_day(setting.clock->today()) + " in " +
                setting.clock->zone_name());
  if (patient.around.clock_frozen) {
    findings.add(Severity::Note, "frozen", "it stops the clock", "NACRE_NOW",
                 "unset NACRE_NOW, unless answers must be reproducible");
  }
  if (!patient.around.host_zone_problem.empty() && setting.config.string("user.timezone").empty()) {
    findings.add(Severity::Warning, "host_zone", patient.around.host_zone_problem, "",
                 "nacre config set user.timezone Asia/Shanghai, or where you are");
  }
  std::int64_t newest_ms = 0;
  if (const auto listing = patient.source.list(); listing.ok()) {
    for (const text::SourceItem& item : listing.value().items) {
      newest_ms = std::max(newest_ms, item.stamp.modified_ns / kNanosPerMilli);
    }
  }
  const std::string advice = "set the system's clock: dates of notes and their ages depend on it";
  if (patient.around.now_ms < kClockMin) {
    findings.add(Severity::Error, "absurd", "the system's clock lies before this program was made",
                 "", advice);
  } else if (newest_ms > patient.around.now_ms + kMillisPerDay) {
    findings.add(Severity::Warning, "behind",
                 "the system's clock lies more than a day before the newest change of a note", "",
                 advice);
  }
}

void check_limits(const Patient& patient, Findings& findings) {
  findings.fine("the system lets this user open " + std::to_string(patient.around.open_files) +
                " files");
  if (patient.around.open_files < kOpenFilesWanted) {
    findings.add(Severity::Warning, "open_files",
                 "only " + std::to_string(patient.around.open_files) + " files may be open at once",
                 "", "raise it with: ulimit -n 1024");
  }
  const std::uint64_t directories = directories_of(patient.setting);
  if (patient.around.inotify_watches && *patient.around.inotify_watches < directories) {
    findings.add(
        Severity::Warning, "inotify",
        "only " + std::to_string(*patient.around.inotify_watches) +
            " directories can be watched, and the workspace has " + std::to_string(directories),
        "fs.inotify.max_user_watches",
        "raise it with sysctl; until then `nacre watch` looks at all files again and again");
  }
}

void check_versions(const Patient& patient, Findings& findings) {
  std::string index = patient.config_problem.empty() ? "none yet" : "not known";
  const auto store = index::open_store(patient.setting.store());
  if (store.ok()) {
    if (const auto info = store.value()->info(); info.ok()) {
      index = "version " + std::to_string(info.value().schema);
    }
  } else if (store.error().code != ErrorCode::NotFound) {
    index = "not usable";
  }
  findings.fine("nacre " + std::string(version()) + ", SQLite " + sqlite_version() + ", ICU " +
                base::icu_version() + " with zone rules " + base::zone_rules_version() +
                ", index: " + index + " (this program makes version " +
                std::to_string(index::kSchemaVersion) + ")");
}

}  // namespace nacre::memory
