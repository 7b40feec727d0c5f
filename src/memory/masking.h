#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "guard/redact.h"
#include "nacre/types.h"

namespace nacre::memory {

// A request without its secrets: what everything below sees of it.
template <typename Request>
struct Masked {
  Request request;
  std::map<std::string, std::uint32_t> counts;  // By kind, as in a receipt.
};

// Every text of it that will be stored.
Masked<RememberRequest> masked(const RememberRequest& request, const guard::Redactor& redactor);
Masked<LogRequest> masked(const LogRequest& request, const guard::Redactor& redactor);

}  // namespace nacre::memory
