#pragma once

#include "nacre/adopt.h"
#include "nacre/compare.h"
#include "nacre/config.h"
#include "nacre/doctor.h"
#include "nacre/result.h"
#include "nacre/types.h"
#include "nacre/undo.h"

namespace nacre::cli {

// What a script learns without reading the answer. Of several that apply the
// first of Usage, Failed, Denied, Partial, Nothing, Found.
enum class ExitCode : int {
  Found = 0,
  Nothing = 1,
  Usage = 2,
  Denied = 3,
  Partial = 4,  // Answered, but a part that is configured failed.
  Failed = 5,
};

// A missing or stale index is no failure: the answer says so.
ExitCode exit_code(const RecallAnswer& answer);
ExitCode exit_code(const GetAnswer& answer);
ExitCode exit_code(const ContextAnswer& answer);
ExitCode exit_code(const Receipt& receipt);
ExitCode exit_code(const IndexReport& report);
ExitCode exit_code(const StatusReport& report);
// A scan answers: secrets found are found. With --staged it is a check, which
// secrets fail, so that git stops the commit.
ExitCode exit_code(const ScanReport& report);
// Nothing: there was nothing to take back, or to list.
ExitCode exit_code(const UndoAnswer& answer);
ExitCode exit_code(const UndoList& list);
// Any finding is a part that is configured and does not work.
ExitCode exit_code(const ConfigCheck& check);
// A note is no finding that a script must look at; warnings are Partial, errors Failed.
ExitCode exit_code(const DoctorReport& report);
// Partial: something could not be read, of notes, backup or configuration.
ExitCode exit_code(const AdoptReport& report);
ExitCode exit_code(const RestoreBackupReport& report);
ExitCode exit_code(const CompareAnswer& answer);
ExitCode exit_code(const Error& error);

}  // namespace nacre::cli
