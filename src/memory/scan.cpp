#include "memory/scan.h"

#include <algorithm>
#include <array>

#include "fs/walk.h"
#include "memory/git.h"
#include "text/utf8.h"

namespace nacre::memory {
namespace {

constexpr std::size_t kLookBytes = 8000;  // As git looks for NUL.
// A commit may hold larger files than notes are.
constexpr std::uint64_t kStagedBytesMax = std::uint64_t{256} << 20;

bool is_text(std::string_view bytes) {
  return bytes.substr(0, kLookBytes).find('\0') == std::string_view::npos;
}

// Switched off means that nothing is masked, not that there is nothing to report.
guard::Redactor finder_of(const Setting& setting) {
  guard::RedactorOptions options = setting.redactor.options();
  if (options.level == guard::RedactionLevel::Off) options.level = guard::RedactionLevel::Secrets;
  return guard::Redactor(options);
}

// Other programs' packages, git's objects and what is derived from the files.
bool enters(std::string_view path) {
  constexpr std::array<std::string_view, 5> kSkipped = {".git", "node_modules", ".venv", "venv",
                                                        "__pycache__"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return path != ".nacre/cache" &&
         std::find(kSkipped.begin(), kSkipped.end(), name) == kSkipped.end();
}

class Scan {
 public:
  explicit Scan(const Setting& setting) : setting_(setting), finder_(finder_of(setting)) {}

  void text(const std::string& path, const Result<std::string>& bytes) {
    if (!bytes.ok()) return problem(path, bytes.error().message);
    if (!is_text(bytes.value())) return;
    ++report_.files;
    const std::string text = text::utf8::repair(bytes.value()).text;
    std::uint32_t line = 1;
    std::size_t at = 0;
    for (const guard::Finding& finding : finder_.find(text)) {
      const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = text.begin() + static_cast<std::ptrdiff_t>(finding.begin);
      line += static_cast<std::uint32_t>(std::count(begin, end, '\n'));
      at = finding.begin;
      report_.findings.push_back(
          {.path = path, .line = line, .kind = std::string(guard::name(finding.kind))});
    }
  }

  void file(const std::string& path) {
    text(path, setting_.root.read(path, setting_.notes.file_bytes_max));
  }

  Status tree(const std::string& path) {
    const std::string prefix = path.empty() ? "" : path + "/";
    fs::WalkOptions options;
    options.enter = [&](std::string_view below) { return enters(prefix + std::string(below)); };
    const std::string directory = setting_.root.directory() + (path.empty() ? "" : "/" + path);
    const fs::WalkResult found = NACRE_TRY(fs::walk(*setting_.files, directory, options));
    for (const fs::WalkEntry& entry : found.files) file(prefix + entry.path);
    for (const fs::WalkProblem& other : found.problems) problem(prefix + other.path, other.message);
    return Ok{};
  }

  ScanReport take() { return std::move(report_); }

 private:
  void problem(const std::string& path, const std::string& reason) {
    report_.problems.push_back({.path = text::utf8::repair(path).text,
                                .state = FileState::Failed,
                                .reason = text::utf8::repair(reason).text});
  }

  const Setting& setting_;
  const guard::Redactor finder_;
  ScanReport report_;
};

Result<std::string> relative(std::string path, const Setting& setting) {
  const std::string& directory = setting.root.directory();
  if (path.starts_with(directory + "/")) path.erase(0, directory.size() + 1);
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (path == "." || path == directory) return std::string();
  NACRE_TRY(fs::Root::check(path));
  return path;
}

bool lies_in(std::string_view path, const std::vector<std::string>& places) {
  return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
    return place.empty() || path == place || path.starts_with(place + "/");
  });
}

// `places` lie in the workspace; none: all that git would commit, also outside of it.
Status scan_staged(Scan& scan, std::vector<std::string> places, const Setting& setting) {
  const std::string& directory = setting.root.directory();
  const std::string prefix = NACRE_TRY(prefix_in_repository(directory));
  for (std::string& place : places) {
    place = prefix + place;
    if (place.ends_with('/')) place.pop_back();
  }
  const std::uint64_t bytes_max = std::max(kStagedBytesMax, setting.notes.file_bytes_max);
  for (const StagedFile& file : NACRE_TRY(staged_files(directory))) {
    if (!places.empty() && !lies_in(file.path, places)) continue;
    scan.text(file.path, staged_text(directory, file, bytes_max));
  }
  return Ok{};
}

}  // namespace

Result<ScanReport> scan(const ScanRequest& request, const Setting& setting) {
  std::vector<std::string> places;
  for (const std::string& path : request.paths) {
    places.push_back(NACRE_TRY(relative(path, setting)));
  }
  if (places.empty()) places.emplace_back();

  Scan scan(setting);
  if (request.staged) {
    NACRE_TRY(
        scan_staged(scan, request.paths.empty() ? std::vector<std::string>() : places, setting));
  } else {
    for (const std::string& place : places) {
      if (place.empty()) {
        NACRE_TRY(scan.tree(place));
        continue;
      }
      const fs::Stat stat = NACRE_TRY(setting.root.stat(place));
      if (stat.kind == fs::FileKind::Directory) {
        NACRE_TRY(scan.tree(place));
      } else {
        scan.file(place);
      }
    }
  }
  ScanReport report = scan.take();
  report.staged = request.staged;
  return report;
}

}  // namespace nacre::memory
