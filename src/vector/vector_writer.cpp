#include <cstring>

#include "vector/file_layout.h"
#include "vector/vector_file.h"

namespace nacre::vector {
namespace {

std::string_view bytes_of(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

Error at_path(Error error, const std::string& path) {
  return std::move(error).in("vectors '" + path + "'");
}

std::string directory_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

Status check_shape(std::span<const NewVector> vectors, const FileShape& shape) {
  const std::size_t words = shape.signs ? sign_words(shape.dimensions) : 0;
  for (const NewVector& vector : vectors) {
    if (vector.coded.codes.size() != code_bytes(shape.dimensions) || vector.signs.size() != words) {
      return Error{ErrorCode::InvalidArgument, "a vector has other dimensions than the file"};
    }
  }
  return Ok{};
}

}  // namespace

std::size_t VectorWriter::KeyHash::operator()(const SlotKey& key) const {
  std::size_t hash = 0;  // A key is a hash already.
  std::memcpy(&hash, key.data(), sizeof hash);
  return hash;
}

VectorWriter::VectorWriter(fs::FileSystem& files, std::string path, const FileShape& shape)
    : files_(files), path_(std::move(path)), shape_(shape) {}

Result<std::unique_ptr<VectorWriter>> VectorWriter::open(fs::FileSystem& files,
                                                         const std::string& path,
                                                         const FileShape& shape, int wait_ms) {
  NACRE_CHECK(shape.dimensions > 0);
  std::unique_ptr<VectorWriter> writer(new VectorWriter(files, path, shape));
  writer->file_ = NACRE_TRY(files.lock(path, true, wait_ms));
  Status begun = writer->begin();
  if (!begun.ok()) return at_path(std::move(begun).error(), path);
  return writer;
}

Status VectorWriter::begin() {
  const std::uint64_t size = NACRE_TRY(file_->size());
  // A writer that died before it had a header leaves less than a page, or an empty one.
  if (size < layout::kHeaderBytes) {
    NACRE_TRY(file_->truncate(0));
    NACRE_TRY(file_->write_at(0, layout::encode_header(shape_)));
    NACRE_TRY(file_->sync());
    NACRE_TRY(files_.sync_directory(directory_of(path_)));
    sequence_ = 1;
    return Ok{};
  }
  return read_keys();
}

Status VectorWriter::read_keys() {
  const auto reader = NACRE_TRY(VectorReader::open(path_, shape_));
  count_ = reader->count();
  slots_.reserve(count_);
  for (std::uint32_t slot = 0; slot < count_; ++slot) slots_.emplace(reader->key(slot), slot);
  sequence_ = reader->sequence_;
  return Ok{};
}

std::optional<std::uint32_t> VectorWriter::find(const SlotKey& key) const {
  const auto found = slots_.find(key);
  if (found == slots_.end()) return std::nullopt;
  return found->second;
}

Result<std::vector<std::uint32_t>> VectorWriter::append(std::span<const NewVector> vectors) {
  if (auto checked = check_shape(vectors, shape_); !checked.ok()) {
    return at_path(std::move(checked).error(), path_);
  }
  std::vector<std::uint32_t> slots;
  std::vector<const NewVector*> fresh;
  std::unordered_map<SlotKey, std::uint32_t, KeyHash> added;
  for (const NewVector& vector : vectors) {
    std::optional<std::uint32_t> slot = find(vector.key);
    if (!slot) {
      const auto next = count_ + static_cast<std::uint32_t>(fresh.size());
      const auto [at, is_new] = added.emplace(vector.key, next);
      if (is_new) fresh.push_back(&vector);
      slot = at->second;
    }
    slots.push_back(*slot);
  }
  if (fresh.empty()) return slots;
  if (fresh.size() > layout::kSlotsMax - count_) {
    return Error{ErrorCode::ResourceExhausted, "vectors '" + path_ + "': it is full"};
  }
  Status written = write_slots(fresh);
  if (written.ok()) written = publish(count_ + static_cast<std::uint32_t>(fresh.size()));
  if (!written.ok()) return at_path(std::move(written).error(), path_);
  slots_.merge(added);
  return slots;
}

Status VectorWriter::write_slots(std::span<const NewVector* const> fresh) {
  const layout::Block block(shape_);
  const std::uint64_t size = block.file_bytes(count_ + static_cast<std::uint32_t>(fresh.size()));
  if (NACRE_TRY(file_->size()) < size) NACRE_TRY(file_->truncate(size));
  std::uint32_t first = count_;
  while (!fresh.empty()) {
    const std::size_t some =
        std::min<std::size_t>(fresh.size(), layout::kBlockSlots - first % layout::kBlockSlots);
    NACRE_TRY(write_stretch(fresh.first(some), first));
    first += static_cast<std::uint32_t>(some);
    fresh = fresh.subspan(some);
  }
  return file_->sync();
}

// Slots of one block: each of its arrays is written once.
Status VectorWriter::write_stretch(std::span<const NewVector* const> some, std::uint32_t first) {
  const layout::Block block(shape_);
  std::string keys, scales, checks, codes, signs;
  for (const NewVector* vector : some) {
    const std::string_view row = bytes_of(vector->coded.codes.data(), vector->coded.codes.size());
    const std::string_view bits = bytes_of(vector->signs.data(), vector->signs.size() * 8);
    const std::uint32_t check = layout::check_of(vector->key, vector->coded.scale, row, bits);
    keys += bytes_of(vector->key.data(), vector->key.size());
    scales += bytes_of(&vector->coded.scale, sizeof(float));
    checks += bytes_of(&check, sizeof check);
    codes += row;
    signs += bits;
  }
  const std::uint64_t begin = block.begin(first);
  const std::uint64_t row = first % layout::kBlockSlots;
  NACRE_TRY(file_->write_at(begin + block.keys() + row * layout::kKeyBytes, keys));
  NACRE_TRY(file_->write_at(begin + block.scales() + row * 4, scales));
  NACRE_TRY(file_->write_at(begin + block.checks() + row * 4, checks));
  NACRE_TRY(file_->write_at(begin + block.codes() + row * block.row_bytes, codes));
  if (signs.empty()) return Ok{};
  return file_->write_at(begin + block.signs() + row * block.sign_bytes, signs);
}

// The slots are on disk. A record that a power cut takes back leaves the one before.
Status VectorWriter::publish(std::uint32_t count) {
  const layout::Published published{.sequence = sequence_ + 1, .count = count};
  NACRE_TRY(file_->write_at(layout::published_at(published.sequence),
                            layout::encode_published(published)));
  NACRE_TRY(file_->sync());
  sequence_ = published.sequence;
  count_ = count;
  return Ok{};
}

Result<std::vector<std::optional<std::uint32_t>>> copy_kept(fs::FileSystem& files,
                                                            const std::string& path,
                                                            const FileShape& shape, SlotBits kept) {
  // Held until the new file has the name: no writer may add to the old one meanwhile.
  const auto lock = NACRE_TRY(files.lock(path, false, 10'000));
  const auto reader = NACRE_TRY(VectorReader::open(path, shape));
  const std::string temp = path + ".new";
  if (const Status removed = files.remove(temp);
      !removed.ok() && removed.error().code != ErrorCode::NotFound) {
    return removed.error();
  }
  const auto writer = NACRE_TRY(VectorWriter::open(files, temp, shape));
  std::vector<std::optional<std::uint32_t>> moved(reader->count());
  const std::size_t row_bytes = code_bytes(shape.dimensions);
  const std::size_t row_words = shape.signs ? sign_words(shape.dimensions) : 0;
  for (const Segment& segment : reader->segments()) {
    std::vector<NewVector> some;
    std::vector<std::uint32_t> slots;
    for (std::uint32_t row = 0; row < segment.count; ++row) {
      const std::uint32_t slot = segment.first + row;
      if (slot / 64 >= kept.size() || (kept[slot / 64] >> (slot % 64) & 1) == 0) continue;
      const std::int8_t* const codes = segment.codes + row * row_bytes;
      NewVector vector{.key = reader->key(slot),
                       .coded = {.codes = {codes, codes + row_bytes}, .scale = segment.scales[row]},
                       .signs = {}};
      if (row_words > 0) {
        const std::uint64_t* const bits = segment.signs + row * row_words;
        vector.signs.assign(bits, bits + row_words);
      }
      some.push_back(std::move(vector));
      slots.push_back(slot);
    }
    const std::vector<std::uint32_t> placed = NACRE_TRY(writer->append(some));
    for (std::size_t i = 0; i < slots.size(); ++i) moved[slots[i]] = placed[i];
  }
  NACRE_TRY(files.rename(temp, path));
  NACRE_TRY(files.sync_directory(directory_of(path)));
  return moved;
}

}  // namespace nacre::vector
