#pragma once

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/types.h"
#include "text/source.h"

namespace nacre::memory {

// What is indexed and what is not, told from names and stamps: no note is read.
// A missing or unusable index is part of the answer.
Result<StatusReport> status(bool all_files, const Setting& setting, text::Source& source);

}  // namespace nacre::memory
