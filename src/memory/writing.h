#pragma once

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/types.h"
#include "text/source.h"

namespace nacre::memory {

// Writes an entry where its target lies for the scope's user, and brings the index
// to it. PermissionDenied, with a hint to what is allowed, before anything is
// written; every text is valid UTF-8.
Result<Receipt> remember(const RememberRequest& request, const Setting& setting,
                         text::Source& source);
Result<Receipt> log(const LogRequest& request, const Setting& setting, text::Source& source);

}  // namespace nacre::memory
