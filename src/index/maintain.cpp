#include "index/schema.h"
#include "index/sqlite_store.h"

namespace nacre::index {
namespace {

// Below either, postings of dead units cost less than rewriting them.
constexpr std::int64_t kDeadUnitsMin = 4096;
constexpr std::int64_t kDeadShareOne = 4;

Result<std::vector<bool>> dead_units(db::Database& database) {
  const lexical::UnitTable table = NACRE_TRY(lexical::UnitTable::load(database));
  std::vector<bool> dead(table.size());
  for (std::size_t unit = 0; unit < table.size(); ++unit) {
    dead[unit] = table.records()[unit].partition == lexical::kDeadPartition;
  }
  return dead;
}

// Blocks in which no unit lives are not needed: missing records are dead.
Status drop_dead_blocks(db::Database& database, const std::vector<bool>& dead) {
  db::Statement remove = NACRE_TRY(database.prepare("DELETE FROM unit_blocks WHERE block = ?1"));
  for (std::size_t begin = 0; begin < dead.size(); begin += lexical::kRecordsPerBlock) {
    bool any_alive = false;
    for (std::size_t i = 0; i < lexical::kRecordsPerBlock; ++i) any_alive |= !dead[begin + i];
    if (any_alive) continue;
    const auto block = static_cast<std::int64_t>(begin / lexical::kRecordsPerBlock);
    NACRE_TRY(remove.bind(1, block).run());
  }
  return Ok{};
}

}  // namespace

Status SqliteStore::maintain() {
  NACRE_TRY(refuse_while_reading());
  {
    db::Transaction transaction =
        NACRE_TRY(db::Transaction::begin(*database_, db::Transaction::Kind::Write));
    const Counters counters = NACRE_TRY(read_counters(*database_));
    db::Statement count = NACRE_TRY(database_->prepare("SELECT count(*) FROM units"));
    NACRE_TRY(count.step());
    const std::int64_t all = counters.dead_units + count.integer(0);
    count.reset();
    if (counters.dead_units > kDeadUnitsMin && counters.dead_units * kDeadShareOne > all) {
      const std::vector<bool> dead = NACRE_TRY(dead_units(*database_));
      NACRE_TRY(lexical::compact_postings(*database_, dead));
      NACRE_TRY(drop_dead_blocks(*database_, dead));
      NACRE_TRY(set_meta_number(*database_, kDeadUnits, 0));
      NACRE_TRY(set_meta_number(*database_, kGeneration, counters.generation + 1));
      NACRE_TRY(transaction.commit());
    }
  }
  NACRE_TRY(database_->execute("PRAGMA optimize"));
  return database_->checkpoint();
}

}  // namespace nacre::index
