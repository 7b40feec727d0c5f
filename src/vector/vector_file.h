#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"
#include "vector/scan.h"

namespace nacre::vector {

// What a slot is found by: a hash of what was embedded and for whom.
using SlotKey = std::array<std::uint8_t, 16>;

// Of a file; a file with another shape is another space.
struct FileShape {
  std::array<std::uint8_t, 32> space{};  // Identity of the space.
  std::uint32_t dimensions = 0;          // 1..65,536
  bool signs = false;                    // Rows of signs too, for scan_signs.
  bool operator==(const FileShape&) const = default;
};

struct NewVector {
  SlotKey key;
  Coded coded;                       // Of the file's dimensions.
  std::vector<std::uint64_t> signs;  // Where the file has them.
};

// Vectors of one space on disk (docs/formats-vectors.md). Append-only: a slot never
// changes, the number of slots is published after they are synced, and nothing is
// removed in place; `copy_kept` makes a smaller file.

// Reads what was published when it was opened or last refreshed.
//
// Threads: any, between refreshes. Processes: any, beside a writer.
class VectorReader {
 public:
  // NotFound when there is no such file; Corruption when it is torn or foreign;
  // Unsupported when it is newer or of another shape.
  static Result<std::unique_ptr<VectorReader>> open(const std::string& path,
                                                    const FileShape& shape);
  ~VectorReader();
  VectorReader(const VectorReader&) = delete;
  VectorReader& operator=(const VectorReader&) = delete;

  std::uint32_t count() const { return count_; }
  std::span<const Segment> segments() const { return segments_; }
  const SlotKey& key(std::uint32_t slot) const;  // slot < count()
  // Takes in what was published since; whether there is more.
  Result<bool> refresh();
  // Reads every slot and compares checksums: Corruption names the first that differs.
  Status verify() const;

 private:
  friend class VectorWriter;
  struct Mapping;
  explicit VectorReader(const FileShape& shape);
  Status map(const std::string& path);
  Status take_published();

  FileShape shape_;
  std::string path_;
  std::unique_ptr<Mapping> mapping_;
  std::uint64_t sequence_ = 0;  // Of what was published.
  std::uint32_t count_ = 0;
  std::vector<Segment> segments_;
};

// Appends. One at a time per file: the file is locked.
//
// Threads: one.
class VectorWriter {
 public:
  // Makes the file when it is missing. Else as VectorReader::open; Unavailable when another
  // writer holds it for longer than `wait_ms`. What an earlier writer did not publish is
  // written over.
  static Result<std::unique_ptr<VectorWriter>> open(fs::FileSystem& files, const std::string& path,
                                                    const FileShape& shape, int wait_ms = 10'000);

  std::uint32_t count() const { return count_; }
  std::optional<std::uint32_t> find(const SlotKey& key) const;
  // The slots of `vectors`, in their order: those of keys that are known stay where they are.
  // Durable when it returns; after an error nothing of it is published. InvalidArgument for a
  // vector of another shape; ResourceExhausted beyond 2^31 slots.
  Result<std::vector<std::uint32_t>> append(std::span<const NewVector> vectors);

 private:
  VectorWriter(fs::FileSystem& files, std::string path, const FileShape& shape);
  Status begin();
  Status read_keys();
  Status write_slots(std::span<const NewVector* const> fresh);
  Status write_stretch(std::span<const NewVector* const> some, std::uint32_t first);
  Status publish(std::uint32_t count);

  struct KeyHash {
    std::size_t operator()(const SlotKey& key) const;
  };

  fs::FileSystem& files_;
  std::string path_;
  FileShape shape_;
  std::unique_ptr<fs::LockedFile> file_;
  std::uint32_t count_ = 0;
  std::uint64_t sequence_ = 0;
  std::unordered_map<SlotKey, std::uint32_t, KeyHash> slots_;
};

// Writes the slots of `from` whose bit is set into a new file in its place, in their order;
// gives the new slot of each old one. A reader that has the old file open keeps that until
// it opens the new one.
Result<std::vector<std::optional<std::uint32_t>>> copy_kept(fs::FileSystem& files,
                                                            const std::string& path,
                                                            const FileShape& shape, SlotBits kept);

}  // namespace nacre::vector
