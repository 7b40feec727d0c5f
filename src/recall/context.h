#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fs/root.h"
#include "guard/policy.h"
#include "guard/redact.h"
#include "nacre/types.h"
#include "workspace/note_source.h"

namespace nacre::recall {

struct ContextLimits {
  std::uint64_t file_chars_max = 20'000;
  std::uint64_t user_chars_max = 4'000;
  std::uint64_t total_chars_max = 60'000;
  std::uint64_t budget_tokens = 28'000;
  double head_share = 0.75;
  int daily_days = 2;
};

// Everything that a session's start needs, borrowed.
struct ContextOptions {
  const base::Clock* clock = nullptr;
  const fs::Root* root = nullptr;
  const guard::Redactor* redactor = nullptr;  // Null: nothing is masked.
  guard::Policy policy;
  workspace::NoteOptions notes;
  ContextLimits limits;
};

// What a session of that scope starts with, from the files alone.
//
// Promises:
//   - the text is never longer than `total_chars_max` and the budget, labels and
//     markers included, and the part of a file never than its own limit;
//   - whole entries and lines: none is cut;
//   - what is left out of a file that the scope may see is named, with the reason;
//   - nothing that the scope may not see changes a byte of the answer;
//   - the same files, clock and request give the same bytes.
// A missing file is nothing to mention. InvalidArgument for a user or project that
// is no name.
Result<ContextAnswer> assemble_context(const ContextRequest& request,
                                       const ContextOptions& options);

// For `status`: what the owner's next session will be warned of, file by file.
// Reads only files whose size in bytes comes near a limit in characters.
std::vector<std::string> files_near_limits(const ContextOptions& options);

}  // namespace nacre::recall
