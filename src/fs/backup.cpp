#include "fs/backup.h"

#include <unistd.h>

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "fs/backup_tree.h"
#include "fs/target.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kPieceBytes = 256 << 10;
constexpr std::uint64_t kManifestBytesMax = std::uint64_t{512} << 20;
constexpr int kReadAttemptsMax = 4;  // Of a file that changes meanwhile.
constexpr std::uint32_t kOwnerOnly = 0600;
constexpr std::int64_t kSecondNs = 1'000'000'000;

bool same(const Stat& left, const Stat& right) {
  return left.size == right.size && left.modified_ns == right.modified_ns &&
         left.changed_ns == right.changed_ns && left.inode == right.inode &&
         left.device == right.device;
}

ArchiveEntry header_of(const BackupEntry& entry) {
  return {.path = entry.path,
          .kind = entry.kind,
          .target = entry.target,
          .size = entry.size,
          .mode = entry.mode,
          .modified_s = entry.modified_ns / kSecondNs};
}

class Backup {
 public:
  Backup(FileSystem& files, const BackupRequest& request, ArchiveWriter& writer)
      : files_(files), writer_(writer) {
    manifest_.tool = request.tool;
    manifest_.time = request.time;
    manifest_.roots = request.roots;
  }

  Result<Manifest> write(BackupTree tree) {
    manifest_.left_out = std::move(tree.left_out);
    manifest_.missing = std::move(tree.missing);
    for (std::size_t i = 0; i < tree.entries.size(); ++i) {
      BackupEntry& entry = tree.entries[i];
      if (entry.kind == ArchiveKind::File) {
        NACRE_TRY(file(std::move(entry), tree.absolute[i]));
      } else {
        entry.at = ++written_;
        NACRE_TRY(writer_.entry(header_of(entry)));
        manifest_.entries.push_back(std::move(entry));
      }
    }
    const std::string text = manifest_text(manifest_);
    NACRE_TRY(writer_.entry(
        {.path = std::string(kManifestName), .size = text.size(), .mode = kOwnerOnly}));
    NACRE_TRY(writer_.data(text));
    NACRE_TRY(writer_.close());
    return std::move(manifest_);
  }

 private:
  Status file(BackupEntry entry, const std::string& path) {
    std::string why = "it keeps changing while it is read";
    for (int attempt = 0; attempt < kReadAttemptsMax; ++attempt) {
      const auto opened = files_.open(path);
      if (!opened.ok()) {
        if (opened.error().code == ErrorCode::NotFound) return Ok{};
        why = opened.error().message;
        break;
      }
      const auto before = opened.value()->stat();
      if (!before.ok()) {
        why = before.error().message;
        break;
      }
      auto whole = NACRE_TRY(content(entry, *opened.value(), before.value()));
      const auto after = files_.stat(path, true);
      if (!whole.ok()) {
        why = whole.error().message;
        break;
      }
      if (whole.value() && after.ok() && same(before.value(), after.value())) {
        manifest_.entries.push_back(std::move(entry));
        return Ok{};
      }
    }
    manifest_.missing.push_back({.path = entry.path, .why = std::move(why)});
    return Ok{};
  }

  // Outside: the archive could not be written. Inside: the file could not be read, or
  // whether it was read to its end. A header promises a size, so that what cannot be
  // read is filled up; the manifest then does not name the entry.
  Result<Result<bool>> content(BackupEntry& entry, ReadableFile& file, const Stat& stat) {
    entry.size = stat.size;
    entry.mode = stat.mode;
    entry.modified_ns = stat.modified_ns;
    entry.at = ++written_;
    NACRE_TRY(writer_.entry(header_of(entry)));
    base::Sha256Hasher hasher;
    std::optional<Error> failure;
    bool whole = true;
    for (std::uint64_t at = 0; at < stat.size;) {
      const std::uint64_t wanted = std::min(kPieceBytes, stat.size - at);
      std::string piece;
      if (whole && !failure) {
        auto read = file.read_at(at, wanted);
        if (read.ok()) {
          piece = std::move(read).value();
          whole = piece.size() == wanted;
        } else {
          failure = read.error();
        }
      }
      piece.resize(wanted);
      hasher.update(piece);
      NACRE_TRY(writer_.data(piece));
      at += wanted;
    }
    entry.sha256 = base::hex(hasher.finish());
    if (failure) return Result<bool>(*std::move(failure));
    return Result<bool>(whole);
  }

  FileSystem& files_;
  ArchiveWriter& writer_;
  Manifest manifest_;
  std::uint64_t written_ = 0;
};

Error incomplete(const std::vector<BackupNote>& missing) {
  std::string names;
  for (std::size_t i = 0; i < missing.size() && i < 3; ++i) {
    names += (i == 0 ? "" : "; ") + missing[i].path + ": " + missing[i].why;
  }
  const std::string more =
      missing.size() > 3 ? " (and " + std::to_string(missing.size() - 3) + " more)" : "";
  return Error{ErrorCode::Io, "back up: not everything can be read: " + names + more,
               "make it readable, or go on without it: --allow-incomplete"};
}

Error damaged(const std::string& path, const std::string& what) {
  return Error{ErrorCode::Corruption, "backup '" + path + "': " + what};
}

// What an archive holds, gathered while it is read.
struct Seen {
  std::string path;
  ArchiveKind kind = ArchiveKind::File;
  std::string target, sha256;
};

