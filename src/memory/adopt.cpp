#include "memory/adopt.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "base/clock.h"
#include "base/config.h"
#include "fs/backup.h"
#include "fs/restore.h"
#include "fs/root.h"
#include "guard/redact.h"
#include "memory/adopt_items.h"
#include "memory/adopt_settings.h"
#include "memory/history.h"
#include "text/utf8.h"
#include "workspace/layout.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kConfigBytesMax = std::uint64_t{1} << 20;
constexpr int kNamesMax = 100;  // Backups of one second.

std::string printable(std::string_view text) {
  return text::utf8::repair(text).text;
}

// Not for a backup of notes: it can be had again, or is no note.
std::string left_out_because(std::string_view relative) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kLeftOut = {{
      {".git", "git's own store; the files themselves are in the backup"},
      {"node_modules", "packages of another program"},
      {"bower_components", "packages of another program"},
      {".venv", "packages of another program"},
      {"venv", "packages of another program"},
      {"site-packages", "packages of another program"},
      {"__pycache__", "derived"},
      {".cache", "derived"},
  }};
  if (relative == ".nacre/cache") return "derived";
  const std::string_view name = relative.substr(relative.rfind('/') + 1);
  for (const auto& [directory, why] : kLeftOut) {
    if (name == directory) return std::string(why);
  }
  return {};
}

// "2026-11-29T12:00:00Z", and the same for a file's name.
Result<std::string> instant() {
  return base::format_instant(NACRE_TRY(base::make_clock("UTC"))->now(), 0);
}
std::string for_a_name(std::string instant) {
  std::erase_if(instant, [](char c) { return c == '-' || c == ':'; });
  return instant;
}

// A workspace, with what is to become of its configuration.
struct Plan {
  AdoptWorkspace* workspace = nullptr;
  fs::Root root;
  std::string toml_before, toml_after;
  std::vector<std::string> missing;

  bool writes() const { return !missing.empty() || toml_before != toml_after; }
};

class Adoption {
 public:
  Adoption(const AdoptRequest& request, fs::FileSystem& files,
           const workspace::OpenClawEnvironment& environment)
      : request_(request), files_(files), environment_(environment) {}

  Result<AdoptReport> run(const std::function<void(const IndexProgress&)>& progress) {
    found_ = NACRE_TRY(workspace::find_openclaw(files_, request_.directory, environment_));
    report_.found_by = found_.found_by;
    list_installation(files_, found_, report_);
    if (!found_.config_problem.empty()) {
      report_.warnings.push_back(printable(found_.config_path) +
                                 " cannot be read: " + printable(found_.config_problem));
    }
    NACRE_TRY(find_workspaces());
    NACRE_TRY(plan_all());
    report_.changed =
        std::any_of(plans_.begin(), plans_.end(), [](const Plan& plan) { return plan.writes(); });
    if (request_.apply) NACRE_TRY(apply(progress));
    if (!request_.apply && report_.changed) report_.backup.path = NACRE_TRY(backup_path());
    say_what_is_next();
    for (AdoptItem& item : report_.items) item.why = redactor_.redact(item.why).text;
    return std::move(report_);
  }

 private:
  // Those of all agents, each directory once.
  Status find_workspaces() {
    std::map<std::string, std::size_t> known;
    for (const workspace::OpenClawAgent& agent : found_.agents) {
      const auto stat = files_.stat(agent.workspace, true);
      if (!stat.ok() || stat.value().kind != fs::FileKind::Directory) {
        report_.items.push_back(
            {.state = AdoptState::Ignored,
             .kind = "workspace",
             .path = printable(agent.workspace),
             .why = "agent " + printable(agent.id) + " has none yet: there is no such directory"});
        continue;
      }
      const std::string path = NACRE_TRY(files_.real_path(agent.workspace));
      const auto [at, is_new] = known.emplace(path, report_.workspaces.size());
      if (is_new) {
        report_.workspaces.push_back({.path = path});
        agents_.push_back(&agent);
      }
      report_.workspaces[at->second].agents.push_back(printable(agent.id));
    }
    if (report_.workspaces.empty()) {
      return Error{ErrorCode::NotFound,
                   "adopt: no workspace of OpenClaw exists; looked for '" +
                       printable(found_.agents.front().workspace) + "'",
                   "name the directory with the notes: nacre adopt DIR"};
    }
    for (AdoptWorkspace& workspace : report_.workspaces) {
      const std::size_t at = report_.items.size();
      list_workspace(files_, workspace, report_);
      std::string who;
      for (const std::string& agent : workspace.agents) who += (who.empty() ? "" : ", ") + agent;
      report_.items.insert(report_.items.begin() + static_cast<std::ptrdiff_t>(at),
                           {.state = AdoptState::Used,
                            .kind = "workspace",
                            .path = printable(workspace.path),
                            .why = "the notes of agent " + who + "; they stay where they are",
                            .files = workspace.notes});
    }
    return Ok{};
  }

