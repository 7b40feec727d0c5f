#include "cli/render.h"

#include <array>
#include <cstdio>

#include "cli/columns.h"
#include "cli/harmless.h"

namespace nacre::cli {
namespace {

// The end of a list that nobody reads to its end on a terminal.
constexpr std::size_t kProblemsShown = 50;
constexpr std::size_t kPathsShown = 5;
constexpr std::size_t kLabelColumns = 11;

std::string bytes_for_people(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {"B", "KiB", "MiB", "GiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits.at(unit));
  return buffer;
}

std::string files(std::uint64_t count, const Words& words) {
  return words.count(count, "{} file", "{} files");
}

std::string units(std::uint64_t count, const Words& words) {
  return words.count(count, "{} unit", "{} units");
}

// "2 pending", "3 failed", ...: those that are not zero.
class Counts {
 public:
  explicit Counts(const Words& words) : words_(&words) {}
  void add(std::uint64_t count, const std::string& message) {
    if (count > 0) all_ += (all_.empty() ? "" : words_->say(", ")) + message;
  }
  const std::string& all() const { return all_; }

 private:
  const Words* words_;
  std::string all_;
};

std::string row(const FileStatus& file, const Words& words) {
  const std::string state = words.of(name(file.state)), path = harmless(file.path);
  if (file.reason.empty()) return "  " + state + "  " + path + "\n";
  return "  " + state + "  " + words.say("{}: {}", path, harmless(words.of(file.reason))) + "\n";
}

std::string rows(const std::vector<FileStatus>& files, std::size_t shown_max, const Words& words) {
  std::string out;
  for (std::size_t i = 0; i < files.size() && i < shown_max; ++i) out += row(files[i], words);
  if (files.size() > shown_max) {
    out += "  " + words.say("... and {} more", files.size() - shown_max) + "\n";
  }
  return out;
}

std::string next_page(const GetAnswer& answer, const Words& words) {
  if (!answer.next_from) return {};
  return words.say("lines {}-{} of {}; --from {} goes on", answer.from,
                   answer.from + answer.lines - 1, answer.total_lines, *answer.next_from) +
         "\n";
}

std::string describe(const LayerStatus& layer, const Words& words) {
  Counts counts(words);
  counts.add(layer.pending, words.say("{} pending", layer.pending));
  counts.add(layer.stale, words.say("{} stale", layer.stale));
  counts.add(layer.failed, words.say("{} failed", layer.failed));
  std::string out = padded("  " + std::string(name(layer.layer)), 16) +
                    words.say("{}, {}, {}", files(layer.files, words), units(layer.units, words),
                              bytes_for_people(layer.bytes));
  if (!counts.all().empty()) out += words.say(", ") + counts.all();
  return out + "\n";
}

std::string index_line(const StatusReport& report, const Words& words) {
  if (!report.index_present) return words.say("none; run `nacre index`");
  if (!report.index_problem.empty()) {
    return words.say("unusable: {}; run `nacre index`", harmless(words.of(report.index_problem)));
  }
  const std::string out = words.say("{}, {}, {} of text, {} on disk", files(report.files, words),
                                    units(report.units, words), bytes_for_people(report.text_bytes),
                                    bytes_for_people(report.cache_bytes));
  const bool current = report.pending + report.failed + report.stale + report.undecodable == 0;
  return current ? words.say("{}; all current", out) : out;
}

std::string changes(const IndexReport& report, const Words& words) {
  Counts counts(words);
  counts.add(report.added, words.say("{} added", report.added));
  counts.add(report.updated, words.say("{} updated", report.updated));
  counts.add(report.moved, words.say("{} moved", report.moved));
  counts.add(report.removed, words.say("{} removed", report.removed));
  counts.add(report.failed, words.say("{} failed", report.failed));
  return counts.all().empty() ? words.say("compared") : counts.all();
}

std::string not_complete(const std::string& reason, const Words& words) {
  if (reason.empty()) return words.say("not complete") + "\n";
  return words.say("not complete: {}", harmless(words.of(reason))) + "\n";
}

std::string warning(const std::string& text, const Words& words) {
  return words.say("warning: {}", harmless(words.of(text))) + "\n";
}

}  // namespace

Rendered render(const GetAnswer& answer, bool exact, const Words& words) {
  Rendered rendered;
  const std::string path = harmless(answer.path), reason = harmless(words.of(answer.reason));
  switch (answer.status) {
    case GetStatus::Ok:
      rendered.out = exact ? answer.text : harmless(answer.text, Breaks::Kept);
      if (answer.replaced) {
        rendered.notes += words.say("bytes that are not UTF-8 are shown as U+FFFD") + "\n";
      }
      if (!reason.empty()) rendered.notes += reason + "\n";
      rendered.notes += next_page(answer, words);
      break;
    case GetStatus::NotFound:
      rendered.notes = words.say("not found: {}: {}", path, reason) + "\n";
      break;
    case GetStatus::Denied:
      rendered.notes = words.say("denied: {}: {}", path, reason) + "\n";
      break;
    case GetStatus::Unreadable:
      rendered.notes = words.say("unreadable: {}: {}", path, reason) + "\n";
      break;
  }
  return rendered;
}

Rendered render(const Receipt& receipt, const Words& words) {
  Rendered rendered;
  const std::string place = harmless(receipt.path) + ":" + std::to_string(receipt.line);
  rendered.out =
      words.say(receipt.already_present ? "already there: {}" : "written: {}", place) + "\n";
  for (const auto& [kind, count] : receipt.redacted) {
    rendered.notes += words.say("masked: {} {}", count, words.of(kind)) + "\n";
  }
  if (!receipt.warning.empty()) {
    rendered.notes += harmless(words.of(receipt.warning)) + "\n";
  } else if (!receipt.indexed) {
    rendered.notes += words.say("not searchable by index yet; run `nacre index`") + "\n";
  }
  for (const Receipt& other : receipt.also) {
    const Rendered inner = render(other, words);
    rendered.out += inner.out;
    rendered.notes += inner.notes;
  }
  return rendered;
}

Rendered render(const IndexReport& report, const Look& look, const Words& words) {
  Rendered rendered;
  rendered.out =
      words.say("{}: {} unchanged, {} added, {} updated, {} moved, {} removed, {} failed; {}",
                files(report.seen, words), report.unchanged, report.added, report.updated,
                report.moved, report.removed, report.failed, units(report.units, words)) +
      "\n";
  if (!report.complete) rendered.notes += not_complete(report.reason, words);
  rendered.notes += rows(report.problems, kProblemsShown, words);
  if (look.timing) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.2f", report.took_ms);
    rendered.notes += words.say("{} ms", buffer) + "\n";
  }
  return rendered;
}

Rendered render(const StatusReport& report, const Words& words) {
  Rendered rendered;
  const auto line = [&](const std::string& label, const std::string& text) {
    rendered.out += padded(label, kLabelColumns) + text + "\n";
  };
  line(words.say("workspace"),
       words.say("{} ({})", harmless(report.workspace), harmless(words.of(report.found_by))));
  line(words.say("today"), words.say("{} ({})", report.today, report.timezone));
  line(words.say("index"), index_line(report, words));
  for (const LayerStatus& layer : report.layers) rendered.out += describe(layer, words);
  if (!report.all_files.empty()) {
    rendered.out +=
        words.say("files") + "\n" + rows(report.all_files, report.all_files.size(), words);
  } else if (!report.files_not_current.empty()) {
    rendered.out +=
        words.say("not current") + "\n" + rows(report.files_not_current, kProblemsShown, words);
  }
  for (const std::string& text : report.warnings)
    line(words.say("warning"), harmless(words.of(text)));
  return rendered;
}

Rendered render(const ScanReport& report, const Words& words) {
  Rendered rendered;
  for (const ScanFinding& finding : report.findings) {
    rendered.out += harmless(finding.path) + ":" + std::to_string(finding.line) + "  " +
                    words.of(finding.kind) + "\n";
  }
  const std::string secrets = words.count(report.findings.size(), "{} secret", "{} secrets");
  const std::string looked_at = report.staged
                                    ? words.count(report.files, "{} staged file", "{} staged files")
                                    : files(report.files, words);
  rendered.notes = (report.findings.empty() ? words.say("no secret in {}", looked_at)
                                            : words.say("{} in {}", secrets, looked_at)) +
                   "\n";
  if (report.staged && !(report.findings.empty() && report.problems.empty())) {
    rendered.notes += words.say("paths start at the root of the git repository") + "\n";
  }
  rendered.notes += rows(report.problems, kProblemsShown, words);
  return rendered;
}

Rendered render(const InitReport& report, const Words& words) {
  Rendered rendered;
  rendered.out = words.say("workspace {} ({})", harmless(report.workspace), report.language) + "\n";
  for (const std::string& path : report.created) {
    rendered.out += "  " + words.say("made {}", harmless(path)) + "\n";
  }
  for (const std::string& path : report.kept) {
    rendered.out += "  " + words.say("kept {}", harmless(path)) + "\n";
  }
  return rendered;
}

Rendered render(const WatchReport& report, const Words& words) {
  const IndexReport& index = report.index;
  if (report.kind == WatchReport::Kind::Warning) {
    return {.out = {}, .notes = warning(report.reason, words)};
  }
  Rendered rendered;
  if (report.kind == WatchReport::Kind::Ready) {
    rendered.out = words.say(report.polling ? "watching: {}, {}; polling" : "watching: {}, {}",
                             files(index.seen, words), units(index.units, words));
  } else {
    std::string paths;
    for (std::size_t i = 0; i < report.paths.size() && i < kPathsShown; ++i) {
      paths += (i == 0 ? "" : words.say(", ")) + harmless(report.paths[i]);
    }
    if (report.paths.size() > kPathsShown) {
      paths = words.say("{} and {} more", paths, report.paths.size() - kPathsShown);
    }
    rendered.out = changes(index, words);
    if (!paths.empty()) rendered.out = words.say("{}: {}", rendered.out, paths);
  }
  rendered.out += "\n";
  if (!index.complete) rendered.notes += not_complete(index.reason, words);
  rendered.notes += rows(index.problems, kProblemsShown, words);
  return rendered;
}

std::string render(const Error& error, const Words& words) {
  std::string out = words.say("nacre: {}", harmless(words.of(error.message))) + "\n";
  if (!error.hint.empty()) out += words.say("hint: {}", harmless(words.of(error.hint))) + "\n";
  return out;
}

}  // namespace nacre::cli
