#include "memory/adopt_items.h"

#include <algorithm>
#include <array>
#include <map>

#include "fs/walk.h"
#include "memory/old_index.h"
#include "text/utf8.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

constexpr std::string_view kDatabaseName = "openclaw-agent.sqlite";

std::string printable(std::string_view text) {
  return text::utf8::repair(text).text;
}

std::string transcripts(std::uint64_t count, const std::string& agent) {
  return std::to_string(count) + " transcripts of agent " + printable(agent) +
         ", not used yet: imported once conversations are supported";
}

std::vector<std::string> names_in(fs::FileSystem& files, const std::string& directory,
                                  fs::FileKind kind) {
  std::vector<std::string> names;
  const auto listing = files.list(directory);
  if (!listing.ok()) return names;
  for (const fs::DirectoryEntry& entry : listing.value()) {
    if (entry.kind == kind) names.push_back(entry.name);
  }
  return names;
}

void add_sessions(fs::FileSystem& files, const std::string& directory, const std::string& agent,
                  AdoptReport& report) {
  AdoptItem item{.kind = "sessions", .path = printable(directory)};
  for (const std::string& name : names_in(files, directory, fs::FileKind::Regular)) {
    if (!name.ends_with(".jsonl")) continue;
    const auto stat = files.stat(directory + "/" + name, false);
    if (!stat.ok()) continue;
    ++item.files;
    item.bytes += stat.value().size;
  }
  if (item.files == 0) return;
  item.why = transcripts(item.files, agent);
  report.items.push_back(std::move(item));
}

void add_database(fs::FileSystem& files, const std::string& path, const std::string& agent,
                  AdoptReport& report) {
  const auto stat = files.stat(path, true);
  if (!stat.ok() || stat.value().kind != fs::FileKind::Regular) return;
  AdoptItem item{.state = AdoptState::Ignored,
                 .kind = "index",
                 .path = printable(path),
                 .bytes = stat.value().size};
  const auto index = look_into_old_index(files, path);
  if (!index.ok()) {
    item.why = "an old index is derived and not needed; not looked into: " +
               printable(index.error().message);
    report.items.push_back(std::move(item));
    return;
  }
  const OldIndex& held = index.value();
  item.files = held.files;
  item.why = "an old index is derived and not needed; it holds " + std::to_string(held.chunks) +
             " chunks of " + std::to_string(held.files) + " files, model " +
             (held.model.empty() ? "unknown" : printable(held.model));
  report.items.push_back(std::move(item));
  if (held.sessions == 0) return;
  report.items.push_back({.kind = "sessions",
                          .path = printable(path),
                          .why = transcripts(held.sessions, agent),
                          .files = held.sessions});
}

void add_config(const workspace::OpenClaw& found, AdoptReport& report) {
  if (found.config_path.empty()) {
    if (!found.state_directory.empty()) {
      report.items.push_back({.kind = "config",
                              .path = printable(found.state_directory),
                              .why = "there is no openclaw.json in it; its defaults hold"});
    }
    return;
  }
  AdoptItem item{.state = AdoptState::Used,
                 .kind = "config",
                 .path = printable(found.config_path),
                 .why = "what it says of memory is taken over; the rest is OpenClaw's"};
  if (!found.config_problem.empty()) {
    item.state = AdoptState::Ignored;
    item.why = "it cannot be read: " + printable(found.config_problem);
  } else if (found.has_includes) {
    item.why = "what it says of memory is taken over; files that it includes are not read";
  }
  report.items.push_back(std::move(item));
}

// One item for a kind of file in a workspace.
struct Kind {
  AdoptState state;
  std::string_view kind, why;
  std::uint64_t files = 0, bytes = 0;
};

}  // namespace

void list_installation(fs::FileSystem& files, const workspace::OpenClaw& found,
                       AdoptReport& report) {
  add_config(found, report);
  if (found.state_directory.empty()) return;
  const std::string agents = found.state_directory + "/agents";
  for (const std::string& agent : names_in(files, agents, fs::FileKind::Directory)) {
    const std::string directory = agents + "/" + agent;
    add_sessions(files, directory + "/sessions", agent, report);
    add_database(files, directory + "/agent/" + std::string(kDatabaseName), agent, report);
  }
  const std::string old = found.state_directory + "/memory";
  for (const std::string& name : names_in(files, old, fs::FileKind::Regular)) {
    if (!name.ends_with(".sqlite")) continue;
    add_database(files, old + "/" + name, name.substr(0, name.size() - 7), report);
  }
}

void list_workspace(fs::FileSystem& files, AdoptWorkspace& workspace, AdoptReport& report) {
  const auto walked =
      fs::walk(files, workspace.path,
               {.enter = [](std::string_view path) { return workspace::enter_directory(path); }});
  if (!walked.ok()) {
    report.warnings.push_back(printable(walked.error().message));
    return;
  }
  Kind notes{AdoptState::Used, "notes", "read as they are, never changed by this"};
  Kind instructions{AdoptState::Used, "instructions",
                    "AGENTS.md, SOUL.md and the like stay as they are"};
  Kind dreams{AdoptState::Ignored, "dreams", "for review; neither searched nor loaded"};
  Kind others{AdoptState::Ignored, "other_files", "no notes: only *.md is searched"};
  Kind links{AdoptState::Ignored, "links", "symbolic links are not followed"};
  for (const fs::WalkEntry& entry : walked.value().files) {
    const workspace::PathMeaning meaning = workspace::classify(entry.path, Visibility::Private);
    Kind* kind = &notes;
    if (meaning.layer == Layer::Instructions) {
      kind = &instructions;
    } else if (!meaning.indexed) {
      kind = workspace::is_note_name(entry.path) ? &dreams : &others;
    }
    ++kind->files;
    kind->bytes += entry.stat.size;
  }
  for (const fs::WalkProblem& problem : walked.value().problems) {
    if (problem.directory) {
      report.warnings.push_back(
          printable(workspace.path + "/" + problem.path + ": " + problem.message));
    } else {
      ++links.files;
    }
  }
  workspace.notes = static_cast<std::uint32_t>(notes.files + instructions.files);
  for (const Kind* kind : {&notes, &instructions, &dreams, &others, &links}) {
    if (kind->files == 0) continue;
    report.items.push_back({.state = kind->state,
                            .kind = std::string(kind->kind),
                            .path = printable(workspace.path),
                            .why = std::string(kind->why),
                            .files = kind->files,
                            .bytes = kind->bytes});
  }
}

}  // namespace nacre::memory
