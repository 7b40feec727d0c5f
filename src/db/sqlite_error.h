#pragma once

#include <string_view>

#include "base/result.h"

struct sqlite3;

namespace nacre::db {

// What `code`, an extended result code of SQLite, means for the caller. CANTOPEN
// says why only through the system's `error_number`.
ErrorCode error_code(int code, int error_number);

// The last failure of `handle`, which may be null: "database 'PATH': WHAT".
Error sqlite_error(sqlite3* handle, int code, std::string_view path);

}  // namespace nacre::db
