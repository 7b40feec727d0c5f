#include "fs/target.h"

#include <algorithm>

namespace nacre::fs {
namespace {

// An intent holds one append, so it is never longer than a file and its header.
constexpr std::uint64_t kIntentBytesMax = kWritableBytesMax + (std::uint64_t{1} << 20);

Status check_writable_name(std::string_view relative) {
  const bool control = std::any_of(relative.begin(), relative.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
  });
  if (!control) return Ok{};
  return Error{ErrorCode::PermissionDenied,
               "path '" + std::string(relative) + "': it contains a control character"};
}

// Makes the name of a new file durable, and those of all directories up to the
// root: who made them may have died before syncing.
Status sync_upwards(const Root& root, std::string_view path) {
  std::string directory = parent_of(path);
  const bool inside = root.relative_of(path).has_value();
  const auto is_below = [&] {
    return inside ? directory.size() > root.directory().size() : root.trusts(parent_of(directory));
  };
  while (is_below()) {
    NACRE_TRY(root.files().sync_directory(directory));
    directory = parent_of(directory);
  }
  return root.files().sync_directory(directory);
}

Status check_not_mounted(const Root& root, std::string_view relative) {
  for (const Mount& mount : root.mounts()) {
    if (!relative.starts_with(mount.name + "/")) continue;
    return Error{ErrorCode::PermissionDenied,
                 "path '" + std::string(relative) + "': '" + mount.directory +
                     "' is an extra path, which is read and never written"};
  }
  return Ok{};
}

Status settle_target(const Root& root, Target& target) {
  const std::string path = intent_file(root, intent_name(target.relative));
  Result<std::string> record = root.files().read(path, kIntentBytesMax);
  if (!record.ok()) {
    if (record.error().code == ErrorCode::NotFound) return Ok{};
    return std::move(record).error();
  }
  const std::optional<Intent> intent = decode_intent(record.value());
  if (intent) {
    target.settled = NACRE_TRY(settle(*target.file, *intent, target.present));
  } else if (decode_unsynced_name(record.value())) {
    NACRE_TRY(root.files().sync_directory(parent_of(target.path)));
  } else {
    return Ok{};
  }
  std::unique_ptr<LockedFile> file = NACRE_TRY(root.files().lock(path, false, kLockWaitMs));
  return file->write_at(0, std::string(kIntentMarkBytes, '\0'));
}

// Makes sure that no power cut brings back the intent of an append that is done: the
// new content may well be what the file was before it.
Status forget_for_good(const Root& root, const Target& target) {
  const std::string path = intent_file(root, intent_name(target.relative));
  Result<std::unique_ptr<LockedFile>> file = root.files().lock(path, false, kLockWaitMs);
  if (!file.ok()) {
    const ErrorCode code = file.error().code;
    if (code == ErrorCode::NotFound || code == ErrorCode::PermissionDenied) return Ok{};
    return std::move(file).error();
  }
  NACRE_TRY(file.value()->write_at(0, std::string(kIntentMarkBytes, '\0')));
  return file.value()->sync();
}

// The content is in place, and only the next writer can make its name durable.
void note_unsynced_name(const Root& root, const Target& target) {
  const std::string path = intent_file(root, intent_name(target.relative));
  Result<std::unique_ptr<LockedFile>> file = root.files().lock(path, true, kLockWaitMs);
  if (!file.ok()) return;
  static_cast<void>(file.value()->write_at(0, encode_unsynced_name(target.relative)).ok());
}

Status move_into_place(const Root& root, const Target& target, std::string_view content,
                       const std::string& temp) {
  FileSystem& files = root.files();
  // Held until the new name is durable: nobody can acknowledge an append to a
  // file whose name a power cut would take back.
  std::unique_ptr<LockedFile> file = NACRE_TRY(files.lock(temp, true, kLockWaitMs));
  Status done = [&]() -> Status {
    NACRE_TRY(file->truncate(0));
    NACRE_TRY(file->write_at(0, content));
    NACRE_TRY(files.copy_rights(target.path, temp));
    NACRE_TRY(file->sync());
    NACRE_TRY(compare_content(root, target));
    return files.rename(temp, target.path);
  }();
  if (!done.ok()) {
    // The error above is the news; recover() takes away what stays here.
    static_cast<void>(files.remove(temp).ok());
    return done;
  }
  Status durable = files.sync_directory(parent_of(target.path));
  if (!durable.ok()) note_unsynced_name(root, target);
  return durable;
}

}  // namespace