  Status plan_all() {
    for (std::size_t i = 0; i < report_.workspaces.size(); ++i) {
      const fs::Root root = NACRE_TRY(fs::Root::open(files_, report_.workspaces[i].path));
      Plan plan{.workspace = &report_.workspaces[i], .root = root};
      plan.missing = workspace::missing_state(root);
      plan.toml_before = NACRE_TRY(present_config(root));
      auto taken = take_settings(plan.toml_before, agents_[i]->values);
      if (!taken.ok()) {
        return std::move(taken).error().in("'" + plan.workspace->path + "/" +
                                           std::string(workspace::kConfigFile) + "'");
      }
      plan.toml_after = std::move(taken.value().toml);
      plan.workspace->settings = std::move(taken.value().settings);
      plan.workspace->created = plan.missing;
      plans_.push_back(std::move(plan));
    }
    return Ok{};
  }

  static Result<std::string> present_config(const fs::Root& root) {
    auto text = root.read(workspace::kConfigFile, kConfigBytesMax);
    if (text.ok()) return text;
    if (text.error().code == ErrorCode::NotFound) return workspace::config_template();
    return text;
  }

  Status apply(const std::function<void(const IndexProgress&)>& progress) {
    // A guess instead of the owner's settings is no adoption.
    if (!found_.config_problem.empty()) {
      return Error{ErrorCode::Corruption,
                   "'" + printable(found_.config_path) + "': " + printable(found_.config_problem),
                   "mend it (openclaw doctor), then repeat; nothing was changed"};
    }
    if (report_.changed) NACRE_TRY(back_up());
    for (Plan& plan : plans_) NACRE_TRY(write(plan));
    for (Plan& plan : plans_) {
      const auto memory = NACRE_TRY(Memory::open({.workspace = plan.workspace->path}));
      plan.workspace->index = NACRE_TRY(memory->index({}, progress));
      plan.workspace->indexed = true;
    }
    report_.applied = true;
    return Ok{};
  }

  Status write(const Plan& plan) {
    if (!plan.writes()) return Ok{};
    NACRE_TRY(workspace::init_state(plan.root));
    if (plan.toml_before == plan.toml_after) return Ok{};
    const auto clock = NACRE_TRY(base::make_clock("UTC"));
    History history(plan.root, *clock,
                    history_limits(NACRE_TRY(base::Config::parse(plan.toml_before))));
    NACRE_TRY(history.replace("adopt", workspace::kConfigFile,
                              [&](std::string_view present) -> Result<std::optional<std::string>> {
                                if (present == plan.toml_after) return std::optional<std::string>();
                                if (present == plan.toml_before)
                                  return std::optional(plan.toml_after);
                                return Error{ErrorCode::Conflict,
                                             "'" + plan.workspace->path + "/" +
                                                 std::string(workspace::kConfigFile) +
                                                 "' was changed meanwhile",
                                             "repeat the command"};
                              }));
    if (!history.warning().empty()) report_.warnings.push_back(history.warning());
    return Ok{};
  }

