#include "db/sqlite_error.h"

#include <sqlite3.h>

#include <cerrno>
#include <string>

namespace nacre::db {
namespace {

ErrorCode cannot_open(int error_number) {
  switch (error_number) {
    case ENOENT:
      return ErrorCode::NotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::PermissionDenied;
    default:
      return ErrorCode::Io;
  }
}

std::string_view hint(ErrorCode code, int sqlite_code) {
  if ((sqlite_code & 0xff) == SQLITE_FULL) return "the disk is full: free some space";
  if (code == ErrorCode::Unavailable) return "another process is using it: try again";
  if ((sqlite_code & 0xff) == SQLITE_READONLY) {
    return "it or its directory cannot be written: check their owner and rights";
  }
  return {};
}

}  // namespace

ErrorCode error_code(int code, int error_number) {
  switch (code) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
      return ErrorCode::AlreadyExists;
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS:
      return ErrorCode::Corruption;
    case SQLITE_IOERR_NOMEM:
      return ErrorCode::ResourceExhausted;
    default:
      break;
  }
  switch (code & 0xff) {
    case SQLITE_CANTOPEN:
      return cannot_open(error_number);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::Corruption;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
    case SQLITE_INTERRUPT:
      return ErrorCode::Unavailable;
    case SQLITE_IOERR:
    case SQLITE_FULL:
      return ErrorCode::Io;
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
      return ErrorCode::PermissionDenied;
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
      return ErrorCode::ResourceExhausted;
    default:
      return ErrorCode::Internal;
  }
}

Error sqlite_error(sqlite3* handle, int code, std::string_view path) {
  const int error_number = handle != nullptr ? sqlite3_system_errno(handle) : 0;
  // The connection's words are those of its last call, which may not be this one.
  const bool own_words = handle != nullptr && sqlite3_extended_errcode(handle) == code;
  std::string message = "database '" + std::string(path) + "': ";
  message += own_words ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
  const ErrorCode meaning = error_code(code, error_number);
  return Error{meaning, std::move(message), std::string(hint(meaning, code))};
}

}  // namespace nacre::db
