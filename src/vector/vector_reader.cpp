#include <bit>
#include <cstring>

#include "fs/mapped_file.h"
#include "vector/file_layout.h"
#include "vector/vector_file.h"

namespace nacre::vector {
namespace {

// Rows are mapped as they are on disk.
static_assert(std::endian::native == std::endian::little);

template <typename Number>
const Number* array_at(const char* block, std::uint64_t offset) {
  return reinterpret_cast<const Number*>(block + offset);
}

}  // namespace

struct VectorReader::Mapping {
  explicit Mapping(fs::MappedFile given) : file(std::move(given)) {}
  fs::MappedFile file;
};

VectorReader::VectorReader(const FileShape& shape) : shape_(shape) {}
VectorReader::~VectorReader() = default;

Result<std::unique_ptr<VectorReader>> VectorReader::open(const std::string& path,
                                                         const FileShape& shape) {
  std::unique_ptr<VectorReader> reader(new VectorReader(shape));
  NACRE_TRY(reader->map(path));
  NACRE_TRY(reader->take_published());
  return reader;
}

Status VectorReader::map(const std::string& path) {
  path_ = path;
  fs::MappedFile file = NACRE_TRY(fs::MappedFile::open(path));
  mapping_ = std::make_unique<Mapping>(std::move(file));
  const std::string_view page = mapping_->file.bytes().substr(0, layout::kHeaderBytes);
  Status checked = layout::check_header(page, shape_);
  return checked.ok() ? checked : Status(std::move(checked).error().in("vectors '" + path + "'"));
}

Status VectorReader::take_published() {
  const auto published =
      layout::read_published(mapping_->file.bytes().substr(0, layout::kHeaderBytes));
  const layout::Block block(shape_);
  if (published && block.file_bytes(published->count) > mapping_->file.bytes().size()) {
    NACRE_TRY(map(path_));  // It has grown.
  }
  if (!published || block.file_bytes(published->count) > mapping_->file.bytes().size()) {
    return Error{ErrorCode::Corruption,
                 "vectors '" + path_ + "': the number of slots is damaged, or the file is torn"};
  }
  sequence_ = published->sequence;
  count_ = published->count;
  segments_.clear();
  for (std::uint32_t first = 0; first < count_; first += layout::kBlockSlots) {
    const char* const bytes = mapping_->file.bytes().data() + block.begin(first);
    segments_.push_back(
        {.first = first,
         .count = std::min(layout::kBlockSlots, count_ - first),
         .codes = array_at<std::int8_t>(bytes, block.codes()),
         .scales = array_at<float>(bytes, block.scales()),
         .signs = shape_.signs ? array_at<std::uint64_t>(bytes, block.signs()) : nullptr});
  }
  return Ok{};
}

Result<bool> VectorReader::refresh() {
  const std::uint32_t before = count_;
  NACRE_TRY(take_published());
  return count_ > before;
}

const SlotKey& VectorReader::key(std::uint32_t slot) const {
  NACRE_CHECK(slot < count_);
  const layout::Block block(shape_);
  const char* const bytes = mapping_->file.bytes().data() + block.begin(slot);
  return array_at<SlotKey>(bytes, block.keys())[slot % layout::kBlockSlots];
}

Status VectorReader::verify() const {
  const layout::Block block(shape_);
  for (std::uint32_t slot = 0; slot < count_; ++slot) {
    const char* const bytes = mapping_->file.bytes().data() + block.begin(slot);
    const std::uint32_t row = slot % layout::kBlockSlots;
    const std::string_view codes(bytes + block.codes() + row * block.row_bytes, block.row_bytes);
    const std::string_view signs(bytes + block.signs() + row * block.sign_bytes, block.sign_bytes);
    const float scale = array_at<float>(bytes, block.scales())[row];
    const std::uint32_t check = array_at<std::uint32_t>(bytes, block.checks())[row];
    if (layout::check_of(key(slot), scale, codes, signs) == check) continue;
    return Error{ErrorCode::Corruption,
                 "vectors '" + path_ + "': slot " + std::to_string(slot) + " is damaged"};
  }
  return Ok{};
}

}  // namespace nacre::vector
