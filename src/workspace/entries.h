#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "fs/root.h"
#include "nacre/types.h"
#include "workspace/entry_sink.h"
#include "workspace/templates.h"

namespace nacre::workspace {

struct Written {
  std::string path;
  std::uint32_t line = 0;        // 1-based, where the entry starts.
  std::string id, content_hash;  // Of a present entry without an id: empty.
  bool already_present = false;
};

// The file that `to` (long, user, daily, project:NAME) means for `user` (empty:
// the owner): users/NAME/... for others. InvalidArgument for a bad target or name.
Result<std::string> entry_path(std::string_view to, std::string_view user, CivilDay today);

// Writes entries, byte-preserving for all else: BOM, line-end style, missing
// final line end, front matter and trailing blanks stay. Every text is checked
// (valid UTF-8, no NUL or control characters but tab and newline, at most 64
// KiB) and cannot break out of its entry or annotate it: a line that would open a
// heading, an HTML comment, or a fence without an end is escaped; list items are
// indented by two spaces. `scope.user` of a request is canonical
// (guard::canonical_user), and the caller has asked guard::may_write.
//
// Threads: any; processes: any number (Root's protocols).
class EntryWriter {
 public:
  // Borrows all three; without a sink, entries go straight to the files.
  EntryWriter(const fs::Root& root, const base::Clock& clock, Language language,
              const EntrySink* sink = nullptr)
      : direct_(root), sink_(sink), clock_(&clock), language_(language) {}

  // `- TEXT <!-- id: … --> <!-- … -->` as a list item at the end of MEMORY.md,
  // USER.md or projects/NAME/memory.md, or at the end of the section named
  // `category` (made at the end when missing; headings of both languages are
  // the same section). A title becomes `- **Title**: TEXT`. Of several lines the
  // first carries the annotations. `to` = daily goes to `log`, with TEXT as title
  // when it is one short line. An exact repeat – same file, same text, same
  // annotations but id – writes nothing. InvalidArgument for a bad target, project
  // name, range, trigger or importance. `also_daily` is the caller's.
  Result<Written> remember(const RememberRequest& request) const;

  // `### HH:MM - Title`, `<!-- id: … --> <!-- at: … -->`, body, in memory/<today>.md, which
  // starts with `# YYYY-MM-DD` when new. An exact repeat (same day, title and
  // body) writes nothing.
  Result<Written> log(const LogRequest& request) const;

 private:
  const EntrySink& sink() const { return sink_ != nullptr ? *sink_ : direct_; }

  DirectSink direct_;
  const EntrySink* sink_;
  const base::Clock* clock_;
  Language language_;
};

// Parses "FROM..TO" (days, either missing, not both).
Result<DayRange> parse_validity(std::string_view text);

}  // namespace nacre::workspace
