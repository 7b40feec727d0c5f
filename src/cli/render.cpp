#include "cli/render.h"

#include <array>
#include <cstdio>

#include "cli/harmless.h"

namespace nacre::cli {
namespace {

// The end of a list that nobody reads to its end on a terminal.
constexpr std::size_t kProblemsShown = 50;
constexpr std::size_t kPathsShown = 5;

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

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string row(const FileStatus& file) {
  std::string out = "  " + std::string(name(file.state)) + "  " + harmless(file.path);
  if (!file.reason.empty()) out += ": " + harmless(file.reason);
  return out + "\n";
}

std::string rows(const std::vector<FileStatus>& files, std::size_t shown_max) {
  std::string out;
  for (std::size_t i = 0; i < files.size() && i < shown_max; ++i) out += row(files[i]);
  if (files.size() > shown_max) {
    out += "  ... and " + std::to_string(files.size() - shown_max) + " more\n";
  }
  return out;
}

std::string next_page(const GetAnswer& answer) {
  if (!answer.next_from) return {};
  return "lines " + std::to_string(answer.from) + "-" +
         std::to_string(answer.from + answer.lines - 1) + " of " +
         std::to_string(answer.total_lines) + "; --from " + std::to_string(*answer.next_from) +
         " goes on\n";
}

std::string describe(const LayerStatus& layer) {
  std::string out = "  " + std::string(name(layer.layer));
  out.resize(16, ' ');
  out += counted(layer.files, "file") + ", " + counted(layer.units, "unit") + ", " +
         bytes_for_people(layer.bytes);
  const auto add = [&](std::uint32_t count, const char* what) {
    if (count > 0) out += ", " + std::to_string(count) + " " + what;
  };
  add(layer.pending, "pending");
  add(layer.stale, "stale");
  add(layer.failed, "failed");
  return out + "\n";
}

std::string index_line(const StatusReport& report) {
  if (!report.index_present) return "none; run `nacre index`";
  if (!report.index_problem.empty()) {
    return "unusable: " + harmless(report.index_problem) + "; run `nacre index`";
  }
  std::string out = counted(report.files, "file") + ", " + counted(report.units, "unit") + ", " +
                    bytes_for_people(report.text_bytes) + " of text, " +
                    bytes_for_people(report.cache_bytes) + " on disk";
  const bool current = report.pending + report.failed + report.stale + report.undecodable == 0;
  return out + (current ? "; all current" : "");
}

std::string changes(const IndexReport& report) {
  std::string out;
  const auto add = [&](std::uint32_t count, const char* what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  add(report.added, "added");
  add(report.updated, "updated");
  add(report.moved, "moved");
  add(report.removed, "removed");
  add(report.failed, "failed");
  return out.empty() ? "compared" : out;
}

}  // namespace

Rendered render(const GetAnswer& answer, bool exact) {
  Rendered rendered;
  const std::string path = harmless(answer.path);
  switch (answer.status) {
    case GetStatus::Ok:
      rendered.out = exact ? answer.text : harmless(answer.text, Breaks::Kept);
      if (answer.replaced) rendered.notes += "bytes that are not UTF-8 are shown as U+FFFD\n";
      if (!answer.reason.empty()) rendered.notes += harmless(answer.reason) + "\n";
      rendered.notes += next_page(answer);
      break;
    case GetStatus::NotFound:
      rendered.notes = "not found: " + path + ": " + harmless(answer.reason) + "\n";
      break;
    case GetStatus::Denied:
      rendered.notes = "denied: " + path + ": " + harmless(answer.reason) + "\n";
      break;
    case GetStatus::Unreadable:
      rendered.notes = "unreadable: " + path + ": " + harmless(answer.reason) + "\n";
      break;
  }
  return rendered;
}

Rendered render(const Receipt& receipt) {
  Rendered rendered;
  const std::string place = harmless(receipt.path) + ":" + std::to_string(receipt.line);
  rendered.out = (receipt.already_present ? "already there: " : "written: ") + place + "\n";
  for (const auto& [kind, count] : receipt.redacted) {
    rendered.notes += "masked: " + std::to_string(count) + " " + kind + "\n";
  }
  if (!receipt.warning.empty()) {
    rendered.notes += harmless(receipt.warning) + "\n";
  } else if (!receipt.indexed) {
    rendered.notes += "not searchable by index yet; run `nacre index`\n";
  }
  for (const Receipt& other : receipt.also) {
    const Rendered inner = render(other);
    rendered.out += inner.out;
    rendered.notes += inner.notes;
  }
  return rendered;
}

Rendered render(const IndexReport& report, const Look& look) {
  Rendered rendered;
  rendered.out = counted(report.seen, "file") + ": " + std::to_string(report.unchanged) +
                 " unchanged, " + std::to_string(report.added) + " added, " +
                 std::to_string(report.updated) + " updated, " + std::to_string(report.moved) +
                 " moved, " + std::to_string(report.removed) + " removed, " +
                 std::to_string(report.failed) + " failed; " + counted(report.units, "unit") + "\n";
  if (!report.complete) {
    rendered.notes +=
        "not complete" + (report.reason.empty() ? "" : ": " + harmless(report.reason)) + "\n";
  }
  rendered.notes += rows(report.problems, kProblemsShown);
  if (look.timing) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.2f ms\n", report.took_ms);
    rendered.notes += buffer;
  }
  return rendered;
}

Rendered render(const StatusReport& report) {
  Rendered rendered;
  rendered.out = "workspace  " + harmless(report.workspace) + " (" + harmless(report.found_by) +
                 ")\ntoday      " + report.today + " (" + report.timezone + ")\nindex      " +
                 index_line(report) + "\n";
  for (const LayerStatus& layer : report.layers) rendered.out += describe(layer);
  if (!report.all_files.empty()) {
    rendered.out += "files\n" + rows(report.all_files, report.all_files.size());
  } else if (!report.files_not_current.empty()) {
    rendered.out += "not current\n" + rows(report.files_not_current, kProblemsShown);
  }
  for (const std::string& warning : report.warnings) {
    rendered.out += "warning    " + harmless(warning) + "\n";
  }
  return rendered;
}

Rendered render(const ScanReport& report) {
  Rendered rendered;
  for (const ScanFinding& finding : report.findings) {
    rendered.out +=
        harmless(finding.path) + ":" + std::to_string(finding.line) + "  " + finding.kind + "\n";
  }
  rendered.notes = counted(report.findings.size(), "secret") + " in " +
                   counted(report.files, report.staged ? "staged file" : "file") + "\n" +
                   rows(report.problems, kProblemsShown);
  return rendered;
}

Rendered render(const InitReport& report) {
  Rendered rendered;
  rendered.out = "workspace " + harmless(report.workspace) + " (" + report.language + ")\n";
  for (const std::string& path : report.created) rendered.out += "  made " + harmless(path) + "\n";
  for (const std::string& path : report.kept) rendered.out += "  kept " + harmless(path) + "\n";
  return rendered;
}

Rendered render(const WatchReport& report) {
  const IndexReport& index = report.index;
  if (report.kind == WatchReport::Kind::Warning) {
    return {.out = {}, .notes = "warning: " + harmless(report.reason) + "\n"};
  }
  Rendered rendered;
  if (report.kind == WatchReport::Kind::Ready) {
    rendered.out = "watching: " + counted(index.seen, "file") + ", " +
                   counted(index.units, "unit") + (report.polling ? "; polling" : "") + "\n";
  } else {
    rendered.out = changes(index);
    for (std::size_t i = 0; i < report.paths.size() && i < kPathsShown; ++i) {
      rendered.out += (i == 0 ? ": " : ", ") + harmless(report.paths[i]);
    }
    if (report.paths.size() > kPathsShown) {
      rendered.out += " and " + std::to_string(report.paths.size() - kPathsShown) + " more";
    }
    rendered.out += "\n";
  }
  if (!index.complete) rendered.notes += "not complete: " + harmless(index.reason) + "\n";
  rendered.notes += rows(index.problems, kProblemsShown);
  return rendered;
}

std::string render(const Error& error) {
  std::string out = "nacre: " + harmless(error.message) + "\n";
  if (!error.hint.empty()) out += "hint: " + harmless(error.hint) + "\n";
  return out;
}

}  // namespace nacre::cli
