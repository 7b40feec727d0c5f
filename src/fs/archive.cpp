#include "fs/archive.h"

#include "base/module.h"
#include "fs/archive_abi.h"

namespace nacre::fs {
namespace {

constexpr std::size_t kPieceBytes = 256 << 10;

Result<const NacreArchive*> load() {
  const base::Module module = NACRE_TRY(base::Module::load("archive"));
  void* symbol = NACRE_TRY(module.symbol("nacre_archive"));
  const NacreArchive* archive = reinterpret_cast<decltype(&nacre_archive)>(symbol)();
  if (archive->version != kNacreArchiveVersion) {
    return Error{ErrorCode::Unsupported, "libnacre_archive.so belongs to another version of Nacre",
                 "install both anew"};
  }
  return archive;
}

char letter_of(ArchiveKind kind) {
  if (kind == ArchiveKind::Directory) return 'd';
  return kind == ArchiveKind::Symlink ? 'l' : 'f';
}

class ModuleWriter final : public ArchiveWriter {
 public:
  ModuleWriter(const NacreArchive& archive, Sink sink)
      : archive_(&archive), sink_(std::move(sink)) {}
  ~ModuleWriter() override {
    if (writer_ != nullptr) archive_->write_free(writer_);
  }
  ModuleWriter(const ModuleWriter&) = delete;
  ModuleWriter& operator=(const ModuleWriter&) = delete;

  Status start() {
    writer_ = archive_->write_open(&put, this);
    if (writer_ != nullptr) return Ok{};
    return Error{ErrorCode::Unsupported, "write an archive: libarchive cannot make tar in zstd",
                 "install libarchive with zstd"};
  }

  Status entry(const ArchiveEntry& entry) override {
    const NacreArchiveEntry raw{.path = entry.path.c_str(),
                                .target = entry.target.c_str(),
                                .kind = letter_of(entry.kind),
                                .mode = entry.mode,
                                .size = entry.size,
                                .modified_s = entry.modified_s};
    return checked(archive_->write_entry(writer_, &raw));
  }
  Status data(std::string_view bytes) override {
    return checked(archive_->write_data(writer_, bytes.data(), bytes.size()));
  }
  Status close() override { return checked(archive_->write_close(writer_)); }

 private:
  static int put(void* context, const void* bytes, std::size_t count) {
    auto* writer = static_cast<ModuleWriter*>(context);
    const Status written = writer->sink_({static_cast<const char*>(bytes), count});
    if (written.ok()) return 0;
    writer->sink_error_ = written.error();
    return -1;
  }

  Status checked(int code) {
    if (sink_error_) return *sink_error_;
    if (code == 0) return Ok{};
    return Error{ErrorCode::Io, std::string("write an archive: ") + archive_->write_error(writer_)};
  }

  const NacreArchive* archive_;
  Sink sink_;
  void* writer_ = nullptr;
  std::optional<Error> sink_error_;
};

class ModuleReader final : public ArchiveReader {
 public:
  ModuleReader(const NacreArchive& archive, Source source)
      : archive_(&archive), source_(std::move(source)) {}
  ~ModuleReader() override {
    if (reader_ != nullptr) archive_->read_free(reader_);
  }
  ModuleReader(const ModuleReader&) = delete;
  ModuleReader& operator=(const ModuleReader&) = delete;

  Status start() {
    reader_ = archive_->read_open(&get, this);
    if (reader_ != nullptr) return Ok{};
    return Error{ErrorCode::ResourceExhausted, "read an archive: out of memory"};
  }

  Result<std::optional<ArchiveEntry>> next() override {
    NacreArchiveEntry raw{};
    const int code = archive_->read_entry(reader_, &raw);
    if (code < 0) return failed();
    if (code == 0) return std::optional<ArchiveEntry>();
    ArchiveEntry entry{.path = raw.path,
                       .target = raw.target,
                       .size = raw.size,
                       .mode = raw.mode,
                       .modified_s = raw.modified_s};
    if (raw.kind == 'd') {
      entry.kind = ArchiveKind::Directory;
    } else if (raw.kind == 'l') {
      entry.kind = ArchiveKind::Symlink;
    } else if (raw.kind != 'f') {
      return Error{ErrorCode::Corruption,
                   "read an archive: '" + entry.path + "' is no file, directory or symbolic link"};
    }
    return std::optional(std::move(entry));
  }

  Result<std::string> data() override {
    std::string bytes(kPieceBytes, '\0');
    const std::int64_t count = archive_->read_data(reader_, bytes.data(), bytes.size());
    if (count < 0) return failed();
    bytes.resize(static_cast<std::size_t>(count));
    return bytes;
  }

 private:
  static std::int64_t get(void* context, const void** bytes) {
    auto* reader = static_cast<ModuleReader*>(context);
    auto piece = reader->source_();
    if (!piece.ok()) {
      reader->source_error_ = piece.error();
      return -1;
    }
    reader->piece_ = std::move(piece).value();
    *bytes = reader->piece_.data();
    return static_cast<std::int64_t>(reader->piece_.size());
  }

  Error failed() const {
    if (source_error_) return *source_error_;
    return Error{ErrorCode::Corruption,
                 std::string("read an archive: ") + archive_->read_error(reader_)};
  }

  const NacreArchive* archive_;
  Source source_;
  void* reader_ = nullptr;
  std::string piece_;
  std::optional<Error> source_error_;
};

}  // namespace

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::open(Sink sink) {
  const NacreArchive* archive = NACRE_TRY(load());
  auto writer = std::make_unique<ModuleWriter>(*archive, std::move(sink));
  NACRE_TRY(writer->start());
  return std::unique_ptr<ArchiveWriter>(std::move(writer));
}

Result<std::unique_ptr<ArchiveReader>> ArchiveReader::open(Source source) {
  const NacreArchive* archive = NACRE_TRY(load());
  auto reader = std::make_unique<ModuleReader>(*archive, std::move(source));
  NACRE_TRY(reader->start());
  return std::unique_ptr<ArchiveReader>(std::move(reader));
}

}  // namespace nacre::fs
