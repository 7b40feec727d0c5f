// libnacre_archive.so: the only place that knows libarchive.

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <string>

#include "fs/archive_abi.h"

namespace {

struct Writer {
  struct archive* archive = nullptr;
  struct archive_entry* entry = nullptr;
  NacreArchiveWrite write = nullptr;
  void* context = nullptr;
  bool failed = false;  // From then on all bytes are dropped.
};

// Never an error to libarchive, which would keep its buffers for ever: `failed` is ours.
la_ssize_t put(struct archive* /*archive*/, void* data, const void* bytes, std::size_t count) {
  auto* writer = static_cast<Writer*>(data);
  if (!writer->failed) writer->failed = writer->write(writer->context, bytes, count) != 0;
  return static_cast<la_ssize_t>(count);
}

int result(const Writer& writer, bool done) {
  return done && !writer.failed ? 0 : -1;
}

void write_free(void* handle) {
  auto* writer = static_cast<Writer*>(handle);
  if (writer->entry != nullptr) archive_entry_free(writer->entry);
  // Freeing writes the end of the archive, which is wanted only by `write_close`.
  writer->failed = true;
  if (writer->archive != nullptr) archive_write_free(writer->archive);
  delete writer;
}

// GNU tar's format, since it takes names of any bytes and any length and every tar
// reads it. Its times are whole seconds; the manifest has them whole.
void* write_open(NacreArchiveWrite write, void* context) {
  auto* writer = new Writer{archive_write_new(), archive_entry_new(), write, context, false};
  const bool ready = writer->archive != nullptr && writer->entry != nullptr &&
                     archive_write_set_format_gnutar(writer->archive) == ARCHIVE_OK &&
                     archive_write_add_filter_zstd(writer->archive) == ARCHIVE_OK &&
                     archive_write_set_bytes_in_last_block(writer->archive, 1) == ARCHIVE_OK;
  if (ready) archive_write_open(writer->archive, writer, nullptr, put, nullptr);
  if (ready && archive_errno(writer->archive) == 0) return writer;
  write_free(writer);
  return nullptr;
}

int write_entry(void* handle, const NacreArchiveEntry* entry) {
  const auto* writer = static_cast<Writer*>(handle);
  archive_entry_clear(writer->entry);
  archive_entry_copy_pathname(writer->entry, entry->path);
  archive_entry_set_filetype(writer->entry, entry->kind == 'd'   ? AE_IFDIR
                                            : entry->kind == 'l' ? AE_IFLNK
                                                                 : AE_IFREG);
  if (entry->kind == 'l') archive_entry_copy_symlink(writer->entry, entry->target);
  archive_entry_set_size(writer->entry, static_cast<la_int64_t>(entry->size));
  archive_entry_set_perm(writer->entry, static_cast<__LA_MODE_T>(entry->mode & 07777U));
  archive_entry_set_mtime(writer->entry, static_cast<time_t>(entry->modified_s), 0);
  return result(*writer, archive_write_header(writer->archive, writer->entry) == ARCHIVE_OK);
}

int write_data(void* handle, const void* bytes, std::size_t count) {
  const auto* writer = static_cast<Writer*>(handle);
  const la_ssize_t written = archive_write_data(writer->archive, bytes, count);
  return result(*writer, written >= 0 && static_cast<std::size_t>(written) == count);
}

int write_close(void* handle) {
  const auto* writer = static_cast<Writer*>(handle);
  return result(*writer, archive_write_close(writer->archive) == ARCHIVE_OK);
}

const char* words(struct archive* archive) {
  const char* why = archive_error_string(archive);
  return why == nullptr ? "unknown error" : why;
}

const char* write_error(void* handle) {
  return words(static_cast<Writer*>(handle)->archive);
}

struct Reader {
  struct archive* archive = nullptr;
  NacreArchiveRead read = nullptr;
  void* context = nullptr;
};

la_ssize_t get(struct archive* archive, void* data, const void** bytes) {
  const auto* reader = static_cast<Reader*>(data);
  const std::int64_t count = reader->read(reader->context, bytes);
  if (count < 0) archive_set_error(archive, EIO, "the archive cannot be read");
  return static_cast<la_ssize_t>(count);
}

void read_free(void* handle) {
  auto* reader = static_cast<Reader*>(handle);
  if (reader->archive != nullptr) archive_read_free(reader->archive);
  delete reader;
}

// A reader that could not start keeps its error for the first `read_entry`.
void* read_open(NacreArchiveRead read, void* context) {
  auto* reader = new Reader{archive_read_new(), read, context};
  if (reader->archive == nullptr) {
    delete reader;
    return nullptr;
  }
  archive_read_support_filter_zstd(reader->archive);
  archive_read_support_format_tar(reader->archive);
  archive_read_open(reader->archive, reader, nullptr, get, nullptr);
  return reader;
}

int read_entry(void* handle, NacreArchiveEntry* entry) {
  const auto* reader = static_cast<Reader*>(handle);
  struct archive_entry* found = nullptr;
  const int code = archive_read_next_header(reader->archive, &found);
  if (code == ARCHIVE_EOF) return 0;
  if (code != ARCHIVE_OK) return -1;
  entry->path = archive_entry_pathname(found);
  if (entry->path == nullptr) return -1;
  const char* target = archive_entry_symlink(found);
  entry->target = target == nullptr ? "" : target;
  const auto type = archive_entry_filetype(found);
  const bool linked = archive_entry_hardlink(found) != nullptr;
  entry->kind = type == AE_IFDIR              ? 'd'
                : type == AE_IFLNK            ? 'l'
                : type == AE_IFREG && !linked ? 'f'
                                              : '?';
  entry->size = static_cast<std::uint64_t>(archive_entry_size(found));
  entry->mode = static_cast<std::uint32_t>(archive_entry_perm(found));
  entry->modified_s = static_cast<std::int64_t>(archive_entry_mtime(found));
  return 1;
}

std::int64_t read_data(void* handle, void* bytes, std::size_t count) {
  return archive_read_data(static_cast<Reader*>(handle)->archive, bytes, count);
}

const char* read_error(void* handle) {
  return words(static_cast<Reader*>(handle)->archive);
}

constexpr NacreArchive kArchive = {kNacreArchiveVersion, write_open,  write_entry, write_data,
                                   write_close,          write_error, write_free,  read_open,
                                   read_entry,           read_data,   read_error,  read_free};

}  // namespace

extern "C" __attribute__((visibility("default"))) const NacreArchive* nacre_archive() {
  return &kArchive;
}
