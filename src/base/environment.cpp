#include "base/environment.h"

#include <cstdlib>

namespace nacre::base {

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): see the header.
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

}  // namespace nacre::base
