#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "guard/policy.h"
#include "nacre/types.h"
#include "workspace/note_source.h"

namespace nacre::workspace {

// Who looks.
struct Viewer {
  const Scope& scope;
  const guard::Policy& policy;
};

// What `viewer` sees of a note whose path it may see: lines of entries that it may
// not see are emptied, so that line numbers stay, and at the end of the file they
// are cut off. A heading shows with anything below it, and lines that no entry
// holds show between lines that show. A note without hidden entries is `bytes`.
// nullopt when not even its title may be seen: for the viewer there is no such file.
std::optional<std::string> visible_lines(std::string_view relative_path, std::string_view bytes,
                                         const NoteOptions& options, const Viewer& viewer);

}  // namespace nacre::workspace