class Verifier {
 public:
  Status entry(const ArchiveEntry& entry) {
    seen_.push_back({.path = entry.path, .kind = entry.kind, .target = entry.target});
    // tar marks a directory by a slash at the end of its name.
    if (entry.kind == ArchiveKind::Directory && seen_.back().path.ends_with('/')) {
      seen_.back().path.pop_back();
    }
    hasher_.emplace();
    in_manifest_ = entry.path == kManifestName;
    if (in_manifest_) text_.clear();
    return Ok{};
  }
  Status data(std::string_view bytes) {
    hasher_->update(bytes);
    if (!in_manifest_) return Ok{};
    if (text_.size() + bytes.size() > kManifestBytesMax) {
      return Error{ErrorCode::ResourceExhausted, "read a backup: its manifest is too large"};
    }
    text_ += bytes;
    return Ok{};
  }
  Status end_of_entry() {
    seen_.back().sha256 = base::hex(hasher_->finish());
    return Ok{};
  }

  Result<Manifest> compare(const std::string& path) {
    if (!in_manifest_) return damaged(path, "it does not end with " + std::string(kManifestName));
    Manifest manifest = NACRE_TRY(parse_manifest(text_));
    for (const BackupEntry& entry : manifest.entries) {
      if (entry.at == 0 || entry.at >= seen_.size()) {
        return damaged(path, "'" + entry.path + "' is not in it");
      }
      const Seen& there = seen_[entry.at - 1];
      const bool same = there.path == entry.path && there.kind == entry.kind &&
                        there.target == entry.target &&
                        (entry.kind != ArchiveKind::File || there.sha256 == entry.sha256);
      if (!same) return damaged(path, "'" + entry.path + "' is not what it was");
    }
    return manifest;
  }

 private:
  std::vector<Seen> seen_;
  std::optional<base::Sha256Hasher> hasher_;
  bool in_manifest_ = false;
  std::string text_;
};

Result<Manifest> written_backup(FileSystem& files, const BackupRequest& request,
                                const std::string& temp) {
  const std::unique_ptr<LockedFile> file = NACRE_TRY(files.lock(temp, true, 0));
  NACRE_TRY(files.set_attributes(temp, kOwnerOnly, NACRE_TRY(files.stat(temp, false)).modified_ns));
  NACRE_TRY(file->truncate(0));
  std::uint64_t at = 0;
  const auto writer = NACRE_TRY(ArchiveWriter::open([&](std::string_view bytes) -> Status {
    NACRE_TRY(file->write_at(at, bytes));
    at += bytes.size();
    return Ok{};
  }));
  BackupTree tree = NACRE_TRY(list_for_backup(files, request));
  if (!tree.missing.empty() && !request.allow_missing) return incomplete(tree.missing);
  Manifest manifest = NACRE_TRY(Backup(files, request, *writer).write(std::move(tree)));
  if (!manifest.missing.empty() && !request.allow_missing) return incomplete(manifest.missing);
  NACRE_TRY(file->sync());
  // Read back before it has its name: what is called a backup is one.
  const Manifest back = NACRE_TRY(verify_backup(files, temp));
  if (manifest_text(back) != manifest_text(manifest)) {
    return damaged(temp, "what was read back is not what was written");
  }
  NACRE_TRY(files.rename(temp, request.path));
  NACRE_TRY(files.sync_directory(parent_of(request.path)));
  return manifest;
}

}  // namespace

Status visit_archive(FileSystem& files, const std::string& path, const ArchiveVisitor& visitor) {
  const auto file = NACRE_TRY(files.open(path));
  std::uint64_t from = 0;
  const auto reader = NACRE_TRY(ArchiveReader::open([&]() -> Result<std::string> {
    std::string bytes = NACRE_TRY(file->read_at(from, kPieceBytes));
    from += bytes.size();
    return bytes;
  }));
  const auto within = [&](const Error& error) { return Error(error).in("'" + path + "'"); };
  for (std::uint64_t at = 1;; ++at) {
    const auto entry = reader->next();
    if (!entry.ok()) return within(entry.error());
    if (!entry.value()) return Ok{};
    NACRE_TRY(visitor.entry(*entry.value(), at));
    for (;;) {
      const auto bytes = reader->data();
      if (!bytes.ok()) return within(bytes.error());
      if (bytes.value().empty()) break;
      NACRE_TRY(visitor.data(bytes.value()));
    }
    NACRE_TRY(visitor.end_of_entry());
  }
}

Result<Manifest> verify_backup(FileSystem& files, const std::string& path) {
  Verifier verifier;
  NACRE_TRY(visit_archive(
      files, path,
      {.entry = [&](const ArchiveEntry& entry, std::uint64_t) { return verifier.entry(entry); },
       .data = [&](std::string_view bytes) { return verifier.data(bytes); },
       .end_of_entry = [&] { return verifier.end_of_entry(); }}));
  return verifier.compare(path);
}

Result<Manifest> write_backup(FileSystem& files, const BackupRequest& request) {
  if (files.stat(request.path, false).ok()) {
    return Error{ErrorCode::AlreadyExists, "back up: '" + request.path + "' exists",
                 "name another file with --backup"};
  }
  const std::string directory = parent_of(request.path);
  NACRE_TRY(make_private_directory(files, directory));
  const std::string temp = directory + "/.nacre-backup-" + std::to_string(::getpid()) + ".tmp";
  auto manifest = written_backup(files, request, temp);
  if (!manifest.ok()) (void)files.remove(temp);  // Its error says more than this one would.
  return manifest;
}

}  // namespace nacre::fs
