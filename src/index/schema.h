#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "db/database.h"
#include "text/tokenizer.h"

namespace nacre::index {

// The version of index.db (PRAGMA user_version). Any other is rebuilt rather
// than migrated: everything in it is derived.
inline constexpr std::int64_t kSchemaVersion = 3;
// "NACR", PRAGMA application_id.
inline constexpr std::int64_t kApplicationId = 0x4E414352;

// Makes the tables in an empty database; no-op when they are there.
Status create_schema(db::Database& database, std::string_view reading, text::Runs runs);

// Whether this program can read the database: NotFound when it is empty,
// Unsupported when another program, version or tokenizer wrote it.
Status check_schema(db::Database& database, std::string_view reading, text::Runs runs);

// Whether the file is a database that this program made, by its first bytes; a damaged one
// may be ours and not look it.
bool looks_like_index(const std::string& path);

// How its message ends when it is somebody else's database.
inline constexpr std::string_view kForeign = "is not an index of nacre";
// How its message ends when a newer program made the index, which is not ours to replace.
inline constexpr std::string_view kNewer = "was written by a newer nacre";
// How its message ends when its terms are of another kind.
inline constexpr std::string_view kOtherTokenizer = "was built with another tokenizer";
// How its message ends when the notes were read another way (StoreOptions::reading).
inline constexpr std::string_view kOtherReading = "was made with another configuration";
// NotFound while the first whole scan has not come to its end: what such an
// index does not have may well be in the files.
Status check_complete(db::Database& database);

// Numbers in table meta.
inline constexpr std::string_view kGeneration = "generation";
inline constexpr std::string_view kNextUnit = "next_unit";
inline constexpr std::string_view kNextFile = "next_file";
inline constexpr std::string_view kDeadUnits = "dead_units";  // Whose postings are still there.
inline constexpr std::string_view kComplete = "complete";     // 1: a whole scan came to its end.

Result<std::int64_t> meta_number(db::Database& database, std::string_view key);
Status set_meta_number(db::Database& database, std::string_view key, std::int64_t value);

}  // namespace nacre::index
