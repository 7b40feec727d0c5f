#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "guard/redact.h"
#include "memory/history_record.h"
#include "memory/undo_plan.h"
#include "nacre/undo.h"

namespace nacre::memory {

// How a plan for `write` looks to people, with everything masked. `present` is the file
// before it.
UndoChange describe(const WriteRecord& write, const UndoPlan& plan, std::string_view present,
                    const guard::Redactor& redactor);

}  // namespace nacre::memory
