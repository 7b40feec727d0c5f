#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/types.h"

namespace nacre::memory {

// Where texts wait that could not be written to their note.
inline constexpr std::string_view kPendingDirectory = ".nacre/pending";

// `why` with what became of the request, which is masked already: its text waits in a file of
// kPendingDirectory, below a first line with the command that was to write it, so that nothing
// has to be guessed. The file is named by its content, so that a repeat is no second copy.
// `why` as it is where that fails too, where it says that the text is no good, and beyond 1,000
// waiting.
Error kept_for_later(Error why, const RememberRequest& request, const Setting& setting);
Error kept_for_later(Error why, const LogRequest& request, const Setting& setting);

// Of the content of such a file, what is below that first line; of any other text, all.
std::string_view without_command(std::string_view text);

// What to say of texts that wait; empty when none does.
std::string pending_warning(const Setting& setting);

}  // namespace nacre::memory