std::string parent_of(std::string_view path) {
  return std::string(path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)));
}

std::string intent_file(const Root& root, std::string_view name) {
  const std::string_view separator = root.directory() == "/" ? "" : "/";
  return root.directory() + std::string(separator) + std::string(kIntentDirectory) + "/" +
         std::string(name);
}

std::string temp_name(std::string_view relative) {
  return base::hex(base::sha256(relative)) + ".tmp";
}

Result<Target> open_target(const Root& root, std::string_view relative) {
  FileSystem& files = root.files();
  NACRE_TRY(check_writable_name(relative));
  Target target;
  target.path = NACRE_TRY(root.resolve(relative));
  target.relative = root.relative_of(target.path).value_or(std::string(relative));
  NACRE_TRY(check_not_mounted(root, target.relative));
  const Result<Stat> before = files.stat(target.path, false);
  if (!before.ok()) {
    if (before.error().code != ErrorCode::NotFound) return before.error();
    return target;
  }
  Result<std::unique_ptr<LockedFile>> file = files.lock(target.path, false, kLockWaitMs);
  if (!file.ok()) {
    if (file.error().code != ErrorCode::NotFound) return std::move(file).error();
    return target;  // Removed between the two looks.
  }
  target.file = std::move(file).value();
  const std::uint64_t size = NACRE_TRY(target.file->size());
  if (size > kWritableBytesMax) {
    return Error{ErrorCode::ResourceExhausted,
                 "write '" + target.relative + "': the file is longer than " +
                     std::to_string(kWritableBytesMax >> 20) + " MiB"};
  }
  // A file that somebody has just made, perhaps.
  if (size == 0) NACRE_TRY(sync_upwards(root, target.path));
  target.present = NACRE_TRY(target.file->read_all());
  NACRE_TRY(settle_target(root, target));
  return target;
}

Status create_content(const Root& root, const Target& target, std::string_view content) {
  FileSystem& files = root.files();
  NACRE_TRY(files.make_directory(parent_of(target.path)));
  NACRE_TRY(forget_for_good(root, target));
  // Held until its name is durable: nobody can acknowledge an append to a file that a
  // power cut would take back.
  Result<std::unique_ptr<LockedFile>> file = files.write_new(target.path, content, true);
  if (!file.ok()) {
    if (file.error().code != ErrorCode::AlreadyExists) return std::move(file).error();
    return Error{ErrorCode::Conflict,
                 "create '" + target.relative + "': another program has just made it", "try again"};
  }
  Status durable = sync_upwards(root, target.path);
  // Told to have failed, so it must not appear later.
  if (!durable.ok()) static_cast<void>(files.remove(target.path).ok());
  return durable;
}

Status compare_content(const Root& root, const Target& target) {
  const Result<std::string> now = root.files().read(target.path, kWritableBytesMax);
  if (now.ok() && now.value() == target.present) return Ok{};
  if (!now.ok() && now.error().code != ErrorCode::NotFound) return now.error();
  return Error{ErrorCode::Conflict,
               "'" + target.relative + "': another program changed it meanwhile", "try again"};
}

Status replace_content(const Root& root, const Target& target, std::string_view content) {
  FileSystem& files = root.files();
  NACRE_TRY(forget_for_good(root, target));
  const Status directory = make_private_directory(
      files,
      intent_file(root, "").substr(0, root.directory().size() + 1 + kIntentDirectory.size()));
  if (directory.ok()) {
    Status done =
        move_into_place(root, target, content, intent_file(root, temp_name(target.relative)));
    // Unsupported: on another file system. Both are cured by a temp file beside.
    if (done.ok() || (done.error().code != ErrorCode::Unsupported &&
                      done.error().code != ErrorCode::PermissionDenied)) {
      return done;
    }
  }
  return move_into_place(root, target, content,
                         parent_of(target.path) + "/." + temp_name(target.relative));
}

}  // namespace nacre::fs
