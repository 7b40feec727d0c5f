#pragma once

#include "memory/setting.h"
#include "nacre/compare.h"

namespace nacre::memory {

// Runs `nacre recall` and `openclaw memory search` as processes and pairs what they
// found by file and lines. NotFound without openclaw on PATH; Io, with its last words,
// when a program fails; Unavailable when it is late.
Result<CompareAnswer> compare(const CompareRequest& request, const Setting& setting);

}  // namespace nacre::memory
