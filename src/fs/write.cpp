#include <algorithm>

#include "fs/intent.h"
#include "fs/root.h"
#include "fs/target.h"

namespace nacre::fs {
namespace {

constexpr int kAppendAttemptsMax = 5;

// Not synced: an intent that a power cut brings back finds its work done.
Status forget(LockedFile& intent) {
  return intent.write_at(0, std::string(kIntentMarkBytes, '\0'));
}

// The record of what comes next, synced, and held open to be forgotten. nullptr
// where the state directory cannot be written.
Result<std::unique_ptr<LockedFile>> record_intent(const Root& root, const Target& target,
                                                  const std::string& bytes) {
  FileSystem& files = root.files();
  const std::string path = intent_file(root, intent_name(target.relative));
  const std::string directory = parent_of(path);
  const bool fresh = !files.stat(path, false).ok();
  Result<std::unique_ptr<LockedFile>> file = [&]() -> Result<std::unique_ptr<LockedFile>> {
    if (fresh) NACRE_TRY(make_private_directory(files, directory));
    return files.lock(path, true, kLockWaitMs);
  }();
  if (!file.ok()) {
    if (file.error().code == ErrorCode::PermissionDenied) return std::unique_ptr<LockedFile>();
    return file;
  }
  const Status recorded = [&]() -> Status {
    const Intent intent = make_intent(target.relative, target.present, bytes);
    NACRE_TRY(file.value()->write_at(0, encode_intent(intent)));
    NACRE_TRY(file.value()->sync());
    if (fresh) NACRE_TRY(files.sync_directory(directory));
    return Ok{};
  }();
  if (!recorded.ok()) {
    // The caller will be told that nothing was written, so nothing may intend it.
    static_cast<void>(forget(*file.value()).ok());
    return recorded.error();
  }
  return file;
}

// Whether the bytes were put into the file itself, or a new one into its place.
Result<bool> append_bytes(const Root& root, const Target& target, const std::string& bytes) {
  const std::unique_ptr<LockedFile> intent = NACRE_TRY(record_intent(root, target, bytes));
  if (!intent) {
    NACRE_TRY(replace_content(root, target, target.present + bytes));
    return false;
  }

  const std::uint64_t offset = target.present.size();
  Status written = target.file->write_at(offset, bytes);
  if (written.ok()) written = target.file->sync();
  if (!written.ok()) {
    // Told to have failed, so it must not appear later. If even this fails, the
    // next writer completes the append: a whole entry rather than half of one.
    if (target.file->truncate(offset).ok() && target.file->sync().ok()) {
      static_cast<void>(forget(*intent).ok());
    }
    return std::move(written).error();
  }
  // It is durable: a failure to forget changes nothing for the caller.
  static_cast<void>(forget(*intent).ok());
  return true;
}

// Whether the path names the file that we hold: editors save by renaming another
// file over it, and what is appended to the old one nobody will see. `before` was
// taken when the file had been read; its size says that it is of the same file.
bool still_named(FileSystem& files, const Target& target, const Stat& before) {
  if (before.size != target.present.size()) return false;
  const Result<Stat> after = files.stat(target.path, false);
  // It is durable, so only what we know to be lost is lost.
  if (!after.ok()) return after.error().code != ErrorCode::NotFound;
  return after.value().inode == before.inode && after.value().device == before.device;
}

struct Done {
  bool overtaken = false;  // By a program that put another file into the place.
  std::optional<Root::AppendResult> result;
};

Result<Done> create_once(const Root& root, const Target& target, const std::string& bytes,
                         const std::string& where) {
  Status made = create_content(root, target, bytes);
  if (made.ok()) return Done{.result = Root::AppendResult{.offset = 0, .created = true}};
  if (made.error().code == ErrorCode::Conflict) return Done{.overtaken = true, .result = {}};
  return std::move(made).error().in(where);
}

Result<Done> append_once(const Root& root, const Target& target, const Root::Compose& compose,
                         const std::string& where) {
  FileSystem& files = root.files();
  std::optional<Stat> before;
  if (target.file) {
    Result<Stat> found = files.stat(target.path, false);
    if (!found.ok()) return std::move(found).error().in(where);
    before = found.value();
  }
  const std::optional<std::string> bytes = NACRE_TRY(compose(target.present));
  if (!bytes || bytes->empty()) return Done{};
  if (!before) return create_once(root, target, *bytes, where);
  Result<bool> in_place = append_bytes(root, target, *bytes);
  if (!in_place.ok()) return std::move(in_place).error().in(where);
  if (in_place.value() && !still_named(files, target, *before)) {
    return Done{.overtaken = true, .result = {}};
  }
  return Done{.result = Root::AppendResult{.offset = target.present.size(), .created = false}};
}

}  // namespace

Result<std::optional<Root::AppendResult>> Root::append(std::string_view relative,
                                                       const Compose& compose) const {
  const std::string where = "append to '" + std::string(relative) + "'";
  for (int attempt = 1;; ++attempt) {
    Result<Target> target = open_target(*this, relative);
    if (!target.ok()) return std::move(target).error().in(where);
    Result<Done> done = append_once(*this, target.value(), compose, where);
    if (!done.ok()) return std::move(done).error();
    if (!done.value().overtaken) return std::move(done.value().result);
    if (attempt >= kAppendAttemptsMax) {
      return Error{ErrorCode::Conflict, where + ": another program keeps replacing the file"};
    }
  }
}

Result<bool> Root::replace(std::string_view relative, const Edit& edit, int attempts) const {
  const std::string where = "write '" + std::string(relative) + "'";
  for (int attempt = 1;; ++attempt) {
    Result<Target> target = open_target(*this, relative);
    if (!target.ok()) return std::move(target).error().in(where);
    Result<std::optional<std::string>> content = edit(target.value().present);
    if (!content.ok()) return std::move(content).error();
    if (!content.value() || *content.value() == target.value().present) return false;
    Status done = target.value().file ? replace_content(*this, target.value(), *content.value())
                                      : create_content(*this, target.value(), *content.value());
    if (done.ok()) return true;
    if (done.error().code != ErrorCode::Conflict || attempt >= attempts) {
      return std::move(done).error().in(where);
    }
  }
}

Result<bool> Root::remove(std::string_view relative, const Agree& agree) const {
  const std::string where = "remove '" + std::string(relative) + "'";
  if (!exists(relative)) return false;
  Result<Target> target = open_target(*this, relative);
  if (!target.ok()) return std::move(target).error().in(where);
  if (!target.value().file) return false;
  if (!NACRE_TRY(agree(target.value().present))) return false;
  Status done = [&]() -> Status {
    NACRE_TRY(compare_content(*this, target.value()));
    NACRE_TRY(files_->remove(target.value().path));
    return files_->sync_directory(parent_of(target.value().path));
  }();
  if (!done.ok()) return std::move(done).error().in(where);
  return true;
}

Result<bool> Root::create(std::string_view relative, std::string_view bytes) const {
  const std::string where = "create '" + std::string(relative) + "'";
  const std::string path = NACRE_TRY(resolve(relative));
  if (files_->stat(path, false).ok()) return false;
  Result<Target> target = open_target(*this, relative);
  if (!target.ok()) return std::move(target).error().in(where);
  if (target.value().file) return false;
  Status made = create_content(*this, target.value(), bytes);
  if (made.ok()) return true;
  if (made.error().code == ErrorCode::Conflict) return false;
  return std::move(made).error().in(where);
}

}  // namespace nacre::fs
