#include "memory/uninstall.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <set>

#include "base/hash.h"
#include "fs/intent.h"
#include "index/schema.h"
#include "memory/installed.h"
#include "memory/scan.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kInstalledBytesMax = std::uint64_t{1} << 20;
constexpr std::uint64_t kIntentBytesMax = fs::kWritableBytesMax + (std::uint64_t{1} << 20);
constexpr int kDepthMax = 16;

bool is_cache_file(std::string_view name) {
  // The index, its journals, and ones that were set aside or never finished.
  return name.starts_with("index.db");
}

// One that was set aside, or that we never opened, may be anybody's.
bool may_be_foreign(const std::string& path) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  const bool database = name == "index.db" || name.starts_with("index.db.bad-");
  return database && !index::looks_like_index(path);
}

bool is_intent_file(std::string_view name) {
  return name.ends_with(".intent") || name.ends_with(".tmp");
}

bool is_history_file(std::string_view name) {
  return name == "writes.log" || name == "writes.tmp" || name == "writes.end" ||
         name == "undo.lock" || name.ends_with(".kept");
}

bool is_any(std::string_view) {
  return true;
}

using IsOurs = bool (*)(std::string_view name);

// What of .nacre/ cannot be derived again.
struct KnownFile {
  std::string_view name, what;
};
constexpr KnownFile kStateFiles[] = {{"config.toml", "configuration"},
                                     {"dictionary.txt", "your words"},
                                     {"synonyms.txt", "your synonyms"},
                                     {"tombstones.jsonl", "what was forgotten"}};
struct KnownDirectory {
  std::string_view name, what;
  IsOurs is_ours;
};
constexpr KnownDirectory kStateDirectories[] = {
    {"history", "what `nacre undo` needs", is_history_file},
    {"journal", "conversations", is_any},
    {"blobs", "of conversations", is_any},
    {"audit", "the audit log", is_any},
    {"signals", "what was used", is_any}};

class Uninstaller {
 public:
  Uninstaller(const UninstallRequest& request, const Setting& setting)
      : request_(&request), setting_(&setting), files_(setting.files.get()) {
    report_.applied = request.apply;
    state_ = setting.root.directory() + "/" + std::string(workspace::kStateDirectory);
  }

  UninstallReport run() {
    installed();
    // Also the one from before index.cache_dir was set.
    for (const std::string& cache : std::set<std::string>{setting_->cache_dir, state_ + "/cache"}) {
      directory(cache, "derived: `nacre index` makes it again", is_cache_file, 0);
    }
    directory(state_ + "/intents", "of writes that are finished", is_intent_file, 0);
    state();
    return std::move(report_);
  }

 private:
  std::string shown(const std::string& path) const {
    const std::string& root = setting_->root.directory();
    return path.starts_with(root + "/") ? path.substr(root.size() + 1) : path;
  }
  void keep(const std::string& path, std::string_view why) {
    report_.kept.push_back({.path = shown(path), .why = std::string(why)});
  }

  // Does it, or would.
  bool done(const std::string& path, std::string_view why, std::uint64_t bytes, bool restored,
            const std::function<Status()>& act) {
    UninstallItem item{
        .path = shown(path), .why = std::string(why), .bytes = bytes, .restored = restored};
    if (request_->apply) {
      const Status acted = act();
      if (!acted.ok()) {
        item.why = acted.error().message;
        report_.failed.push_back(std::move(item));
        return false;
      }
    }
    report_.removed.push_back(std::move(item));
    return true;
  }

  bool remove_file(const std::string& path, std::string_view why, std::uint64_t bytes) {
    return done(path, why, bytes, false, [&] { return files_->remove(path); });
  }

  // Only one that is empty; fs has no call that removes directories, so that none of its
  // users can by mistake.
  void remove_directory(const std::string& path) {
    if (!request_->apply) return;
    if (::rmdir(path.c_str()) == 0 || errno == ENOTEMPTY || errno == EEXIST || errno == ENOENT) {
      return;
    }
    report_.failed.push_back(
        {.path = shown(path), .why = std::string("remove directory: ") + std::strerror(errno)});
  }

  bool is_intended(const std::string& path) const {
    if (!path.ends_with(".intent")) return false;
    const auto record = files_->read(path, kIntentBytesMax);
    return record.ok() && fs::decode_intent(record.value());
  }

  void directory(const std::string& path, std::string_view why, IsOurs is_ours, int depth);
  void installed();
  void take_away(const Installed& one);
  void state_file(std::string_view name, std::string_view what);
  void state();

  const UninstallRequest* request_;
  const Setting* setting_;
  fs::FileSystem* files_;
  std::string state_;
  UninstallReport report_;
};

