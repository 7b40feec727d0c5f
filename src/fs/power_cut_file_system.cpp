#include "fs/power_cut_file_system.h"

#include <algorithm>
#include <map>
#include <set>

namespace nacre::fs {
namespace {

using Inode = std::uint64_t;

constexpr Inode kRootInode = 1;

struct Node {
  bool directory = false;
  std::string bytes;
  std::uint32_t mode = 0644;
};

// What one look at the disk would find.
struct Disk {
  std::map<std::string, Inode, std::less<>> names;
  std::map<Inode, Node> nodes;
};

struct Change {
  enum class Kind { Write, Truncate, Link, Unlink, Rename };
  Kind kind = Kind::Write;
  Inode inode = 0;
  std::string path;  // Of Link and Unlink; where Rename goes to.
  std::string from;  // Of Rename.
  std::uint64_t offset = 0;
  std::string bytes;

  bool of_a_name() const { return kind != Kind::Write && kind != Kind::Truncate; }
};

std::string clean(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return std::string(path);
}

std::string directory_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string_view::npos ? "/" : std::string(path.substr(0, slash));
}

Error failure(ErrorCode code, std::string_view verb, std::string_view path, std::string_view why) {
  return Error{code, std::string(verb) + " '" + std::string(path) + "': " + std::string(why)};
}

Error missing(std::string_view verb, std::string_view path) {
  return failure(ErrorCode::NotFound, verb, path, "No such file or directory");
}

void write(std::string& file, std::uint64_t offset, std::string_view bytes) {
  if (bytes.empty()) return;
  file.resize(std::max<std::size_t>(file.size(), offset + bytes.size()));
  std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(offset));
}

void apply(const Change& change, Disk& disk) {
  switch (change.kind) {
    case Change::Kind::Write:
      write(disk.nodes[change.inode].bytes, change.offset, change.bytes);
      break;
    case Change::Kind::Truncate:
      disk.nodes[change.inode].bytes.resize(change.offset);
      break;
    case Change::Kind::Link:
      disk.names[change.path] = change.inode;
      break;
    case Change::Kind::Unlink:
      disk.names.erase(change.path);
      break;
    case Change::Kind::Rename:
      disk.names.erase(change.from);
      disk.names[change.path] = change.inode;
      break;
  }
}

// A write that was on its way.
void apply_in_part(Change change, const PowerCutFileSystem::Choose& choose, Disk& disk) {
  enum Fate : std::uint8_t { Lost, Whole, Torn, Zeros, Fates };
  const std::uint64_t fate = choose(Fates);
  if (fate == Lost) return;
  if (fate == Torn) change.bytes.resize(choose(change.bytes.size() + 1));
  std::string& file = disk.nodes[change.inode].bytes;
  if (fate == Zeros && change.offset + change.bytes.size() > file.size()) {
    file.resize(change.offset + change.bytes.size());
    return;
  }
  if (fate != Zeros) apply(change, disk);
}

// Names below directories that are not there cannot be reached.
void drop_unreachable(Disk& disk) {
  for (auto it = disk.names.begin(); it != disk.names.end();) {
    const auto parent = disk.names.find(directory_of(it->first));
    const bool reached =
        it->first == "/" || (parent != disk.names.end() && disk.nodes[parent->second].directory);
    it = reached ? std::next(it) : disk.names.erase(it);
  }
}

}  // namespace

struct PowerCutFileSystem::State {
  Disk seen, durable;
  std::vector<Change> pending;
  std::set<Inode> locked;
  Inode last_inode = kRootInode;

