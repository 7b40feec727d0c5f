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
  Heading,  // Headings above it that are not in its text, its triggers and tags.
  Title,    // Path, title, aliases and tags of its file (title units only).
  Speaker,  // Who says a chat turn; then not in Body.
};
inline constexpr int kFieldCount = 4;

struct Posting {
  UnitId unit;
  std::uint32_t count;  // Term frequency, >= 1.
  bool operator==(const Posting&) const = default;
};

// Tables (docs/formats-index.md, "Postings"): postings(term, first, data). `term`
// is the field's number as one byte, then the term's bytes. The postings of one
// term fill rows of about kRowBytes, keyed by their first unit.
// data: for each posting varint((unit - previous) << 1 | (count == 1)), then
// varint(count) when it is not 1; `previous` starts at `first`. Rows carry no
// checksum: SQLite's page checks and PRAGMA quick_check guard them, and the
// decoder refuses impossible bytes with Corruption.
//
// A row of a table WITHOUT ROWID that is longer than a quarter of a page spills
// into a page of its own; 900 bytes and the longest term stay below that.
inline constexpr std::size_t kRowBytes = 900;
inline constexpr std::string_view kPostingsSchema =
    "CREATE TABLE postings(term BLOB NOT NULL, first INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY(term, first)) WITHOUT ROWID;";

// Collects postings in memory and appends them to the tables in term order.
//
// Threads: one. `flush` runs inside the caller's transaction.
class PostingsWriter {
 public:
  explicit PostingsWriter(db::Database& database, text::Runs runs = text::Runs::Characters);
  ~PostingsWriter();

  // Tokenizes `text` into the field of `unit`; its length: words and characters,
  // not the identifiers and bigrams made of them. Units come in increasing order.
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
  // Appends all postings of the term, in unit order, dead units included.
  Status read(Field field, std::string_view term, std::vector<Posting>& out) const;

 private:
  db::Database* database_;
};

// Rewrites the rows without the units for which `dead[unit]` holds, and joins
// rows that became small, inside the caller's write transaction.
Status compact_postings(db::Database& database, const std::vector<bool>& dead);

}  // namespace nacre::lexical
