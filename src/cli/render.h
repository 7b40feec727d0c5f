#pragma once

#include <string>

#include "cli/words.h"
#include "nacre/adopt.h"
#include "nacre/compare.h"
#include "nacre/config.h"
#include "nacre/doctor.h"
#include "nacre/result.h"
#include "nacre/types.h"
#include "nacre/undo.h"
#include "nacre/watch.h"

namespace nacre::cli {

// How answers look to people, in the language of `words`. Colour marks matches on a terminal;
// elsewhere « and » do, which notes hardly ever contain, while [ ] and ** are Markdown.
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

Rendered render(const RecallAnswer& answer, const Look& look, const Words& words);
// `exact`: the bytes as they are, for a pipe; otherwise harmless for a terminal.
Rendered render(const GetAnswer& answer, bool exact, const Words& words);
// `exact` as for a note; the report goes to standard error.
Rendered render(const ContextAnswer& answer, bool exact, const Words& words);
Rendered render(const Receipt& receipt, const Words& words);
Rendered render(const IndexReport& report, const Look& look, const Words& words);
Rendered render(const StatusReport& report, const Words& words);
Rendered render(const ScanReport& report, const Words& words);
Rendered render(const InitReport& report, const Words& words);
Rendered render(const ConfigFile& file, const Words& words);
Rendered render(const std::vector<ConfigSetting>& settings, const Words& words);
Rendered render(const ConfigChange& change, const Words& words);
Rendered render(const ConfigExplanation& explanation, const Words& words);
Rendered render(const ConfigCheck& check, const Words& words);
Rendered render(const DoctorReport& report, const Words& words);
Rendered render(const AdoptReport& report, const Words& words);
Rendered render(const RestoreBackupReport& report, const Words& words);
Rendered render(const CompareAnswer& answer, const Words& words);
Rendered render(const WatchReport& report, const Words& words);
Rendered render(const UndoAnswer& answer, const Words& words);
Rendered render(const UndoList& list, const Words& words);
// "nacre: what: where: why", then the hint.
std::string render(const Error& error, const Words& words);

}  // namespace nacre::cli