  State() {
    for (Disk* disk : {&seen, &durable}) {
      disk->names["/"] = kRootInode;
      disk->nodes[kRootInode].directory = true;
    }
  }
  Node* find(std::string_view path) {
    const auto found = seen.names.find(clean(path));
    return found == seen.names.end() ? nullptr : &seen.nodes[found->second];
  }
  Inode make(bool directory) {
    const Inode inode = ++last_inode;
    for (Disk* disk : {&seen, &durable}) disk->nodes[inode].directory = directory;
    return inode;
  }
  void change(Change change) {
    apply(change, seen);
    pending.push_back(std::move(change));
  }
  template <typename Wanted>
  void make_durable(Wanted wanted) {
    std::vector<Change> rest;
    for (Change& one : pending) {
      if (wanted(one)) {
        apply(one, durable);
        // The old name is gone with it, whatever became of its directory.
        std::erase_if(rest, [&](const Change& earlier) {
          return one.kind == Change::Kind::Rename && earlier.of_a_name() &&
                 earlier.path == one.from;
        });
      } else {
        rest.push_back(std::move(one));
      }
    }
    pending = std::move(rest);
  }
  void sync(Inode inode) {
    make_durable([&](const Change& one) { return !one.of_a_name() && one.inode == inode; });
  }
};

class PowerCutFileSystem::File final : public LockedFile {
 public:
  File(std::shared_ptr<State> state, Inode inode) : state_(std::move(state)), inode_(inode) {
    state_->locked.insert(inode_);
  }
  ~File() override { state_->locked.erase(inode_); }

  Result<std::string> read_all() override { return state_->seen.nodes[inode_].bytes; }
  Result<std::uint64_t> size() override {
    return std::uint64_t{state_->seen.nodes[inode_].bytes.size()};
  }
  Status write_at(std::uint64_t offset, std::string_view bytes) override {
    state_->change(Change{.kind = Change::Kind::Write,
                          .inode = inode_,
                          .offset = offset,
                          .bytes = std::string(bytes)});
    return Ok{};
  }
  Status truncate(std::uint64_t size) override {
    state_->change(Change{.kind = Change::Kind::Truncate, .inode = inode_, .offset = size});
    return Ok{};
  }
  Status sync() override {
    state_->sync(inode_);
    return Ok{};
  }

 private:
  std::shared_ptr<State> state_;
  Inode inode_;
};

PowerCutFileSystem::PowerCutFileSystem() : state_(std::make_shared<State>()) {}
PowerCutFileSystem::PowerCutFileSystem(std::shared_ptr<State> state) : state_(std::move(state)) {}
PowerCutFileSystem::~PowerCutFileSystem() = default;

std::unique_ptr<PowerCutFileSystem> PowerCutFileSystem::cut(const Choose& choose) const {
  auto state = std::make_shared<State>();
  Disk disk = state_->durable;
  std::map<std::string, std::uint64_t> names_left;  // By directory.
  for (const Change& change : state_->pending) {
    if (change.of_a_name()) ++names_left[directory_of(change.path)];
  }
  for (auto& [directory, count] : names_left) count = choose(count + 1);
  for (const Change& change : state_->pending) {
    if (change.of_a_name()) {
      std::uint64_t& left = names_left[directory_of(change.path)];
      if (left == 0) continue;
      --left;
      apply(change, disk);
    } else if (change.kind == Change::Kind::Write) {
      apply_in_part(change, choose, disk);
    } else if (choose(2) == 1) {
      apply(change, disk);
    }
  }
  drop_unreachable(disk);
  state->last_inode = state_->last_inode;
  state->seen = disk;
  state->durable = std::move(disk);
  return std::unique_ptr<PowerCutFileSystem>(new PowerCutFileSystem(std::move(state)));
}

Result<Stat> PowerCutFileSystem::stat(std::string_view path, bool) {
  const Node* node = state_->find(path);
  if (node == nullptr) return missing("stat", path);
  return Stat{.kind = node->directory ? FileKind::Directory : FileKind::Regular,
              .size = node->bytes.size(),
              .inode = state_->seen.names.find(clean(path))->second,
              .device = 1,
              .mode = node->mode};
}

Result<std::string> PowerCutFileSystem::read(std::string_view path, std::uint64_t bytes_max) {
  const Node* node = state_->find(path);
  if (node == nullptr) return missing("open", path);
  if (node->directory) return failure(ErrorCode::InvalidArgument, "read", path, "no regular file");
  if (node->bytes.size() > bytes_max) {
    return failure(ErrorCode::ResourceExhausted, "read", path, "longer than allowed");
  }
  return node->bytes;
}

