#include "recall/context_files.h"

#include <algorithm>

#include "base/calendar.h"
#include "fs/walk.h"
#include "text/utf8.h"
#include "workspace/entries.h"
#include "workspace/layout.h"
#include "workspace/note_source.h"

namespace nacre::recall {
namespace {

constexpr std::string_view kSharedDirectory = "memory/shared";

class Planner {
 public:
  Planner(const Scope& scope, const ContextPlace& place) : scope_(scope), place_(place) {}

  Result<ContextPlan> plan() {
    const bool direct = scope_.context == ContextKind::Direct;
    const bool group = scope_.context == ContextKind::Group;
    // A group that may not search is told nothing but how to behave.
    const bool open = guard::may_search(scope_, *place_.policy).allowed;
    if (direct) NACRE_TRY(add_core());
    add_instructions();
    if (direct || (group && open && place_.policy->group_daily)) NACRE_TRY(add_days());
    if (open && !scope_.project.empty()) {
      add(NACRE_TRY(workspace::entry_path("project:" + scope_.project, "", place_.today)));
    }
    if (open && (direct || group)) add_shared();
    if (!direct) withhold(group && open);
    return std::move(plan_);
  }

 private:
  void add(std::string path) {
    const bool known =
        std::any_of(plan_.candidates.begin(), plan_.candidates.end(),
                    [&](const ContextCandidate& candidate) { return candidate.path == path; });
    if (!known) plan_.candidates.push_back({.path = std::move(path)});
  }

  Status add_core() {
    add("MEMORY.md");
    add(NACRE_TRY(workspace::entry_path("long", scope_.user, place_.today)));
    add(NACRE_TRY(workspace::entry_path("user", scope_.user, place_.today)));
    plan_.candidates.back().user_file = true;
    return Ok{};
  }

  void add_instructions() {
    for (const char* name : {"AGENTS.md", "SOUL.md", "IDENTITY.md", "TOOLS.md"}) add(name);
    if (scope_.context == ContextKind::Heartbeat) add("HEARTBEAT.md");
    if (scope_.context == ContextKind::Direct) add("BOOTSTRAP.md");
  }

  // `memory/2026-02-09.md` before `memory/2026-02-09-slug.md`.
  Status add_days() {
    std::vector<std::string> directories = {"memory"};
    if (scope_.context == ContextKind::Direct && !scope_.user.empty()) {
      directories.insert(directories.begin(), "users/" + scope_.user + "/memory");
    }
    std::vector<std::string> names;
    for (const std::string& directory : directories) {
      for (std::string& name : names_in(directory)) names.push_back(std::move(name));
    }
    for (int back = 0; back < place_.daily_days; ++back) {
      const CivilDay day{place_.today.days - back};
      const std::string plain = "/" + base::format_day(day) + ".md";
      for (const bool exact : {true, false}) {
        for (const std::string& path : names) {
          if (path.ends_with(plain) == exact && is_note_of(path, day)) add(path);
        }
      }
    }
    return Ok{};
  }

  bool is_note_of(const std::string& path, CivilDay day) const {
    const workspace::PathMeaning meaning =
        workspace::classify(path, place_.notes->project_visibility);
    return meaning.layer == Layer::Daily && meaning.date == day && is_memory(path);
  }

  bool is_memory(const std::string& path) const {
    return text::utf8::is_valid(path) && workspace::is_listed(path, *place_.notes);
  }

  std::vector<std::string> names_in(const std::string& directory) {
    std::vector<std::string> names;
    const auto real = place_.root->resolve(directory);
    if (!real.ok()) return unlisted(directory, real.error());
    const auto entries = place_.root->files().list(real.value());
    if (!entries.ok()) return unlisted(directory, entries.error());
    for (const fs::DirectoryEntry& entry : entries.value()) {
      if (entry.kind == fs::FileKind::Regular || entry.kind == fs::FileKind::Symlink) {
        names.push_back(directory + "/" + entry.name);
      }
    }
    return names;
  }

  std::vector<std::string> unlisted(const std::string& directory, const Error& error) {
    if (error.code != ErrorCode::NotFound && scope_.context == ContextKind::Direct) {
      plan_.problems.push_back({.path = directory + "/",
                                .state = ContextState::Unreadable,
                                .why = text::utf8::repair(error.message).text});
    }
    return {};
  }

  void add_shared() {
    const auto real = place_.root->resolve(kSharedDirectory);
    if (!real.ok()) return;
    fs::WalkOptions walk;
    const std::string prefix = std::string(kSharedDirectory) + "/";
    walk.enter = [&](std::string_view path) {
      return workspace::enter_directory(prefix + std::string(path));
    };
    walk.want = [&](std::string_view path) {
      return workspace::is_note_name(path) && is_memory(prefix + std::string(path));
    };
    const auto found = fs::walk(place_.root->files(), real.value(), walk);
    if (!found.ok()) return;
    for (const fs::WalkEntry& entry : found.value().files) {
      add(prefix + entry.path);
      plan_.candidates.back().shared_file = true;
    }
  }

  void withhold(bool sees_shared) {
    const std::string why = "not for a " + std::string(name(scope_.context)) + " context";
    plan_.withheld = {{"MEMORY.md", why}, {"USER.md", why}};
    if (!(sees_shared && place_.policy->group_daily)) {
      plan_.withheld.push_back({"memory/YYYY-MM-DD.md", why});
    }
    if (!sees_shared) plan_.withheld.push_back({"memory/shared/", why});
  }

  const Scope& scope_;
  const ContextPlace& place_;
  ContextPlan plan_;
};

}  // namespace

Result<ContextPlan> plan_context(const Scope& scope, const ContextPlace& place) {
  return Planner(scope, place).plan();
}

}  // namespace nacre::recall
