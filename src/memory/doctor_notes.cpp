#include <map>
#include <set>

#include "memory/context.h"
#include "memory/doctor.h"
#include "memory/scan.h"
#include "memory/status.h"

namespace nacre::memory {
namespace {

constexpr std::size_t kFilesNamedMax = 20;

// Seen also before there is an index that would say so.
std::vector<text::SourceItem> oversized(const Patient& patient) {
  auto listing = patient.source.list();
  if (!listing.ok()) return {};
  std::vector<text::SourceItem> items = std::move(listing).value().items;
  std::erase_if(items, [&](const text::SourceItem& item) {
    return item.stamp.size <= patient.setting.notes.file_bytes_max;
  });
  return items;
}

}  // namespace

void check_context(const Patient& patient, Findings& findings) {
  findings.fine("a session's start has room for every file");
  for (std::string& warning : context_warnings(patient.setting)) {
    findings.add(Severity::Warning, "near_limit", std::move(warning), "",
                 "move what is old into memory/, or raise the limit");
  }
}

void check_files(const Patient& patient, Findings& findings) {
  findings.fine("every note can be read");
  const auto report = status(false, patient.setting, patient.source);
  if (!report.ok()) {
    findings.add(Severity::Error, "unreadable", report.error().message);
    return;
  }
  std::size_t named = 0;
  std::set<std::string> failed;
  for (const FileStatus& file : report.value().files_not_current) {
    const bool undecodable = file.state == FileState::Undecodable;
    if (!undecodable && file.state != FileState::Failed) continue;
    failed.insert(file.path);
    if (++named > kFilesNamedMax) continue;
    findings.add(Severity::Warning, undecodable ? "undecodable" : "failed",
                 undecodable ? "most of it is not UTF-8, so that little of it is found"
                             : "it is not searchable: " + file.reason,
                 file.path,
                 undecodable ? "save it as UTF-8" : "mend it, or name it in .nacreignore");
  }
  for (const text::SourceItem& item : oversized(patient)) {
    if (failed.contains(item.path) || ++named > kFilesNamedMax) continue;
    findings.add(Severity::Warning, "too_large",
                 size_text(item.stamp.size) + " are more than index.file_bytes_max allows",
                 item.path, "cut it into parts, or raise index.file_bytes_max");
  }
  if (named > kFilesNamedMax) {
    findings.add(Severity::Note, "more",
                 "more such files: " + std::to_string(named - kFilesNamedMax), "", "nacre status");
  }
}

void check_secrets(const Patient& patient, Findings& findings) {
  const auto report = scan({}, patient.setting);
  if (!report.ok()) {
    findings.add(Severity::Warning, "unscanned", report.error().message);
    return;
  }
  findings.fine("no secrets; files looked at: " + std::to_string(report.value().files));
  std::map<std::string, std::uint64_t> counts;
  for (const ScanFinding& finding : report.value().findings) ++counts[finding.path];
  std::size_t named = 0;
  for (const auto& [path, count] : counts) {
    if (++named > kFilesNamedMax) break;
    findings.add(Severity::Warning, "found", "secrets in it: " + std::to_string(count), path,
                 "`nacre scan` says where; move them into a password manager");
  }
  if (counts.size() > kFilesNamedMax) {
    findings.add(Severity::Note, "more",
                 "more files with secrets: " + std::to_string(counts.size() - kFilesNamedMax), "",
                 "nacre scan");
  }
}

}  // namespace nacre::memory
