#include <algorithm>

#include "db/database.h"

namespace nacre::db {
namespace {

Status run_step(Database& database, const Migration& step) {
  Transaction transaction = NACRE_TRY(Transaction::begin(database, Transaction::Kind::Write));
  // Asked again now that nobody else can write: another process may have been here.
  if (NACRE_TRY(database.pragma("user_version")) >= step.to) return Ok{};
  Status stepped = database.execute(step.sql);
  if (!stepped.ok()) {
    Error error = std::move(stepped).error();
    // SQL that runs on every database of ours does not fit this one.
    if (error.code == ErrorCode::Internal) error.code = ErrorCode::Corruption;
    return std::move(error).in("migrate to version " + std::to_string(step.to));
  }
  NACRE_TRY(database.execute("PRAGMA user_version=" + std::to_string(step.to)));
  return transaction.commit();
}

}  // namespace

Status migrate(Database& database, std::span<const Migration> migrations) {
  NACRE_CHECK(!migrations.empty());
  NACRE_CHECK(std::is_sorted(migrations.begin(), migrations.end(),
                             [](const auto& a, const auto& b) { return a.to < b.to; }));
  const std::int64_t version = NACRE_TRY(database.pragma("user_version"));
  if (version > migrations.back().to) {
    return Error{ErrorCode::Unsupported,
                 "database '" + database.path() + "': version " + std::to_string(version) +
                     " was written by a newer program; this one knows " +
                     std::to_string(migrations.back().to),
                 "update nacre, or rebuild the index"};
  }
  for (const Migration& step : migrations) {
    if (step.to > version) NACRE_TRY(run_step(database, step));
  }
  return Ok{};
}

}  // namespace nacre::db
