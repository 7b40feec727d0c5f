#include <algorithm>

#include "index/rows.h"
#include "index/sqlite_store.h"

namespace nacre::index {
namespace {

class SqliteSnapshot final : public Snapshot {
 public:
  SqliteSnapshot(std::shared_ptr<db::Database> database,
                 std::shared_ptr<db::Transaction> transaction, std::shared_ptr<const Loaded> loaded)
      : database_(std::move(database)),
        transaction_(std::move(transaction)),
        loaded_(std::move(loaded)),
        postings_(*database_) {}

  std::uint64_t generation() const override { return loaded_->generation; }
  const lexical::UnitTable& table() const override { return loaded_->table; }
  const lexical::PostingsReader& postings() const override { return postings_; }
  const std::vector<guard::Attributes>& partitions() const override { return loaded_->partitions; }

  Result<UnitRow> unit(UnitId id) override;
  Result<std::vector<UnitRow>> units(const std::vector<UnitId>& ids) override;
  Result<FileRow> file(std::uint32_t id) override;
  Result<std::optional<FileRow>> file_by_path(std::string_view path) override;
  Result<std::vector<FileRow>> files() override;

 private:
  // Declared in this order so that the transaction ends before the connection.
  std::shared_ptr<db::Database> database_;
  std::shared_ptr<db::Transaction> transaction_;
  std::shared_ptr<const Loaded> loaded_;
  lexical::PostingsReader postings_;
};

// The unit as it is shown: what its entry does not say, its file says.
UnitRow resolve(StoredUnit stored, const FileRow& file, const guard::Attributes& partition) {
  UnitRow row;
  row.id = stored.id;
  row.file = file.id;
  row.path = file.path;
  row.content_hash = hex_of_bytes(stored.content_hash);
  row.origin = file.attributes.origin;
  row.owner = partition.owner;
  row.visibility = partition.visibility;
  row.layer = partition.layer;
  row.unit = std::move(stored.unit);
  row.unit.visibility = partition.visibility;
  if (!row.unit.date) row.unit.date = file.attributes.date;
  if (row.unit.project.empty()) row.unit.project = file.attributes.project;
  for (const std::string& tag : file.attributes.tags) {
    const auto& tags = row.unit.tags;
    if (std::find(tags.begin(), tags.end(), tag) == tags.end()) row.unit.tags.push_back(tag);
  }
  return row;
}

// The index names a row that it does not hold.
Error missing(std::string message) {
  return Error{ErrorCode::Corruption, "index: " + message, "run `nacre index --rebuild`"};
}

Result<UnitRow> SqliteSnapshot::unit(UnitId id) {
  std::vector<UnitRow> rows = NACRE_TRY(units({id}));
  return std::move(rows.front());
}

Result<std::vector<UnitRow>> SqliteSnapshot::units(const std::vector<UnitId>& ids) {
  std::vector<UnitRow> rows;
  rows.reserve(ids.size());
  std::optional<FileRow> last;  // Hits of one file often follow each other.
  for (const UnitId id : ids) {
    std::optional<StoredUnit> stored = NACRE_TRY(read_unit(*database_, id));
    if (!stored) return missing("no unit " + std::to_string(id));
    if (!last || last->id != stored->file) last = NACRE_TRY(file(stored->file));
    if (stored->partition >= loaded_->partitions.size()) {
      return Error{ErrorCode::Corruption, "table units: unknown partition"};
    }
    const guard::Attributes& partition = loaded_->partitions[stored->partition];
    rows.push_back(resolve(std::move(*stored), *last, partition));
  }
  return rows;
}

Result<FileRow> SqliteSnapshot::file(std::uint32_t id) {
  db::Statement rows =
      NACRE_TRY(database_->prepare("SELECT " NACRE_FILE_COLUMNS " FROM files WHERE id = ?1"));
  rows.bind(1, std::int64_t{id});
  const bool found = NACRE_TRY(rows.step());
  if (!found) return missing("no file " + std::to_string(id));
  return read_file_row(rows);
}

Result<std::optional<FileRow>> SqliteSnapshot::file_by_path(std::string_view path) {
  db::Statement rows = NACRE_TRY(database_->prepare(
      "SELECT " NACRE_FILE_COLUMNS " FROM files WHERE path = ?1 ORDER BY source LIMIT 1"));
  rows.bind(1, path);
  const bool found = NACRE_TRY(rows.step());
  if (!found) return std::optional<FileRow>();
  return std::optional<FileRow>(NACRE_TRY(read_file_row(rows)));
}

Result<std::vector<FileRow>> SqliteSnapshot::files() {
  db::Statement rows = NACRE_TRY(
      database_->prepare("SELECT " NACRE_FILE_COLUMNS " FROM files ORDER BY path, source"));
  std::vector<FileRow> files;
  while (NACRE_TRY(rows.step())) files.push_back(NACRE_TRY(read_file_row(rows)));
  return files;
}

}  // namespace

std::unique_ptr<Snapshot> make_sqlite_snapshot(std::shared_ptr<db::Database> database,
                                               std::shared_ptr<db::Transaction> transaction,
                                               std::shared_ptr<const Loaded> loaded) {
  return std::make_unique<SqliteSnapshot>(std::move(database), std::move(transaction),
                                          std::move(loaded));
}

}  // namespace nacre::index
