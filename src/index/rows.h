#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "db/database.h"
#include "index/store.h"

namespace nacre::index {

// Rows of index.db as values, and back. Reading never trusts a number further
// than its type: what cannot be is Corruption.

// SQL that `read_file_row` understands: append a WHERE to it.
#define NACRE_FILE_COLUMNS                                                                \
  "id, source, path, size, modified_ns, changed_ns, inode, content_hash, indexed_at_ns, " \
  "layer, owner, visibility, origin, day, project, title, names, state, reason, units"

Result<FileRow> read_file_row(const db::Statement& row);
// Inserts the row, or replaces that of the same id.
Status write_file_row(db::Database& database, const FileRow& row);

// A unit as stored.
struct StoredUnit {
  UnitId id = 0;
  std::uint32_t file = 0;
  std::uint16_t partition = 0, length = 0, heading_length = 0;
  std::uint16_t speaker_bytes = 0;  // Of a chat turn's text: the name and colon before the words.
  std::int64_t created_at = 0;
  std::string content_hash;  // 32 bytes.
  text::Unit unit;
  bool operator==(const StoredUnit&) const = default;
};

enum class WithText { No, Yes };

Result<std::vector<StoredUnit>> read_units_of(db::Database& database, std::uint32_t file,
                                              WithText with_text);
Result<std::optional<StoredUnit>> read_unit(db::Database& database, UnitId id);

// Writes many rows with statements that are prepared once.
class UnitRowWriter {
 public:
  static Result<UnitRowWriter> make(db::Database& database);
  Status insert(const StoredUnit& unit);
  // Everything but text, heading, hash and lengths, which a kept unit keeps.
  Status move(const StoredUnit& unit);
  Status remove(UnitId id);

 private:
  UnitRowWriter(db::Statement insert, db::Statement move, db::Statement remove)
      : insert_(std::move(insert)), move_(std::move(move)), remove_(std::move(remove)) {}
  db::Statement insert_, move_, remove_;
};

Result<std::vector<guard::Attributes>> read_partitions(db::Database& database);
Status write_partition(db::Database& database, std::size_t id, const guard::Attributes& attributes);

std::string hex_of_bytes(std::string_view bytes);

}  // namespace nacre::index
