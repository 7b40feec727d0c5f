#pragma once

#include <map>
#include <optional>
#include <vector>

#include "db/database.h"
#include "index/rows.h"
#include "index/store.h"
#include "lexical/postings.h"
#include "lexical/unit_table.h"

namespace nacre::index {

// Why a file's bytes are no text, or not all of them; empty when they are.
std::string not_text(const text::SourceContent& content);

// A unit in its new state.
struct PlannedUnit {
  StoredUnit stored;
  lexical::UnitRecord record;
  bool is_new = false;  // Must be tokenised and inserted.
  bool moved = false;   // Kept, but its row differs.
};

// What one delta changes, worked out against the rows of one generation.
struct PlannedFile {
  FileDelta::Kind kind = FileDelta::Kind::Put;
  FileRow row;  // In its new state.
  bool row_exists = false;
  std::vector<PlannedUnit> units;
  std::vector<UnitId> dead;
  std::vector<std::uint32_t> removed_files;
};

// The numbers from which ids are given out.
struct Counters {
  std::int64_t generation = 0, next_unit = 0, next_file = 0, dead_units = 0;
};
Result<Counters> read_counters(db::Database& database);

// Works out what deltas change, reading only; ids are tentative until the
// generation is checked again in the transaction that writes them.
//
// Threads: one.
class DeltaPlanner {
 public:
  static Result<DeltaPlanner> make(db::Database& database);

  // Takes the units' text out of `delta`.
  Result<PlannedFile> plan(FileDelta& delta);

  const Counters& counters() const { return counters_; }
  // All partitions; those from `partitions_known` on are new.
  const std::vector<guard::Attributes>& partitions() const { return partitions_; }
  std::size_t partitions_known() const { return partitions_known_; }

 private:
  DeltaPlanner(db::Database& database, Counters counters,
               std::vector<guard::Attributes> partitions);
  Result<std::optional<FileRow>> find_file(std::string_view source, std::string_view path);
  Status plan_put(FileDelta& delta, PlannedFile& planned);
  Status kill_units(std::uint32_t file, PlannedFile& planned);
  Result<std::uint16_t> partition_of(const guard::Attributes& attributes);

  db::Database* database_;
  Counters counters_;
  std::vector<guard::Attributes> partitions_;
  std::size_t partitions_known_;
  std::map<guard::Attributes, std::uint16_t> partition_ids_;
};

// Adds a new unit's postings and fills in what only that tells: its lengths.
void tokenize(PlannedUnit& unit, lexical::PostingsWriter& postings);

}  // namespace nacre::index
