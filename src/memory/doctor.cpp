#include "memory/doctor.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <set>

#include "base/clock.h"
#include "base/environment.h"
#include "text/utf8.h"
#include "workspace/note_source.h"

namespace nacre {

std::string_view name(Severity value) {
  switch (value) {
    case Severity::Ok:
      return "ok";
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  NACRE_CHECK(false);
}

Severity DoctorReport::worst() const {
  Severity worst = Severity::Ok;
  for (const DoctorFinding& finding : findings) worst = std::max(worst, finding.severity);
  return worst;
}

namespace memory {
namespace {

// The kernel gives such a file at once or not at all.
std::optional<std::uint64_t> number_in(const char* path) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, 64> digits{};
  const ssize_t count = ::read(file, digits.data(), digits.size());
  ::close(file);
  std::uint64_t value = 0;
  if (count <= 0) return std::nullopt;
  const auto parsed = std::from_chars(digits.data(), digits.data() + count, value);
  return parsed.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::string valid(const std::string& text) {
  return text::utf8::repair(text).text;
}

struct Repaired {
  std::vector<std::string> done;
  std::vector<DoctorFinding> failed;
};

Repaired repair(const std::vector<Finding>& findings) {
  Repaired result;
  std::set<std::string> tried;
  for (const Finding& finding : findings) {
    if (!finding.repair || !tried.insert(finding.repair->name).second) continue;
    const auto done = finding.repair->run();
    if (done.ok()) {
      if (!done.value().empty()) result.done.push_back(valid(done.value()));
      continue;
    }
    result.failed.push_back({.id = "fix." + finding.repair->name,
                             .severity = Severity::Error,
                             .what = valid("it could not be repaired: " + done.error().message),
                             .where = finding.shown.where,
                             .advice = valid(done.error().hint)});
  }
  return result;
}

}  // namespace

Surroundings look_around() {
  Surroundings around;
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  around.now_ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  around.clock_frozen = base::environment("NACRE_NOW").has_value();
  around.host_zone_problem = base::host_zone_problem();
  around.inotify_watches = number_in("/proc/sys/fs/inotify/max_user_watches");
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) around.open_files = limit.rlim_cur;
  around.user = geteuid();
  return around;
}

void Findings::add(Severity severity, std::string_view id, std::string what, std::string where,
                   std::string advice) {
  findings_.push_back(Finding{.shown = {.id = check_ + "." + std::string(id),
                                        .severity = severity,
                                        .what = valid(what),
                                        .where = valid(where),
                                        .advice = valid(advice)},
                              .repair = std::nullopt});
}

void Findings::add(Severity severity, std::string_view id, std::string what, std::string where,
                   std::string advice, Repair repair) {
  add(severity, id, std::move(what), std::move(where), std::move(advice));
  findings_.back().shown.fixable = true;
  findings_.back().repair = std::move(repair);
}

std::vector<Finding> Findings::take() && {
  const bool wrong = std::any_of(findings_.begin(), findings_.end(), [](const Finding& finding) {
    return finding.shown.severity > Severity::Note;
  });
  if (!wrong) {
    findings_.insert(findings_.begin(), Finding{.shown = {.id = check_, .what = valid(fine_)},
                                                .repair = std::nullopt});
  }
  return std::move(findings_);
}

std::vector<DoctorCheck> doctor_checks() {
  return {{"versions", check_versions},    {"rights", check_rights},
          {"volume", check_volume},        {"space", check_space},
          {"clock", check_clock},          {"limits", check_limits},
          {"config", check_config},        {"git", check_git},
          {"openclaw", check_openclaw},    {"writes", check_writes},
          {"leftovers", check_leftovers},  {"history", check_history},
          {"index", check_index, true},    {"content", check_content, true},
          {"files", check_files, true},    {"context", check_context, true},
          {"secrets", check_secrets, true}};
}

std::vector<Finding> examine(const Patient& patient) {
  std::vector<Finding> all;
  for (const DoctorCheck& check : doctor_checks()) {
    Findings findings(check.id);
    if (check.needs_config && !patient.config_problem.empty()) {
      findings.add(Severity::Note, "unchecked",
                   "not looked at, since the configuration cannot be read");
    } else {
      check.look(patient, findings);
    }
    std::vector<Finding> found = std::move(findings).take();
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  return all;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return std::to_string(bytes) + " B";
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (value /= 1024; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %s", value, kUnits.at(unit));
  return text.data();
}

}  // namespace memory

Result<DoctorReport> doctor(const OpenOptions& options, const DoctorRequest& request) {
  std::string config_problem;
  auto opened = memory::open_setting(options, memory::Warnings::Quiet);
  if (!opened.ok() && opened.error().code == ErrorCode::Corruption) {
    config_problem = opened.error().message;
    opened = memory::open_setting(options, memory::Warnings::Quiet, memory::Unreadable::Defaults);
  }
  const memory::Setting setting = NACRE_TRY(std::move(opened));
  const memory::Surroundings around = memory::look_around();
  const auto look = [&]() {
    // Anew each time: what was listed is kept by a source.
    const auto source = workspace::make_note_source(setting.root, setting.notes);
    return memory::examine({.setting = setting,
                            .options = options,
                            .around = around,
                            .source = *source,
                            .deep = request.deep,
                            .config_problem = config_problem});
  };
  DoctorReport report{.workspace = setting.root.directory(), .deep = request.deep};
  std::vector<memory::Finding> findings = look();
  if (request.fix) {
    memory::Repaired repaired = memory::repair(findings);
    report.done = std::move(repaired.done);
    findings = look();
    report.findings = std::move(repaired.failed);
  }
  for (memory::Finding& finding : findings) report.findings.push_back(std::move(finding.shown));
  return report;
}

}  // namespace nacre
