#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "db/database.h"
#include "text/tokenizer.h"

namespace nacre::lexical {

// Names a unit for postings. Given out in increasing order and never reused
// within one generation of the index, so postings are only ever appended.
using UnitId = std::uint32_t;

// Where in a unit a term stands. Fields have postings of their own.
enum class Field : std::uint8_t {
  Body,     // The unit's text.
  Heading,  // Headings above it that are not in its text.
  Title,    // Path, title, aliases and tags of its file (title units only).
};
inline constexpr int kFieldCount = 3;

struct Posting {
  UnitId unit;
  std::uint32_t count;  // Term frequency, >= 1.
  bool operator==(const Posting&) const = default;
};

// Tables (docs/formats.md, "Postings"): postings(term, first, data), rows of at
// most kPostingsPerRow postings of one (field, term), keyed by their first unit.
// data: for each posting varint((unit - previous) << 1 | (count == 1)), then
// varint(count) when it is not 1; `previous` starts at `first`, checksummed rows
// are not needed: SQLite's page checks and PRAGMA quick_check guard them, and
// the decoder refuses impossible bytes with Corruption.
inline constexpr std::size_t kPostingsPerRow = 1024;
inline constexpr std::string_view kSchema =
    "CREATE TABLE postings(term BLOB NOT NULL, first INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY(term, first)) WITHOUT ROWID;";

// Collects postings in memory and appends them to the tables in term order.
//
// Threads: one. `flush` runs inside the caller's transaction.
class PostingsWriter {
 public:
  explicit PostingsWriter(db::Database& database);
  ~PostingsWriter();

  // Tokenizes `text` into the field of `unit`; the number of tokens. Units come
  // in increasing order.
  std::uint32_t add(UnitId unit, Field field, std::string_view text);
  std::size_t memory_bytes() const;
  Status flush();
  // Forgets what was added since the last flush.
  void discard();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Reads postings in the caller's read transaction. Threads: one.
class PostingsReader {
 public:
  explicit PostingsReader(db::Database& database) : database_(&database) {}
  // Appends all postings of the term, in unit order.
  Status read(Field field, std::string_view term, std::vector<Posting>& out) const;

 private:
  db::Database* database_;
};

// Rewrites all rows without the units for which `dead[unit]` holds.
Status compact_postings(db::Database& database, const std::vector<bool>& dead);

}  // namespace nacre::lexical
