#include "base/result.h"

#include <cstdio>

namespace nacre {

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return "invalid_argument";
    case ErrorCode::NotFound:
      return "not_found";
    case ErrorCode::AlreadyExists:
      return "already_exists";
    case ErrorCode::PermissionDenied:
      return "permission_denied";
    case ErrorCode::Conflict:
      return "conflict";
    case ErrorCode::Corruption:
      return "corruption";
    case ErrorCode::Io:
      return "io";
    case ErrorCode::Unavailable:
      return "unavailable";
    case ErrorCode::Unsupported:
      return "unsupported";
    case ErrorCode::ResourceExhausted:
      return "resource_exhausted";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

void check_failed(const char* expression, const char* file, int line) {
  // not for people: a bug of ours, for the report of it
  std::fprintf(stderr, "nacre: bug: check failed: %s at %s:%d\n", expression, file, line);
  std::abort();
}

}  // namespace nacre
