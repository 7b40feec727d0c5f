#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "memory/setting.h"

namespace nacre::memory {

// Where texts wait that could not be written to their note.
inline constexpr std::string_view kPendingDirectory = ".nacre/pending";

// `why` with what became of `text`, which is masked already: it waits in a file of
// kPendingDirectory, named by its content, so that a repeat is no second copy. `why` as it
// is where that fails too, where it says that the text is no good, and beyond 1,000 waiting.
Error kept_for_later(Error why, std::string_view text, const Setting& setting);

// What to say of texts that wait; empty when none does.
std::string pending_warning(const Setting& setting);

}  // namespace nacre::memory