void Uninstaller::directory(const std::string& path, std::string_view why, IsOurs is_ours,
                            int depth) {
  const auto found = files_->stat(path, false);
  if (!found.ok()) return;
  if (found.value().kind == fs::FileKind::Symlink) {
    keep(path, "a symbolic link: what it leads to may be somebody else's");
    return;
  }
  const auto entries = files_->list(path);
  if (!entries.ok()) {
    report_.failed.push_back({.path = shown(path), .why = entries.error().message});
    return;
  }
  for (const fs::DirectoryEntry& entry : entries.value()) {
    const std::string inner = path + "/" + entry.name;
    const auto stat = files_->stat(inner, false);
    if (!stat.ok()) continue;
    const bool whole_tree = is_ours == is_any && depth < kDepthMax;
    if (stat.value().kind == fs::FileKind::Directory && whole_tree) {
      directory(inner, why, is_ours, depth + 1);
    } else if (stat.value().kind != fs::FileKind::Regular || !is_ours(entry.name)) {
      keep(inner, "not made by Nacre");
    } else if (is_ours == is_cache_file && may_be_foreign(inner)) {
      keep(inner, "does not look like an index of Nacre: remove it by hand if it is of no use");
    } else if (is_intended(inner)) {
      keep(inner, "of a write that is not finished; `nacre index` finishes it");
    } else {
      remove_file(inner, why, stat.value().size);
    }
  }
  remove_directory(path);
}

void Uninstaller::installed() {
  auto all = read_installed(*setting_);
  if (!all.ok()) {
    report_.failed.push_back({.path = std::string(kInstalledFile), .why = all.error().message});
    return;
  }
  // A hook may be older than the list.
  if (const auto hook = find_scan_hook(*setting_)) {
    const bool listed =
        std::any_of(all.value().begin(), all.value().end(),
                    [&](const Installed& other) { return other.path == hook->path; });
    if (!listed) all.value().push_back(*hook);
  }
  for (const Installed& one : all.value()) take_away(one);
}

void Uninstaller::take_away(const Installed& one) {
  const auto present = files_->read(one.path, kInstalledBytesMax);
  if (!present.ok()) {
    if (present.error().code == ErrorCode::NotFound) {
      if (request_->apply) static_cast<void>(forget_installed(*setting_, one.path).ok());
    } else {
      report_.failed.push_back({.path = shown(one.path), .why = present.error().message});
    }
    return;
  }
  const auto kind = files_->stat(one.path, false);
  if (!kind.ok() || kind.value().kind != fs::FileKind::Regular ||
      base::hex(base::sha256(present.value())) != one.sha256) {
    keep(one.path, "changed since it was written; take the lines of Nacre out by hand");
    return;
  }
  const bool restores = !one.earlier.empty() && files_->stat(one.earlier, false).ok();
  const bool gone = done(one.path, one.what, present.value().size(), restores, [&] {
    return restores ? files_->rename(one.earlier, one.path) : files_->remove(one.path);
  });
  // What is forgotten too early would never be taken away; too late costs nothing.
  if (gone && request_->apply) static_cast<void>(forget_installed(*setting_, one.path).ok());
}

void Uninstaller::state_file(std::string_view name, std::string_view what) {
  const std::string path = state_ + "/" + std::string(name);
  const auto stat = files_->stat(path, false);
  if (!stat.ok()) return;
  if (request_->purge_state && stat.value().kind == fs::FileKind::Regular) {
    remove_file(path, what, stat.value().size);
  } else {
    keep(path, what);
  }
}

void Uninstaller::state() {
  for (const KnownFile& known : kStateFiles) state_file(known.name, known.what);
  for (const KnownDirectory& known : kStateDirectories) {
    const std::string path = state_ + "/" + std::string(known.name);
    if (!files_->stat(path, false).ok()) continue;
    if (request_->purge_state) {
      directory(path, known.what, known.is_ours, 0);
    } else {
      keep(path, known.what);
    }
  }
  // Somebody's words, which stand nowhere else.
  if (files_->stat(state_ + "/pending", false).ok()) {
    keep(state_ + "/pending", "texts that could not be written into a note");
  }
  if (!request_->purge_state) return;
  for (const std::string_view name : {"installed.json", ".gitignore"}) state_file(name, "of Nacre");
  remove_directory(state_);
}

}  // namespace

Result<UninstallReport> uninstall(const UninstallRequest& request, const Setting& setting,
                                  text::Source& source) {
  const auto listing = NACRE_TRY(source.list());
  if (request.apply) NACRE_TRY(setting.root.recover());
  UninstallReport report = Uninstaller(request, setting).run();
  report.notes = listing.items.size();
  return report;
}

}  // namespace nacre::memory