Result<std::vector<DirectoryEntry>> PowerCutFileSystem::list(std::string_view path) {
  const Node* node = state_->find(path);
  if (node == nullptr || !node->directory) return missing("open", path);
  std::vector<DirectoryEntry> entries;
  for (const auto& [name, inode] : state_->seen.names) {
    if (name == "/" || directory_of(name) != clean(path)) continue;
    const bool directory = state_->seen.nodes[inode].directory;
    entries.push_back(
        {name.substr(name.rfind('/') + 1), directory ? FileKind::Directory : FileKind::Regular});
  }
  return entries;
}

Status PowerCutFileSystem::make_directory(std::string_view path) {
  const std::string name = clean(path);
  if (const Node* node = state_->find(name)) {
    if (node->directory) return Ok{};
    return failure(ErrorCode::AlreadyExists, "make directory", path, "a file has this name");
  }
  NACRE_TRY(make_directory(directory_of(name)));
  state_->change(Change{.kind = Change::Kind::Link, .inode = state_->make(true), .path = name});
  return sync_directory(directory_of(name));
}

Result<std::unique_ptr<LockedFile>> PowerCutFileSystem::lock(std::string_view path, bool create,
                                                             int) {
  const std::string name = clean(path);
  if (state_->find(name) == nullptr) {
    if (!create || state_->find(directory_of(name)) == nullptr) return missing("open", path);
    state_->change(Change{.kind = Change::Kind::Link, .inode = state_->make(false), .path = name});
  }
  const Inode inode = state_->seen.names.find(name)->second;
  if (state_->locked.contains(inode)) {
    return failure(ErrorCode::Unavailable, "lock", path, "another process holds it");
  }
  return std::unique_ptr<LockedFile>(new File(state_, inode));
}

Result<std::unique_ptr<LockedFile>> PowerCutFileSystem::write_new(std::string_view path,
                                                                  std::string_view bytes,
                                                                  bool sync) {
  const std::string name = clean(path);
  if (state_->find(name) != nullptr) {
    return failure(ErrorCode::AlreadyExists, "create", path, "File exists");
  }
  if (state_->find(directory_of(name)) == nullptr) return missing("create", path);
  const Inode inode = state_->make(false);
  auto file = std::unique_ptr<LockedFile>(new File(state_, inode));
  NACRE_TRY(file->write_at(0, bytes));
  if (sync) NACRE_TRY(file->sync());
  state_->change(Change{.kind = Change::Kind::Link, .inode = inode, .path = name});
  return file;
}

Status PowerCutFileSystem::rename(std::string_view from, std::string_view to) {
  const auto found = state_->seen.names.find(clean(from));
  if (found == state_->seen.names.end()) return missing("rename", from);
  if (state_->find(directory_of(clean(to))) == nullptr) return missing("rename", to);
  state_->change(Change{.kind = Change::Kind::Rename,
                        .inode = found->second,
                        .path = clean(to),
                        .from = clean(from)});
  return Ok{};
}

Status PowerCutFileSystem::remove(std::string_view path) {
  const Node* node = state_->find(path);
  if (node == nullptr || node->directory) return missing("remove", path);
  state_->change(Change{.kind = Change::Kind::Unlink, .path = clean(path)});
  return Ok{};
}

Status PowerCutFileSystem::sync_directory(std::string_view path) {
  const Node* node = state_->find(path);
  if (node == nullptr || !node->directory) return missing("open", path);
  state_->make_durable(
      [&](const Change& one) { return one.of_a_name() && directory_of(one.path) == clean(path); });
  return Ok{};
}

Status PowerCutFileSystem::copy_rights(std::string_view from, std::string_view to) {
  const Node* source = state_->find(from);
  Node* target = state_->find(to);
  if (source == nullptr || target == nullptr) return missing("chmod", source ? to : from);
  target->mode = source->mode;
  return Ok{};
}

Result<std::string> PowerCutFileSystem::real_path(std::string_view path) {
  if (state_->find(path) == nullptr) return missing("resolve", path);
  return clean(path);
}

}  // namespace nacre::fs
