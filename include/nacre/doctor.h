#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nacre/options.h"
#include "nacre/result.h"

namespace nacre {

enum class Severity : std::uint8_t { Ok, Note, Warning, Error };
std::string_view name(Severity value);

struct DoctorFinding {
  std::string id;  // "rights.open_state": the check, and what it found. "rights": all is well.
  Severity severity = Severity::Ok;
  std::string what;      // One sentence.
  std::string where;     // A path, a key, or empty.
  std::string advice;    // What to do; empty where nothing is to be done.
  bool fixable = false;  // By `fix`.
};

struct DoctorRequest {
  bool fix = false;   // Repairs what is derived or ours; never a note.
  bool deep = false;  // Reads every file and compares it, not a sample.
};

struct DoctorReport {
  std::string workspace;
  std::vector<DoctorFinding> findings;  // In the order of the checks; after the repairs.
  std::vector<std::string> done;        // What `fix` did, in words.
  bool deep = false;
  Severity worst() const;
};

// Looks at everything that can go wrong around a workspace. Works where the
// configuration cannot be read: what depends on it is then not looked at. Reads only,
// unless `fix`. NotFound when there is no workspace.
Result<DoctorReport> doctor(const OpenOptions& options, const DoctorRequest& request);

}  // namespace nacre
