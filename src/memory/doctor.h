#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fs/volume.h"
#include "memory/setting.h"
#include "nacre/doctor.h"
#include "text/source.h"

namespace nacre::memory {

// What the checks know of the machine, as values, so that a test can say them.
struct Surroundings {
  std::function<Result<fs::Volume>(const std::string& path)> volume = fs::volume_of;
  std::int64_t now_ms = 0;  // Of the system, also where NACRE_NOW stops the clock.
  bool clock_frozen = false;
  std::string host_zone_problem;                 // Empty: it is known.
  std::optional<std::uint64_t> inotify_watches;  // fs.inotify.max_user_watches
  std::uint64_t open_files = 0;                  // RLIMIT_NOFILE, soft.
  std::uint32_t user = 0;                        // Effective.
};
Surroundings look_around();

// Who is looked at. `config_problem` says that the configuration could not be read:
// then `setting` has defaults, and the index and what depends on them are left alone.
struct Patient {
  const Setting& setting;
  const OpenOptions& options;
  const Surroundings& around;
  text::Source& source;
  bool deep = false;
  std::string config_problem;
};

// What is done about a finding, in words; run at most once for each `name`.
struct Repair {
  std::string name;  // Equal repairs have equal names.
  std::function<Result<std::string>()> run;
};

struct Finding {
  DoctorFinding shown;
  std::optional<Repair> repair;
};

// What one check says. `id` is without the check's name, which is put before it.
class Findings {
 public:
  explicit Findings(std::string_view check) : check_(check) {}

  void add(Severity severity, std::string_view id, std::string what, std::string where = {},
           std::string advice = {});
  void add(Severity severity, std::string_view id, std::string what, std::string where,
           std::string advice, Repair repair);
  // One sentence for when nothing is wrong.
  void fine(std::string what) { fine_ = std::move(what); }

  // Never empty: a check that found nothing says so.
  std::vector<Finding> take() &&;

 private:
  std::string check_, fine_;
  std::vector<Finding> findings_;
};

// One check is one function and one row of this table, in the order of the report.
struct DoctorCheck {
  std::string_view id;
  void (*look)(const Patient& patient, Findings& findings);
  bool needs_config = false;
};
std::vector<DoctorCheck> doctor_checks();

// Runs them on one patient, without repairs.
std::vector<Finding> examine(const Patient& patient);

// doctor_rights.cpp, doctor_system.cpp, doctor_config.cpp, doctor_index.cpp,
// doctor_leftovers.cpp, doctor_notes.cpp
void check_rights(const Patient& patient, Findings& findings);
void check_volume(const Patient& patient, Findings& findings);
void check_space(const Patient& patient, Findings& findings);
void check_clock(const Patient& patient, Findings& findings);
void check_limits(const Patient& patient, Findings& findings);
void check_versions(const Patient& patient, Findings& findings);
void check_config(const Patient& patient, Findings& findings);
void check_git(const Patient& patient, Findings& findings);
void check_openclaw(const Patient& patient, Findings& findings);
void check_index(const Patient& patient, Findings& findings);
void check_content(const Patient& patient, Findings& findings);
void check_leftovers(const Patient& patient, Findings& findings);
void check_writes(const Patient& patient, Findings& findings);
void check_history(const Patient& patient, Findings& findings);
void check_secrets(const Patient& patient, Findings& findings);
void check_context(const Patient& patient, Findings& findings);
void check_files(const Patient& patient, Findings& findings);

// "3.2 MiB", for people.
std::string size_text(std::uint64_t bytes);

}  // namespace nacre::memory
