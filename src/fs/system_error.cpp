#include "fs/system_error.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace nacre::fs {
namespace {

ErrorCode code_of(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return ErrorCode::NotFound;
    case EEXIST:
    case ENOTEMPTY:
      return ErrorCode::AlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
      return ErrorCode::PermissionDenied;
    case EISDIR:
    case EINVAL:
    case ENAMETOOLONG:
    case EILSEQ:
      return ErrorCode::InvalidArgument;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return ErrorCode::ResourceExhausted;
    case EAGAIN:
    case EBUSY:
    case ETXTBSY:
      return ErrorCode::Unavailable;
    case EXDEV:
    case ENOSYS:
    case EOPNOTSUPP:
      return ErrorCode::Unsupported;
    default:
      return ErrorCode::Io;
  }
}

std::string hint_for(int number, std::string_view path) {
  switch (number) {
    case EACCES:
    case EPERM:
      return "running as uid " + std::to_string(::geteuid()) +
             "; check owner and rights with: ls -ld '" + std::string(path) + "'";
    case EROFS:
      return "the file system is mounted read-only: remount it, or choose another place";
    case ENOSPC:
      return "the disk is full: free some space and try again";
    case EDQUOT:
      return "the disk quota is used up: free some space and try again";
    case EMFILE:
    case ENFILE:
      return "too many open files: raise the limit (ulimit -n)";
    case ELOOP:
      return "a symbolic link stands in the way: name the real file";
    default:
      return {};
  }
}

}  // namespace

Error system_error(int number, std::string_view verb, std::string_view path) {
  const char* words = ::strerrordesc_np(number);
  std::string message(verb);
  message += " '";
  message += path;
  message += "': ";
  message += words != nullptr ? std::string(words) : "error " + std::to_string(number);
  return Error{code_of(number), std::move(message), hint_for(number, path)};
}

}  // namespace nacre::fs
