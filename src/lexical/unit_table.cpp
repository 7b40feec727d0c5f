#include "lexical/unit_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>

#include "text/unit.h"

namespace nacre::lexical {
namespace {

// Records are stored as they lie in memory.
static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kBlockBytes = kRecordsPerBlock * sizeof(UnitRecord);
// More units than an index can have (UnitId), so a wild number allocates nothing.
constexpr std::int64_t kBlocksMax = (std::int64_t{1} << 32) / kRecordsPerBlock;

// Files without any unit that an index may have seen.
constexpr std::size_t kEmptyFilesMax = std::size_t{1} << 22;

bool is_body(const UnitRecord& record) {
  return record.partition != kDeadPartition &&
         record.kind != static_cast<std::uint8_t>(text::UnitKind::Title);
}

Result<std::vector<UnitRecord>> read_block(db::Statement& read, std::int64_t block) {
  std::vector<UnitRecord> records(kRecordsPerBlock);
  read.bind(1, block);
  const bool found = NACRE_TRY(read.step());
  if (found) {
    const auto data = read.blob(0);
    if (data.size() != kBlockBytes) {
      return Error{ErrorCode::Corruption, "unit_blocks: a block has a wrong size"};
    }
    std::memcpy(records.data(), data.data(), kBlockBytes);
  }
  read.reset();
  return records;
}

}  // namespace

struct UnitTable::Memo {
  std::mutex mutex;
  std::shared_ptr<const ScopeView> view;
};

std::shared_ptr<const ScopeView> UnitTable::remembered_view() const {
  if (memo_ == nullptr) return nullptr;
  const std::lock_guard lock(memo_->mutex);
  return memo_->view;
}

void UnitTable::remember_view(std::shared_ptr<const ScopeView> view) const {
  if (memo_ == nullptr) return;
  const std::lock_guard lock(memo_->mutex);
  memo_->view = std::move(view);
}

Result<UnitTable> UnitTable::load(db::Database& database) {
  UnitTable table;
  db::Statement last = NACRE_TRY(database.prepare("SELECT max(block) FROM unit_blocks"));
  if (NACRE_TRY(last.step()) && !last.is_null(0)) {
    const std::int64_t block = last.integer(0);
    if (block < 0 || block >= kBlocksMax) {
      return Error{ErrorCode::Corruption, "unit_blocks: a block has an impossible number"};
    }
    // Blocks of dead units are dropped, so there may be far fewer than numbers.
    table.records_.resize(static_cast<std::size_t>(block + 1) * kRecordsPerBlock);
  }
  db::Statement rows = NACRE_TRY(database.prepare("SELECT block, data FROM unit_blocks"));
  while (NACRE_TRY(rows.step())) {
    const auto block = static_cast<std::uint64_t>(rows.integer(0));
    const auto data = rows.blob(1);
    if (data.size() != kBlockBytes || (block + 1) * kRecordsPerBlock > table.records_.size()) {
      return Error{ErrorCode::Corruption, "unit_blocks: a block has a wrong size or number"};
    }
    std::memcpy(table.records_.data() + block * kRecordsPerBlock, data.data(), kBlockBytes);
  }
  for (const UnitRecord& record : table.records_) {
    // Each file has taken at least one unit id or its share of a margin.
    if (is_body(record) && record.file > table.records_.size() + kEmptyFilesMax) {
      return Error{ErrorCode::Corruption, "unit_blocks: a file has an impossible number"};
    }
  }
  table.index_files();
  return table;
}

UnitTable UnitTable::from_records(std::vector<UnitRecord> records) {
  UnitTable table;
  table.records_ = std::move(records);
  table.index_files();
  return table;
}

void UnitTable::index_files() {
  memo_ = std::make_shared<Memo>();
  std::uint32_t files = 0;
  for (const UnitRecord& record : records_) {
    if (is_body(record)) files = std::max(files, record.file + 1);
  }
  // Counting sort by file; ids rise with ordinals but where files were edited.
  file_begin_.assign(std::size_t{files} + 1, 0);
  for (const UnitRecord& record : records_) {
    if (is_body(record)) ++file_begin_[record.file + 1];
  }
  for (std::size_t file = 0; file < files; ++file) file_begin_[file + 1] += file_begin_[file];

  std::vector<std::uint32_t> next(file_begin_.begin(), file_begin_.end() - 1);
  by_file_.resize(file_begin_.back());
  for (UnitId unit = 0; unit < records_.size(); ++unit) {
    const UnitRecord& record = records_[unit];
    if (is_body(record)) {
      by_file_[next[record.file]++] = unit;
    } else if (record.partition != kDeadPartition) {
      titles_.push_back(unit);
    }
  }
  const auto earlier = [this](UnitId a, UnitId b) {
    return records_[a].ordinal < records_[b].ordinal;
  };
  for (std::size_t file = 0; file < files; ++file) {
    const auto begin = by_file_.begin() + file_begin_[file];
    const auto end = by_file_.begin() + file_begin_[file + 1];
    if (!std::is_sorted(begin, end, earlier)) std::sort(begin, end, earlier);
  }

  positions_.assign(records_.size(), kNowhere);
  for (std::uint32_t at = 0; at < by_file_.size(); ++at) positions_[by_file_[at]] = at;
}

std::span<const UnitId> UnitTable::units_of(std::uint32_t file) const {
  if (std::size_t{file} + 1 >= file_begin_.size()) return {};
  return std::span(by_file_).subspan(file_begin_[file], file_begin_[file + 1] - file_begin_[file]);
}

std::uint32_t UnitTable::place_of(UnitId unit) const {
  return positions_[unit] - file_begin_[records_[unit].file];
}

Status UnitTableWriter::flush() {
  std::stable_sort(pending_.begin(), pending_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  db::Statement read =
      NACRE_TRY(database_->prepare("SELECT data FROM unit_blocks WHERE block = ?1"));
  db::Statement write =
      NACRE_TRY(database_->prepare("INSERT OR REPLACE INTO unit_blocks VALUES(?1, ?2)"));
  for (std::size_t at = 0; at < pending_.size();) {
    const std::uint32_t block = pending_[at].first / kRecordsPerBlock;
    std::vector<UnitRecord> records = NACRE_TRY(read_block(read, block));
    for (; at < pending_.size() && pending_[at].first / kRecordsPerBlock == block; ++at) {
      records[pending_[at].first % kRecordsPerBlock] = pending_[at].second;
    }
    write.bind(1, std::int64_t{block})
        .bind_blob(2, {reinterpret_cast<const std::uint8_t*>(records.data()), kBlockBytes});
    NACRE_TRY(write.run());
  }
  pending_.clear();
  return Ok{};
}

}  // namespace nacre::lexical
