#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fs/root.h"
#include "guard/redact.h"
#include "text/source.h"

namespace nacre::workspace {

struct NoteOptions {
  std::uint64_t file_bytes_max = std::uint64_t{64} << 20;  // index.file_bytes_max
  std::uint32_t tokens_target = 400, tokens_max = 512, overlap_tokens = 80;
  Visibility project_visibility = Visibility::Public;
  std::vector<std::string> ignore;  // index.ignore, then .nacreignore: see ignore.h.
  guard::Redactor redactor;         // privacy.redaction: units hold no secret that it finds.
};

// A directory with notes: the workspace itself, what a trusted link leads to, or an
// extra path.
struct NotePlace {
  std::string prefix;     // Of the names of its notes: "", "memory/", "@logseq/".
  std::string directory;  // Its real path.
  bool operator==(const NotePlace&) const = default;
};

// What of the tree is looked at: the directories that are entered, and the files in
// them that are notes.
bool is_entered(std::string_view directory, const NoteOptions& options);
bool is_listed(std::string_view path, const NoteOptions& options);

// The workspace, then what trusted links in it lead to, then the root's mounts. A link
// into a place that has a name already is not followed. One walk over directories.
Result<std::vector<NotePlace>> note_places(const fs::Root& root, const NoteOptions& options);

// The Markdown tree as a source of units. Borrows `root`.
//
// A file is read once; size and stamp are compared before and after, and a file
// that changes meanwhile is read again at most 3 times (then Unavailable).
// Bytes that are not UTF-8 become U+FFFD and are counted; a file of which more
// than a tenth is so is `undecodable`. A long file is cut unit by unit: memory
// stays within twice the file.
// List files are cut per entry: MEMORY.md, USER.md, files whose body is mainly
// list items (lists of facts, chat turns), and files with entries of ours (ids).
// Names that are not UTF-8 are problems of the listing.
std::unique_ptr<text::Source> make_note_source(const fs::Root& root, const NoteOptions& options);

// The units of one file's bytes: what `read` does after reading. `begin` and `end`
// of units are bytes of the file; where bytes were replaced or masked, they are
// exact at line starts only. Masking changes no line's number.
//
// Visibility: an entry's own mark; else a private heading above it; else the
// front matter's. `Unit::visibility` is set only where somebody said so, and then
// Private means private by hand (guard::Attributes::explicit_private).
text::SourceContent parse_note(std::string_view relative_path, std::string_view bytes,
                               const NoteOptions& options);

}  // namespace nacre::workspace
