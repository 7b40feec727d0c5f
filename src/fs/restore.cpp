#include "fs/restore.h"

#include <unistd.h>

#include <map>
#include <optional>

#include "base/hash.h"
#include "fs/root.h"
#include "fs/target.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kPieceBytes = 256 << 10;
constexpr std::size_t kNamedMax = 3;

class Restore {
 public:
  Restore(const Root& root, const Manifest& manifest) : root_(root), files_(root.files()) {
    for (const BackupEntry& entry : manifest.entries) by_position_[entry.at] = &entry;
  }

  // What stands in the way, before anything is written.
  Status check(bool force) const {
    std::vector<std::string> there;
    for (const auto& [at, entry] : by_position_) {
      // Also refuses a directory that is a link out of the root.
      const std::string directory = NACRE_TRY(parent(*entry));
      const auto stat = files_.stat(directory + "/" + name_of(*entry), false);
      if (!stat.ok()) continue;
      const bool is_directory = stat.value().kind == FileKind::Directory;
      if (is_directory && entry->kind == ArchiveKind::Directory) continue;
      if (is_directory != (entry->kind == ArchiveKind::Directory)) {
        return Error{ErrorCode::AlreadyExists,
                     "restore '" + entry->path + "': a file and a directory of one name",
                     "restore into an empty directory"};
      }
      there.push_back(entry->path);
    }
    if (there.empty() || force) return Ok{};
    std::string names;
    for (std::size_t i = 0; i < there.size() && i < kNamedMax; ++i) names += " '" + there[i] + "'";
    return Error{ErrorCode::AlreadyExists,
                 "restore into '" + root_.directory() + "': " + std::to_string(there.size()) +
                     " files are there already:" + names + (there.size() > kNamedMax ? " …" : ""),
                 "restore into an empty directory, or replace them with --force"};
  }

  Status entry(std::uint64_t at) {
    current_ = nullptr;
    const auto found = by_position_.find(at);
    if (found == by_position_.end()) return Ok{};
    const BackupEntry& entry = *found->second;
    if (entry.kind == ArchiveKind::Symlink) return Ok{};
    const std::string directory = NACRE_TRY(parent(entry));
    if (entry.kind == ArchiveKind::Directory) {
      return files_.make_directory(directory + "/" + name_of(entry));
    }
    NACRE_TRY(files_.make_directory(directory));
    current_ = &entry;
    temp_ = directory + "/.nacre-restore-" + std::to_string(::getpid()) + ".tmp";
    file_ = NACRE_TRY(files_.lock(temp_, true, 0));
    NACRE_TRY(file_->truncate(0));
    written_ = 0;
    return Ok{};
  }

  Status data(std::string_view bytes) {
    if (current_ == nullptr) return Ok{};
    NACRE_TRY(file_->write_at(written_, bytes));
    written_ += bytes.size();
    return Ok{};
  }

  Status end_of_entry() {
    if (current_ == nullptr) return Ok{};
    NACRE_TRY(files_.set_attributes(temp_, current_->mode, current_->modified_ns));
    NACRE_TRY(file_->sync());
    file_.reset();
    const std::string path = parent_of(temp_) + "/" + name_of(*current_);
    NACRE_TRY(files_.rename(temp_, path));
    temp_.clear();
    return Ok{};
  }

  void abandon() {
    file_.reset();
    if (!temp_.empty()) (void)files_.remove(temp_);
  }

  // Links, so that nothing was written through one; then what was written read back;
  // then the directories' rights, which may forbid writing.
  Status finish() {
    for (const auto& [at, entry] : by_position_) {
      if (entry->kind != ArchiveKind::Symlink) continue;
      const std::string path = NACRE_TRY(parent(*entry)) + "/" + name_of(*entry);
      NACRE_TRY(files_.make_directory(parent_of(path)));
      if (files_.stat(path, false).ok()) NACRE_TRY(files_.remove(path));
      NACRE_TRY(files_.make_link(entry->target, path));
    }
    for (const auto& [at, entry] : by_position_) {
      if (entry->kind == ArchiveKind::File) NACRE_TRY(read_back(*entry));
    }
    for (auto entry = by_position_.rbegin(); entry != by_position_.rend(); ++entry) {
      if (entry->second->kind != ArchiveKind::Directory) continue;
      const std::string path = NACRE_TRY(root_.resolve(entry->second->path));
      NACRE_TRY(files_.sync_directory(path));
      NACRE_TRY(files_.set_attributes(path, entry->second->mode, entry->second->modified_ns));
    }
    return files_.sync_directory(root_.directory());
  }

 private:
  static std::string name_of(const BackupEntry& entry) {
    return entry.path.substr(entry.path.rfind('/') + 1);
  }
  // Absolute and real, where the entry belongs.
  Result<std::string> parent(const BackupEntry& entry) const {
    const std::size_t slash = entry.path.rfind('/');
    if (slash == std::string::npos) return root_.directory();
    return root_.resolve(entry.path.substr(0, slash));
  }

  Status read_back(const BackupEntry& entry) const {
    const std::string path = NACRE_TRY(parent(entry)) + "/" + name_of(entry);
    const auto file = NACRE_TRY(files_.open(path));
    base::Sha256Hasher hasher;
    for (std::uint64_t at = 0;;) {
      const std::string piece = NACRE_TRY(file->read_at(at, kPieceBytes));
      if (piece.empty()) break;
      hasher.update(piece);
      at += piece.size();
    }
    if (base::hex(hasher.finish()) == entry.sha256) return Ok{};
    return Error{ErrorCode::Corruption, "restore '" + path + "': it is not what was written"};
  }

  const Root& root_;
  FileSystem& files_;
  std::map<std::uint64_t, const BackupEntry*> by_position_;
  const BackupEntry* current_ = nullptr;
  std::string temp_;
  std::unique_ptr<LockedFile> file_;
  std::uint64_t written_ = 0;
};

}  // namespace

Result<Manifest> restore_backup(FileSystem& files, const RestoreRequest& request) {
  Manifest manifest = NACRE_TRY(verify_backup(files, request.backup));
  NACRE_TRY(files.make_directory(request.directory));
  const Root root = NACRE_TRY(Root::open(files, request.directory));
  Restore restore(root, manifest);
  NACRE_TRY(restore.check(request.force));
  const Status unpacked = visit_archive(
      files, request.backup,
      {.entry = [&](const ArchiveEntry&, std::uint64_t at) { return restore.entry(at); },
       .data = [&](std::string_view bytes) { return restore.data(bytes); },
       .end_of_entry = [&] { return restore.end_of_entry(); }});
  if (!unpacked.ok()) {
    restore.abandon();
    return unpacked.error();
  }
  NACRE_TRY(restore.finish());
  return manifest;
}

}  // namespace nacre::fs