  Result<std::string> backup_path() const {
    if (!request_.backup.empty()) {
      std::string path = request_.backup;
      if (!path.starts_with('/')) path = environment_.current_directory + "/" + path;
      path = std::filesystem::path(path).lexically_normal();
      for (const AdoptWorkspace& workspace : report_.workspaces) {
        if (!path.starts_with(workspace.path + "/")) continue;
        return Error{ErrorCode::InvalidArgument,
                     "--backup '" + path + "' lies in the workspace that it is to keep",
                     "name a file outside of '" + workspace.path + "'"};
      }
      return path;
    }
    const std::string& of =
        found_.state_directory.empty() ? report_.workspaces.front().path : found_.state_directory;
    std::string name = of.substr(of.rfind('/') + 1);
    name.erase(0, name.find_first_not_of('.'));
    // Without a home: beside what is backed up.
    const std::string directory = environment_.home.empty() ? of.substr(0, of.rfind('/'))
                                                            : environment_.home + "/.nacre-backups";
    const std::string stem = directory + "/" + (name.empty() ? "openclaw" : name) + "-" +
                             for_a_name(NACRE_TRY(instant()));
    std::string path = stem + ".tar.zst";
    for (int i = 2; i < kNamesMax && files_.stat(path, false).ok(); ++i) {
      path = stem + "-" + std::to_string(i) + ".tar.zst";
    }
    return path;
  }

  Status back_up() {
    fs::BackupRequest request{.path = NACRE_TRY(backup_path()),
                              .tool = "nacre " + std::string(version()),
                              .time = NACRE_TRY(instant()),
                              .leave_out = &left_out_because,
                              .allow_missing = request_.allow_incomplete};
    for (std::size_t i = 0; i < report_.workspaces.size(); ++i) {
      const std::string suffix = i == 0 ? "" : "-" + std::to_string(i + 1);
      request.roots.push_back({.name = "workspace" + suffix, .path = report_.workspaces[i].path});
    }
    if (!found_.config_path.empty()) {
      request.roots.push_back({.name = "openclaw.json", .path = found_.config_path});
    }
    const fs::Manifest manifest = NACRE_TRY(fs::write_backup(files_, request));
    report_.backup = {.path = request.path, .files = manifest.files(), .bytes = manifest.bytes()};
    for (const auto& [from, to] : {std::pair(&manifest.left_out, &report_.backup.left_out),
                                   std::pair(&manifest.missing, &report_.backup.missing)}) {
      for (const fs::BackupNote& note : *from)
        to->push_back(printable(note.path + ": " + note.why));
    }
    return Ok{};
  }

  void say_what_is_next() {
    std::string place = report_.workspaces.front().path;
    if (place.find_first_of(" '\"\\$") != std::string::npos) place = "'" + place + "'";
    if (!request_.apply) {
      std::string again = "nacre adopt";
      if (!request_.directory.empty()) again += " " + request_.directory;
      report_.next.push_back(again + " --yes");
      return;
    }
    report_.next = {"cd " + printable(place), "nacre recall \"what did we decide last week?\"",
                    "nacre watch"};
    if (!found_.config_path.empty()) report_.next.push_back("nacre compare openclaw QUERY");
  }

  const AdoptRequest& request_;
  fs::FileSystem& files_;
  const workspace::OpenClawEnvironment& environment_;
  const guard::Redactor redactor_;
  workspace::OpenClaw found_;
  std::vector<const workspace::OpenClawAgent*> agents_;  // Of each workspace, the first.
  std::vector<Plan> plans_;
  AdoptReport report_;
};

}  // namespace

Result<AdoptReport> adopt(const AdoptRequest& request, fs::FileSystem& files,
                          const workspace::OpenClawEnvironment& environment,
                          const std::function<void(const IndexProgress&)>& progress) {
  return Adoption(request, files, environment).run(progress);
}

Result<RestoreBackupReport> restore_backup(const RestoreBackupRequest& request,
                                           fs::FileSystem& files,
                                           const workspace::OpenClawEnvironment& environment) {
  const auto absolute = [&](const std::string& path) {
    return path.starts_with('/') ? path : environment.current_directory + "/" + path;
  };
  const std::string directory = absolute(request.directory);
  const fs::Manifest manifest = NACRE_TRY(fs::restore_backup(
      files, {.backup = absolute(request.backup), .directory = directory, .force = request.force}));
  RestoreBackupReport report{.backup = absolute(request.backup),
                             .directory = NACRE_TRY(files.real_path(directory)),
                             .tool = printable(manifest.tool),
                             .time = printable(manifest.time),
                             .files = manifest.files(),
                             .bytes = manifest.bytes()};
  for (const fs::BackupRoot& root : manifest.roots) {
    report.roots.emplace_back(printable(root.path), report.directory + "/" + printable(root.name));
  }
  for (const fs::BackupNote& note : manifest.missing) {
    report.missing.push_back(printable(note.path + ": " + note.why));
  }
  return report;
}

}  // namespace nacre::memory
