#pragma once

#include <memory>
#include <vector>

#include "db/database.h"
#include "index/delta.h"
#include "index/store.h"

namespace nacre::index {

// What snapshots of one generation share.
struct Loaded {
  std::uint64_t generation = 0;
  lexical::UnitTable table;
  std::vector<guard::Attributes> partitions;
};

// A store in one SQLite database; docs/formats-index.md has the tables.
class SqliteStore final : public Store {
 public:
  SqliteStore(std::shared_ptr<db::Database> database, std::size_t memory_bytes, text::Runs runs);

  Result<ApplyReport> apply(std::vector<FileDelta> deltas) override;
  Result<std::unique_ptr<Snapshot>> snapshot() override;
  Result<StoreInfo> info() override;
  Status clear() override;
  Status set_complete() override;
  Status check() override;
  Status maintain() override;

 private:
  struct Plan;
  Result<Plan> make_plan(std::vector<FileDelta>& deltas);
  void tokenize_some(Plan& plan);
  Status write(Plan& plan, ApplyReport& report);
  Status write_file(const PlannedFile& file, UnitRowWriter& rows, lexical::UnitTableWriter& records,
                    ApplyReport& report);
  Status refuse_while_reading() const;

  std::shared_ptr<db::Database> database_;
  lexical::PostingsWriter postings_;
  std::size_t memory_bytes_;
  std::shared_ptr<const Loaded> loaded_;
  // The read transaction that live snapshots share.
  std::weak_ptr<db::Transaction> reading_;
};

std::unique_ptr<Snapshot> make_sqlite_snapshot(std::shared_ptr<db::Database> database,
                                               std::shared_ptr<db::Transaction> transaction,
                                               std::shared_ptr<const Loaded> loaded);

}  // namespace nacre::index
