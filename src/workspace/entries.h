#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "fs/root.h"
#include "nacre/types.h"
#include "workspace/templates.h"

namespace nacre::workspace {

struct Written {
  std::string path;
  std::uint32_t line = 0;
  std::string id, content_hash;
  bool already_present = false;
};

// Writes entries, byte-preserving for all else: BOM, line-end style, missing
// final line end, front matter and trailing blanks stay. Every text is checked
// (valid UTF-8, no NUL or control characters but tab and newline, at most 64
// KiB) and cannot break out of its entry: a line that would open a heading, a
// comment or a fence is kept as text by indentation or escaping.
//
// Threads: any; processes: any number (Root's protocols).
class EntryWriter {
 public:
  EntryWriter(const fs::Root& root, const base::Clock& clock, Language language)
      : root_(&root), clock_(&clock), language_(language) {}

  // `- TEXT <!-- id: … --> <!-- … -->` as a list item at the end of MEMORY.md,
  // USER.md or projects/NAME/memory.md, or at the end of the section named
  // `category` (made at the end when missing; headings of both languages are
  // the same section). `to` = daily goes to `log`. InvalidArgument for a bad
  // target, project name, range or importance.
  Result<Written> remember(const RememberRequest& request) const;

  // `### HH:MM - Title`, `<!-- id: … --> <!-- at: … -->`, body, in memory/<today>.md, which
  // starts with `# YYYY-MM-DD` when new. An exact repeat (same day, title and
  // body) writes nothing.
  Result<Written> log(const LogRequest& request) const;

 private:
  const fs::Root* root_;
  const base::Clock* clock_;
  Language language_;
};

// Parses "FROM..TO" (days, either missing, not both).
Result<DayRange> parse_validity(std::string_view text);

}  // namespace nacre::workspace
