#include "cli/columns.h"
#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

constexpr std::size_t kSeverityColumns = 9;

std::string severity_text(Severity severity, const Words& words) {
  switch (severity) {
    case Severity::Ok:
      return words.say("ok");
    case Severity::Note:
      return words.say("note");
    case Severity::Warning:
      return words.say("warning");
    case Severity::Error:
      return words.say("error");
  }
  return {};
}

std::string row(const DoctorFinding& finding, const Words& words) {
  const std::string severity = severity_text(finding.severity, words);
  std::string text = harmless(words.of(finding.what));
  if (!finding.where.empty()) text = words.say("{}: {}", harmless(finding.where), text);
  std::string out = padded(severity, kSeverityColumns) + text + "\n";
  if (!finding.advice.empty()) {
    out += std::string(kSeverityColumns, ' ') +
           words.say("to do: {}", harmless(words.of(finding.advice))) + "\n";
  }
  return out;
}

}  // namespace

Rendered render(const DoctorReport& report, const Words& words) {
  Rendered rendered;
  for (const std::string& done : report.done) {
    rendered.out += words.say("repaired: {}", harmless(words.of(done))) + "\n";
  }
  std::size_t wrong = 0, fixable = 0;
  for (const DoctorFinding& finding : report.findings) {
    rendered.out += row(finding, words);
    if (finding.severity > Severity::Note) ++wrong;
    if (finding.fixable) ++fixable;
  }
  rendered.notes = (wrong == 0 ? words.say("nothing is wrong")
                               : words.count(wrong, "{} problem", "{} problems")) +
                   "\n";
  if (fixable > 0) {
    rendered.notes += words.say("`nacre doctor --fix` repairs {} of these", fixable) + "\n";
  }
  return rendered;
}

}  // namespace nacre::cli
