#pragma once

#include <string>

#include "nacre/result.h"
#include "nacre/types.h"
#include "nacre/watch.h"

namespace nacre::cli {

// How answers look to people. Colour marks matches on a terminal; elsewhere
// « and » do, which notes hardly ever contain, while [ ] and ** are Markdown.
struct Look {
  bool colour = false;
  bool explain = false;
  bool timing = false;
};

// An answer for standard output, and remarks about it for standard error.
struct Rendered {
  std::string out;
  std::string notes;
};

Rendered render(const RecallAnswer& answer, const Look& look);
// `exact`: the bytes as they are, for a pipe; otherwise harmless for a terminal.
Rendered render(const GetAnswer& answer, bool exact);
// `exact` as for a note; the report goes to standard error.
Rendered render(const ContextAnswer& answer, bool exact);
Rendered render(const Receipt& receipt);
Rendered render(const IndexReport& report, const Look& look);
Rendered render(const StatusReport& report);
Rendered render(const ScanReport& report);
Rendered render(const InitReport& report);
Rendered render(const WatchReport& report);
// "nacre: what: where: why", then the hint.
std::string render(const Error& error);

}  // namespace nacre::cli
