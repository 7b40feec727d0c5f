#pragma once

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/types.h"
#include "recall/context.h"

namespace nacre::memory {

// What a session of that scope starts with.
Result<ContextAnswer> context(const ContextRequest& request, const Setting& setting);

// For `status`: files near a limit of the owner's sessions, one sentence each.
std::vector<std::string> context_warnings(const Setting& setting);

}  // namespace nacre::memory
