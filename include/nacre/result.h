#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

// Values for what can go wrong in the world; NACRE_CHECK for our own bugs only.

namespace nacre {

// What the caller can do about a failure, not where it happened.
enum class ErrorCode {
  InvalidArgument,    // Correct the call.
  NotFound,           // It is not there.
  AlreadyExists,      // It is there already.
  PermissionDenied,   // Refused by policy or by the system.
  Conflict,           // Somebody else changed it; read again and retry.
  Corruption,         // Bytes are not what we wrote; rebuild or restore.
  Io,                 // The system failed to read or write.
  Unavailable,        // Not now; a retry may succeed.
  Unsupported,        // This build or format cannot do it.
  ResourceExhausted,  // A stated limit was met; the message names its key.
  Internal,           // Our bug.
};

// The name used in JSON and messages: "invalid_argument", "not_found", ...
std::string_view name(ErrorCode code);

struct [[nodiscard]] Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
  std::string hint = {};  // What to do about it; empty when the message says it.

  // Prefixes where we were, so that a message reads from the outside in:
  // "open 'index.db': read segment 7: checksum mismatch".
  Error in(std::string_view where) && {
    message.insert(0, std::string(where) + ": ");
    return std::move(*this);
  }
  Error with_hint(std::string_view text) && {
    hint = text;
    return std::move(*this);
  }
};

[[noreturn]] void check_failed(const char* expression, const char* file, int line);

// Always on: a broken promise of our own is a bug, never an input.
#define NACRE_CHECK(expression) \
  ((expression) ? static_cast<void>(0) : ::nacre::check_failed(#expression, __FILE__, __LINE__))

template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }

  T& value() & {
    NACRE_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    NACRE_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && { return std::move(value()); }

  const Error& error() const& {
    NACRE_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    NACRE_CHECK(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

// For functions that return nothing but success.
struct Ok {};
using Status = Result<Ok>;

}  // namespace nacre

// Yields the value of a Result, or returns its error from the enclosing
// function. A GNU statement expression; we build with GCC and Clang only.
#define NACRE_TRY(expression) NACRE_TRY_IMPL(expression, __COUNTER__)
#define NACRE_TRY_IMPL(expression, n) NACRE_TRY_NAMED(expression, n)
#define NACRE_TRY_NAMED(expression, n)                                      \
  __extension__({                                                           \
    auto nacre_result_##n = (expression);                                   \
    if (!nacre_result_##n.ok()) return std::move(nacre_result_##n).error(); \
    std::move(nacre_result_##n).value();                                    \
  })
