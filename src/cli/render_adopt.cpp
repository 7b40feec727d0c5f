#include "cli/columns.h"
#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

constexpr std::size_t kKindColumns = 16;

std::string row(std::string_view kind, const std::string& text, const Words& words) {
  return padded("  " + words.of(kind), kKindColumns) + text + "\n";
}

std::string_view kind_name(const AdoptItem& item) {
  if (item.kind == "config") return "configuration";
  if (item.kind == "other_files") return "other files";
  return item.kind;
}

std::string row(const AdoptItem& item, const Words& words) {
  std::string text = words.say("{}: {}", harmless(item.path), harmless(words.of(item.why)));
  const bool counted = item.kind == "notes" || item.kind == "instructions" ||
                       item.kind == "dreams" || item.kind == "other_files" || item.kind == "links";
  if (counted) {
    text = words.count(item.files, "{} file", "{} files") + ", " +
           words.say("{}: {}", harmless(item.path), harmless(words.of(item.why)));
  }
  return row(kind_name(item), text, words);
}

std::string row(const AdoptSetting& setting, bool applied, const Words& words) {
  const std::string pair = harmless(setting.key) + " = " + harmless(setting.value);
  std::string text;
  switch (setting.state) {
    case AdoptSettingState::Taken:
      text = applied ? words.say("{}, taken over from {}", pair, harmless(setting.from))
                     : words.say("{}, from {}", pair, harmless(setting.from));
      break;
    case AdoptSettingState::Present:
      text = words.say("{}, as in {}: it stands there already", pair, harmless(setting.from));
      break;
    case AdoptSettingState::Kept:
    case AdoptSettingState::NotUsed:
      text = words.say("{}: {}", harmless(setting.from), harmless(words.of(setting.why)));
      break;
  }
  return row("setting", text, words);
}

bool is_used(const AdoptSetting& setting) {
  return setting.state == AdoptSettingState::Taken || setting.state == AdoptSettingState::Present;
}

std::string group(const AdoptReport& report, AdoptState state, std::string_view title,
                  const Words& words) {
  std::string rows;
  for (const AdoptItem& item : report.items) {
    if (item.state == state) rows += row(item, words);
  }
  for (const AdoptWorkspace& workspace : report.workspaces) {
    for (const AdoptSetting& setting : workspace.settings) {
      const AdoptState belongs = is_used(setting) ? AdoptState::Used : AdoptState::Ignored;
      if (belongs == state) rows += row(setting, report.applied, words);
    }
  }
  return rows.empty() ? rows : words.of(title) + "\n" + rows;
}

std::string of_backup(const AdoptReport& report, const Words& words) {
  const BackupSummary& backup = report.backup;
  if (backup.path.empty()) return {};
  std::string out = words.of("Backup") + "\n";
  if (!report.applied) {
    return out +
           row("to", words.say("{}, before anything is written", harmless(backup.path)), words);
  }
  out += row("verified",
             words.say("{}: {} files, {} bytes", harmless(backup.path), backup.files, backup.bytes),
             words);
  for (const std::string& note : backup.left_out) {
    out += row("left out", harmless(words.of(note)), words);
  }
  for (const std::string& note : backup.missing) {
    out += row("missing", harmless(words.of(note)), words);
  }
  return out;
}

std::string of_workspaces(const AdoptReport& report, const Words& words) {
  std::string rows;
  for (const AdoptWorkspace& workspace : report.workspaces) {
    for (const std::string& path : workspace.created) {
      rows += row(report.applied ? "made" : "to make",
                  harmless(workspace.path) + "/" + harmless(path), words);
    }
    if (!workspace.indexed) continue;
    const IndexReport& index = workspace.index;
    rows += row("indexed",
                words.say("{}: {} files, {} of them new or changed", harmless(workspace.path),
                          index.seen, index.added + index.updated + index.moved),
                words);
    for (const FileStatus& problem : index.problems) {
      rows += row("not indexed",
                  words.say("{}: {}", harmless(problem.path), harmless(words.of(problem.reason))),
                  words);
    }
  }
  return rows.empty() ? rows : words.of("Nacre's own files") + "\n" + rows;
}

}  // namespace

Rendered render(const AdoptReport& report, const Words& words) {
  Rendered rendered;
  rendered.out = group(report, AdoptState::Found, "Found", words) +
                 group(report, AdoptState::Used, "Used", words) +
                 group(report, AdoptState::Ignored, "Ignored", words) +
                 of_workspaces(report, words) + of_backup(report, words);
  if (!report.applied) {
    rendered.out += report.changed
                        ? words.say("Nothing was changed: this was a dry run.")
                        : words.say("There is nothing to do but to bring the index up to date.");
  } else {
    rendered.out += report.changed
                        ? words.say("Done. Not one note and no file of OpenClaw was changed.")
                        : words.say("There was nothing to change.");
  }
  rendered.out += "\n\n" + words.of("Next") + "\n";
  for (const std::string& command : report.next) rendered.out += "  " + harmless(command) + "\n";
  for (const std::string& warning : report.warnings) {
    rendered.notes += words.say("warning: {}", harmless(words.of(warning))) + "\n";
  }
  return rendered;
}

Rendered render(const RestoreBackupReport& report, const Words& words) {
  Rendered rendered;
  rendered.out = words.say("restored {} files, {} bytes, each as it was on {}", report.files,
                           report.bytes, harmless(report.time)) +
                 "\n";
  for (const auto& [from, to] : report.roots) {
    rendered.out += "  " + words.say("{} from {}", harmless(to), harmless(from)) + "\n";
  }
  for (const std::string& note : report.missing) {
    rendered.notes += words.say("warning: not in the backup: {}", harmless(words.of(note))) + "\n";
  }
  return rendered;
}

}  // namespace nacre::cli
