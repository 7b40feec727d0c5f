#include "fs/fault_file_system.h"

#include <algorithm>

namespace nacre::fs {

struct FaultFileSystem::Plan {
  std::uint64_t calls = 0;
  std::uint64_t fault_at = 0;
  std::optional<Error> error;  // None: die.
  std::size_t torn_bytes = 0;
  bool dead = false;

  // The error of this call, if it is its turn.
  std::optional<Error> next() {
    if (dead) return Error{ErrorCode::Io, "the process is dead"};
    if (++calls != fault_at) return std::nullopt;
    if (error) return *error;
    dead = true;
    return Error{ErrorCode::Io, "the process died here"};
  }
  std::string_view torn(std::string_view bytes) const {
    return bytes.substr(0, std::min(torn_bytes, bytes.size()));
  }
};

class FaultFileSystem::File final : public LockedFile {
 public:
  File(std::unique_ptr<LockedFile> inner, std::shared_ptr<Plan> plan)
      : inner_(std::move(inner)), plan_(std::move(plan)) {}

  Result<std::string> read_all() override {
    if (auto error = plan_->next()) return *std::move(error);
    return inner_->read_all();
  }
  Result<std::uint64_t> size() override {
    if (auto error = plan_->next()) return *std::move(error);
    return inner_->size();
  }
  Status write_at(std::uint64_t offset, std::string_view bytes) override {
    const bool was_dead = plan_->dead;
    if (auto error = plan_->next()) {
      const std::string_view torn = plan_->torn(bytes);
      if (!was_dead && !torn.empty()) NACRE_TRY(inner_->write_at(offset, torn));
      return *std::move(error);
    }
    return inner_->write_at(offset, bytes);
  }
  Status truncate(std::uint64_t size) override {
    if (auto error = plan_->next()) return *std::move(error);
    return inner_->truncate(size);
  }
  Status sync() override {
    if (auto error = plan_->next()) return *std::move(error);
    return inner_->sync();
  }

 private:
  std::unique_ptr<LockedFile> inner_;
  std::shared_ptr<Plan> plan_;
};

class FaultFileSystem::Readable final : public ReadableFile {
 public:
  Readable(std::unique_ptr<ReadableFile> inner, std::shared_ptr<Plan> plan)
      : inner_(std::move(inner)), plan_(std::move(plan)) {}

  Result<Stat> stat() override {
    if (auto error = plan_->next()) return *std::move(error);
    return inner_->stat();
  }
  Result<std::string> read_at(std::uint64_t offset, std::uint64_t bytes) override {
    if (auto error = plan_->next()) return *std::move(error);
    return inner_->read_at(offset, bytes);
  }

 private:
  std::unique_ptr<ReadableFile> inner_;
  std::shared_ptr<Plan> plan_;
};

FaultFileSystem::FaultFileSystem(FileSystem& inner)
    : inner_(&inner), plan_(std::make_shared<Plan>()) {}
FaultFileSystem::~FaultFileSystem() = default;

void FaultFileSystem::fail_at(std::uint64_t call, Error error, std::size_t torn_bytes) {
  *plan_ = Plan{.fault_at = call, .error = std::move(error), .torn_bytes = torn_bytes};
}

void FaultFileSystem::die_at(std::uint64_t call, std::size_t torn_bytes) {
  *plan_ = Plan{.fault_at = call, .torn_bytes = torn_bytes};
}

std::uint64_t FaultFileSystem::calls() const {
  return plan_->calls;
}
bool FaultFileSystem::dead() const {
  return plan_->dead;
}

Result<Stat> FaultFileSystem::stat(std::string_view path, bool follow) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->stat(path, follow);
}

Result<std::string> FaultFileSystem::read(std::string_view path, std::uint64_t bytes_max) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->read(path, bytes_max);
}

Result<std::unique_ptr<ReadableFile>> FaultFileSystem::open(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  std::unique_ptr<ReadableFile> file = NACRE_TRY(inner_->open(path));
  return std::unique_ptr<ReadableFile>(new Readable(std::move(file), plan_));
}

Result<std::vector<DirectoryEntry>> FaultFileSystem::list(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->list(path);
}

Status FaultFileSystem::make_directory(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->make_directory(path);
}

Result<std::unique_ptr<LockedFile>> FaultFileSystem::lock(std::string_view path, bool create,
                                                          int wait_ms) {
  if (auto error = plan_->next()) return *std::move(error);
  std::unique_ptr<LockedFile> file = NACRE_TRY(inner_->lock(path, create, wait_ms));
  return std::unique_ptr<LockedFile>(new File(std::move(file), plan_));
}

Result<std::unique_ptr<LockedFile>> FaultFileSystem::write_new(std::string_view path,
                                                               std::string_view bytes, bool sync) {
  if (auto error = plan_->next()) return *std::move(error);
  std::unique_ptr<LockedFile> file = NACRE_TRY(inner_->write_new(path, bytes, sync));
  return std::unique_ptr<LockedFile>(new File(std::move(file), plan_));
}

Status FaultFileSystem::rename(std::string_view from, std::string_view to) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->rename(from, to);
}

Status FaultFileSystem::remove(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->remove(path);
}

Status FaultFileSystem::sync_directory(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->sync_directory(path);
}

Status FaultFileSystem::copy_rights(std::string_view from, std::string_view to) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->copy_rights(from, to);
}

Result<std::string> FaultFileSystem::real_path(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->real_path(path);
}

Result<std::string> FaultFileSystem::read_link(std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->read_link(path);
}

Status FaultFileSystem::make_link(std::string_view target, std::string_view path) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->make_link(target, path);
}

Status FaultFileSystem::set_attributes(std::string_view path, std::uint32_t mode,
                                       std::int64_t modified_ns) {
  if (auto error = plan_->next()) return *std::move(error);
  return inner_->set_attributes(path, mode, modified_ns);
}

}  // namespace nacre::fs
