#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace nacre::test {

// An environment variable that a test sets (or, without a value, removes) and that is as before
// when the test ends.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    // Before the test starts any thread. NOLINTNEXTLINE(concurrency-mt-unsafe)
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~ScopedVariable() { set(before_); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  void set(const std::optional<std::string>& value) {
    if (value) {
      ::setenv(name_, value->c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    } else {
      ::unsetenv(name_);  // NOLINT(concurrency-mt-unsafe)
    }
  }

  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace nacre::test
