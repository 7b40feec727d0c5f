#include "index/sqlite_store.h"

#include <set>

#include "index/schema.h"

namespace nacre::index {
namespace {

using db::Transaction;

// Between planning and writing another process may have written; after this
// many times the plan is made inside the transaction, where nobody can.
constexpr int kOptimisticAttempts = 3;

Status check_paths(const std::vector<FileDelta>& deltas) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const FileDelta& delta : deltas) {
    bool fresh = seen.emplace(delta.source, delta.path).second;
    if (!delta.moved_from.empty()) fresh &= seen.emplace(delta.source, delta.moved_from).second;
    if (!fresh) {
      return Error{ErrorCode::InvalidArgument, "apply: '" + delta.path + "' comes twice"};
    }
  }
  return Ok{};
}

// Puts the units that planning took out of a delta into it again.
void give_back(PlannedFile& planned, FileDelta& delta) {
  for (std::size_t i = 0; i < planned.units.size(); ++i) {
    delta.content.units[i] = std::move(planned.units[i].stored.unit);
  }
}

}  // namespace

struct SqliteStore::Plan {
  DeltaPlanner planner;
  std::int64_t generation = 0;
  std::vector<PlannedFile> files;
  // The first unit that is not in the postings writer yet.
  std::size_t next_file = 0, next_unit = 0;
};

SqliteStore::SqliteStore(std::shared_ptr<db::Database> database, std::size_t memory_bytes,
                         text::Runs runs)
    : database_(std::move(database)), postings_(*database_, runs), memory_bytes_(memory_bytes) {}

Status SqliteStore::refuse_while_reading() const {
  if (reading_.expired()) return Ok{};
  return Error{ErrorCode::Unavailable, "index: a snapshot of this store is still in use"};
}

Result<SqliteStore::Plan> SqliteStore::make_plan(std::vector<FileDelta>& deltas) {
  Plan plan{.planner = NACRE_TRY(DeltaPlanner::make(*database_)), .files = {}};
  plan.generation = plan.planner.counters().generation;
  plan.files.reserve(deltas.size());
  for (FileDelta& delta : deltas) {
    plan.files.push_back(NACRE_TRY(plan.planner.plan(delta)));
  }
  return plan;
}

void SqliteStore::tokenize_some(Plan& plan) {
  // At least one unit, however small the bound is.
  for (; plan.next_file < plan.files.size(); ++plan.next_file, plan.next_unit = 0) {
    std::vector<PlannedUnit>& units = plan.files[plan.next_file].units;
    while (plan.next_unit < units.size()) {
      tokenize(units[plan.next_unit++], postings_);
      if (postings_.memory_bytes() >= memory_bytes_) return;
    }
  }
}

Result<ApplyReport> SqliteStore::apply(std::vector<FileDelta> deltas) {
  NACRE_TRY(refuse_while_reading());
  NACRE_TRY(check_paths(deltas));
  ApplyReport report;
  if (deltas.empty()) return report;

  for (int attempt = 0; attempt < kOptimisticAttempts; ++attempt) {
    postings_.discard();
    std::optional<Plan> plan;
    {
      Transaction read = NACRE_TRY(Transaction::begin(*database_, Transaction::Kind::Read));
      plan.emplace(NACRE_TRY(make_plan(deltas)));
    }
    tokenize_some(*plan);
    Transaction transaction = NACRE_TRY(Transaction::begin(*database_, Transaction::Kind::Write));
    const bool current = NACRE_TRY(meta_number(*database_, kGeneration)) == plan->generation;
    if (current) {
      NACRE_TRY(write(*plan, report));
      NACRE_TRY(transaction.commit());
      return report;
    }
    // The plan has taken the units' texts; the next one needs them again.
    for (std::size_t i = 0; i < deltas.size(); ++i) give_back(plan->files[i], deltas[i]);
  }

  postings_.discard();
  Transaction transaction = NACRE_TRY(Transaction::begin(*database_, Transaction::Kind::Write));
  Plan plan = NACRE_TRY(make_plan(deltas));
  NACRE_TRY(write(plan, report));
  NACRE_TRY(transaction.commit());
  return report;
}

Status SqliteStore::write(Plan& plan, ApplyReport& report) {
  const auto& partitions = plan.planner.partitions();
  for (std::size_t id = plan.planner.partitions_known(); id < partitions.size(); ++id) {
    NACRE_TRY(write_partition(*database_, id, partitions[id]));
  }
  tokenize_some(plan);
  while (plan.next_file < plan.files.size()) {
    NACRE_TRY(postings_.flush());
    tokenize_some(plan);
  }
  NACRE_TRY(postings_.flush());

  lexical::UnitTableWriter records(*database_);
  UnitRowWriter rows = NACRE_TRY(UnitRowWriter::make(*database_));
  for (const PlannedFile& file : plan.files) NACRE_TRY(write_file(file, rows, records, report));
  NACRE_TRY(records.flush());

  const Counters& counters = plan.planner.counters();
  NACRE_TRY(set_meta_number(*database_, kNextUnit, counters.next_unit));
  NACRE_TRY(set_meta_number(*database_, kNextFile, counters.next_file));
  NACRE_TRY(set_meta_number(*database_, kDeadUnits, counters.dead_units));
  return set_meta_number(*database_, kGeneration, plan.generation + 1);
}

