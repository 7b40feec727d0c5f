#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/archive.h"
#include "fs/file_system.h"

namespace nacre::fs {

// A directory or a single file, and the name under which it lies in the archive.
struct BackupRoot {
  std::string name;
  std::string path;  // Absolute.
};

struct BackupNote {
  std::string path;  // As in the archive.
  std::string why;
};

struct BackupEntry {
  std::string path;  // "<root's name>/<relative>", any bytes.
  ArchiveKind kind = ArchiveKind::File;
  std::string target;    // Of a symlink, as it was.
  std::uint64_t at = 0;  // Which entry of the archive, from 1.
  std::uint64_t size = 0;
  std::string sha256;  // Hex, of a file.
  std::uint32_t mode = 0;
  std::int64_t modified_ns = 0;
};

// MANIFEST.json, the last entry of the archive (docs/formats-files.md).
struct Manifest {
  std::string tool;  // "nacre 0.1.0"
  std::string time;  // RFC 3339
  std::vector<BackupRoot> roots;
  std::vector<BackupNote> left_out;  // On purpose.
  std::vector<BackupNote> missing;   // Could not be read.
  std::vector<BackupEntry> entries;

  std::uint64_t files() const;
  std::uint64_t bytes() const;
};

inline constexpr std::string_view kManifestName = "MANIFEST.json";

struct BackupRequest {
  std::string path;  // Of the archive, absolute; its directory is made, closed to others.
  std::vector<BackupRoot> roots;
  std::string tool, time;
  // Why a directory (relative to its root) is left out; empty: it is not.
  std::function<std::string(std::string_view relative)> leave_out = {};
  bool allow_missing = false;
};

// Writes an archive of the roots and reads it back: only when every hash is right does
// it get its name. It is readable by its owner alone. Nothing else is changed.
//
// Symlinks are kept as links, hard links as files of their own; what is neither file,
// directory nor link is left out. A file that changes while it is read is read again.
// What cannot be read is an error that names it (Io), or with `allow_missing` stands in
// `missing`. AlreadyExists when there is something at `path`.
Result<Manifest> write_backup(FileSystem& files, const BackupRequest& request);

// The manifest of an archive whose every entry is what the manifest says; Corruption
// otherwise.
Result<Manifest> verify_backup(FileSystem& files, const std::string& path);

// One pass over an archive: what it holds at `at` (from 1), piece by piece.
struct ArchiveVisitor {
  std::function<Status(const ArchiveEntry&, std::uint64_t at)> entry;
  std::function<Status(std::string_view bytes)> data;
  std::function<Status()> end_of_entry;
};
Status visit_archive(FileSystem& files, const std::string& path, const ArchiveVisitor& visitor);

std::string manifest_text(const Manifest& manifest);
Result<Manifest> parse_manifest(std::string_view text);

}  // namespace nacre::fs
