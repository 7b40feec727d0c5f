#include "fs/intent.h"
#include "fs/root.h"
#include "fs/target.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kRecordBytesMax = kWritableBytesMax + (std::uint64_t{1} << 20);

// Completes the append that `intent` tells of; what was done, empty for nothing.
Result<std::string> complete(const Root& root, const Intent& intent) {
  // A file that somebody deleted since is not brought back.
  if (!root.exists(intent.path)) return std::string();
  const Target target = NACRE_TRY(open_target(root, intent.path));
  switch (target.settled) {
    case Settled::Completed:
      return "completed an interrupted append to " + intent.path;
    case Settled::Foreign:
      return "left an interrupted append to " + intent.path +
             " as it is: another program has changed the file since";
    case Settled::NotNeeded:
      break;
  }
  return std::string();
}

// Removes `path` unless a living writer holds it or it has come to intend
// something again; a removal that fails is tried again next time.
bool remove_if_idle(const Root& root, const std::string& path, bool always) {
  const Result<std::unique_ptr<LockedFile>> file = root.files().lock(path, false, 0);
  if (!file.ok()) return false;
  if (!always) {
    const Result<std::string> record = file.value()->read_all();
    if (!record.ok() || decode_intent(record.value())) return false;
  }
  // A power cut may bring the file back, but what it intended is over for good.
  const bool intent = path.ends_with(".intent");
  if (intent && (!file.value()->truncate(0).ok() || !file.value()->sync().ok())) return false;
  return root.files().remove(path).ok();
}

}  // namespace

Result<std::vector<std::string>> Root::recover() const {
  std::vector<std::string> report;
  const std::string directory = intent_file(*this, "");
  const Result<std::vector<DirectoryEntry>> entries =
      files_->list(directory.substr(0, directory.size() - 1));
  if (!entries.ok()) {
    if (entries.error().code == ErrorCode::NotFound) return report;
    return entries.error();
  }
  for (const DirectoryEntry& entry : entries.value()) {
    const std::string path = directory + entry.name;
    if (entry.name.ends_with(".tmp")) {
      if (remove_if_idle(*this, path, true)) {
        report.push_back("removed the unfinished file " + entry.name + " of an interrupted write");
      }
      continue;
    }
    if (!entry.name.ends_with(".intent")) continue;
    const Result<std::string> record = files_->read(path, kRecordBytesMax);
    if (!record.ok()) continue;  // Another process has just removed it.
    const std::optional<Intent> intent = decode_intent(record.value());
    if (!intent) {
      if (const auto unsynced = decode_unsynced_name(record.value());
          unsynced && exists(*unsynced)) {
        NACRE_TRY(files_->sync_directory(parent_of(NACRE_TRY(resolve(*unsynced)))));
      }
      remove_if_idle(*this, path, false);
      continue;
    }
    Result<std::string> done = complete(*this, *intent);
    if (!done.ok()) return std::move(done).error().in("recover '" + intent->path + "'");
    if (!done.value().empty()) report.push_back(std::move(done).value());
    remove_if_idle(*this, path, !exists(intent->path));
  }
  return report;
}

}  // namespace nacre::fs
