#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "db/database.h"
#include "lexical/postings.h"

namespace nacre::lexical {

inline constexpr std::uint16_t kDeadPartition = 0xFFFF;
inline constexpr std::int32_t kNoDay = INT32_MIN;

// What ranking needs of a unit without reading its row; 24 bytes, fixed.
struct UnitRecord {
  std::uint32_t file = 0;
  std::uint32_t ordinal = 0;  // In its file; 0 is the title unit.
  std::int32_t day = kNoDay;
  std::uint16_t length = 0;          // Of the body, as PostingsWriter::add says; saturating.
  std::uint16_t heading_length = 0;  // Of the heading, or of the title.
  std::uint16_t partition = kDeadPartition;
  std::uint8_t kind = 0;        // text::UnitKind
  std::uint8_t layer = 0;       // nacre::Layer
  std::uint8_t importance = 0;  // 1..10; 0: none.
  std::uint8_t flags = 0;       // kHasValidity, ...
  std::uint8_t questions = 0;   // Chat turns: share that is question sentences, in 1/255.
  std::uint8_t reserved = 0;
  bool operator==(const UnitRecord&) const = default;
};
static_assert(sizeof(UnitRecord) == 24);
inline constexpr std::uint8_t kHasValidity = 1, kEvergreen = 2;
// A turn of a conversation: what stands before and after it helps to find it.
inline constexpr std::uint8_t kChat = 4;
// Of chat turns: a word for a date or time, a number in digits or words.
inline constexpr std::uint8_t kNamesTime = 8, kNamesNumber = 16;
// An entry with an id of its own; one that takes the place of another.
inline constexpr std::uint8_t kHasId = 32, kSupersedes = 64;

class ScopeView;

// All records, indexed by UnitId (slot 0 is unused). Stored in blocks of
// kRecordsPerBlock as table unit_blocks(block INTEGER PRIMARY KEY, data BLOB),
// little-endian, so that a fresh process loads 100,000 units in a millisecond.
inline constexpr std::uint32_t kRecordsPerBlock = 512;
inline constexpr std::string_view kUnitTableSchema =
    "CREATE TABLE unit_blocks(block INTEGER PRIMARY KEY, data BLOB NOT NULL);";

// Immutable once loaded; threads share it freely.
class UnitTable {
 public:
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

  UnitTable() = default;
  // Corruption when a block has an impossible size or number.
  static Result<UnitTable> load(db::Database& database);
  static UnitTable from_records(std::vector<UnitRecord> records);

  std::size_t size() const { return records_.size(); }  // Highest id + 1.
  const UnitRecord& operator[](UnitId unit) const { return records_[unit]; }
  std::span<const UnitRecord> records() const { return records_; }

  // Live body units of a file in ordinal order.
  std::span<const UnitId> units_of(std::uint32_t file) const;
  // Where `unit`, a live body unit, stands in units_of(its file).
  std::uint32_t place_of(UnitId unit) const;
  // All live body units by file and ordinal; where each stands there (kNowhere:
  // dead or a title).
  std::span<const UnitId> by_file() const { return by_file_; }
  std::span<const std::uint32_t> positions() const { return positions_; }
  // Live title units in the order of their ids.
  std::span<const UnitId> titles() const { return titles_; }

  // The last view of it (scope_view.h), kept for the next question.
  std::shared_ptr<const ScopeView> remembered_view() const;
  void remember_view(std::shared_ptr<const ScopeView> view) const;

 private:
  void index_files();
  std::vector<UnitRecord> records_;
  std::vector<UnitId> by_file_, titles_;
  std::vector<std::uint32_t>
      file_begin_;  // Into by_file_, indexed by file id; one more than files.
  std::vector<std::uint32_t> positions_;
  struct Memo;
  std::shared_ptr<Memo> memo_;
};

// Changes records in blocks inside the caller's write transaction.
class UnitTableWriter {
 public:
  explicit UnitTableWriter(db::Database& database) : database_(&database) {}
  void set(UnitId unit, const UnitRecord& record) { pending_.emplace_back(unit, record); }
  Status flush();

 private:
  db::Database* database_;
  std::vector<std::pair<UnitId, UnitRecord>> pending_;
};

}  // namespace nacre::lexical