Status SqliteStore::write_file(const PlannedFile& file, UnitRowWriter& rows,
                               lexical::UnitTableWriter& records, ApplyReport& report) {
  for (const UnitId id : file.dead) {
    NACRE_TRY(rows.remove(id));
    records.set(id, lexical::UnitRecord{});
  }
  for (const std::uint32_t id : file.removed_files) {
    db::Statement remove = NACRE_TRY(database_->prepare("DELETE FROM files WHERE id = ?1"));
    NACRE_TRY(remove.bind(1, std::int64_t{id}).run());
  }
  for (const PlannedUnit& unit : file.units) {
    if (unit.is_new) {
      NACRE_TRY(rows.insert(unit.stored));
      ++report.units_written;
    } else {
      if (unit.moved) NACRE_TRY(rows.move(unit.stored));
      ++report.units_kept;
    }
    records.set(unit.stored.id, unit.record);
  }
  const bool stays = file.kind == FileDelta::Kind::Put || file.kind == FileDelta::Kind::Fail ||
                     (file.kind == FileDelta::Kind::Touch && file.row_exists);
  return stays ? write_file_row(*database_, file.row) : Status(Ok{});
}

Result<std::unique_ptr<Snapshot>> SqliteStore::snapshot() {
  std::shared_ptr<Transaction> transaction = reading_.lock();
  if (transaction == nullptr) {
    transaction = std::make_shared<Transaction>(
        NACRE_TRY(Transaction::begin(*database_, Transaction::Kind::Read)));
    const auto generation =
        static_cast<std::uint64_t>(NACRE_TRY(meta_number(*database_, kGeneration)));
    if (loaded_ == nullptr || loaded_->generation != generation) {
      auto loaded = std::make_shared<Loaded>();
      loaded->generation = generation;
      loaded->table = NACRE_TRY(lexical::UnitTable::load(*database_));
      loaded->partitions = NACRE_TRY(read_partitions(*database_));
      loaded_ = std::move(loaded);
    }
    reading_ = transaction;
  }
  return make_sqlite_snapshot(database_, std::move(transaction), loaded_);
}

Result<StoreInfo> SqliteStore::info() {
  StoreInfo info;
  info.generation = static_cast<std::uint64_t>(NACRE_TRY(meta_number(*database_, kGeneration)));
  db::Statement sums = NACRE_TRY(database_->prepare(
      "SELECT count(*), coalesce(sum(units), 0), coalesce(sum(size), 0) FROM files"));
  NACRE_TRY(sums.step());
  info.files = static_cast<std::uint32_t>(sums.integer(0));
  info.units = static_cast<std::uint32_t>(sums.integer(1));
  info.text_bytes = static_cast<std::uint64_t>(sums.integer(2));
  const std::int64_t pages = NACRE_TRY(database_->pragma("page_count"));
  info.database_bytes =
      static_cast<std::uint64_t>(pages * NACRE_TRY(database_->pragma("page_size")));
  db::Statement tokenizer =
      NACRE_TRY(database_->prepare("SELECT value FROM meta WHERE key = 'tokenizer'"));
  NACRE_TRY(tokenizer.step());
  info.tokenizer = tokenizer.text(0);
  info.schema = NACRE_TRY(database_->pragma("user_version"));
  return info;
}

Status SqliteStore::clear() {
  NACRE_TRY(refuse_while_reading());
  Transaction transaction = NACRE_TRY(Transaction::begin(*database_, Transaction::Kind::Write));
  const std::int64_t generation = NACRE_TRY(meta_number(*database_, kGeneration));
  for (const char* table : {"units", "files", "partitions", "postings", "unit_blocks"}) {
    NACRE_TRY(database_->execute(std::string("DELETE FROM ") + table));
  }
  NACRE_TRY(set_meta_number(*database_, kNextUnit, 1));
  NACRE_TRY(set_meta_number(*database_, kNextFile, 1));
  NACRE_TRY(set_meta_number(*database_, kDeadUnits, 0));
  NACRE_TRY(set_meta_number(*database_, kComplete, 0));
  NACRE_TRY(set_meta_number(*database_, kGeneration, generation + 1));
  return transaction.commit();
}

Status SqliteStore::check() {
  db::Statement counts = NACRE_TRY(database_->prepare(
      "SELECT (SELECT count(*) FROM units), (SELECT count(*) FROM units u JOIN files f ON f.id = "
      "u.file)"));
  NACRE_TRY(counts.step());
  const std::int64_t rows = counts.integer(0), with_file = counts.integer(1);
  counts.reset();
  const lexical::UnitTable table = NACRE_TRY(lexical::UnitTable::load(*database_));
  std::int64_t alive = 0;
  for (const lexical::UnitRecord& record : table.records()) {
    alive += record.partition != lexical::kDeadPartition ? 1 : 0;
  }
  if (rows == with_file && rows == alive) return Ok{};
  return Error{ErrorCode::Corruption, "index '" + database_->path() + "': rows are missing"};
}

Status SqliteStore::set_complete() {
  if (NACRE_TRY(meta_number(*database_, kComplete)) != 0) return Ok{};
  Transaction transaction = NACRE_TRY(Transaction::begin(*database_, Transaction::Kind::Write));
  NACRE_TRY(set_meta_number(*database_, kComplete, 1));
  return transaction.commit();
}

}  // namespace nacre::index
