#include "workspace/layout.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "workspace/json5.h"

namespace nacre::workspace {
namespace {

// Below the home directory.
constexpr std::string_view kOpenClawConfig = "/.openclaw/openclaw.json";
constexpr std::string_view kOpenClawWorkspace = "/.openclaw/workspace";
constexpr std::uint64_t kOpenClawConfigBytesMax = std::uint64_t{4} << 20;

constexpr std::array<std::string_view, 6> kInstructionFiles = {
    "AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "HEARTBEAT.md", "BOOTSTRAP.md"};

// Directories that hold no notes of anybody, and often a hundred thousand files.
// `sessions-clean` is derived from conversations, which have their own source.
constexpr std::array<std::string_view, 6> kForeignDirectories = {
    "node_modules", "bower_components", "venv", "site-packages", "__pycache__", "sessions-clean"};

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_ascii_alphanumeric(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// YYYY-MM-DD or YYYY_MM_DD at the start of `text`.
std::optional<CivilDay> day_at(std::string_view text) {
  if (text.size() < 10 || (text[4] != '-' && text[4] != '_') || text[7] != text[4]) {
    return std::nullopt;
  }
  std::string day(text.substr(0, 10));
  day[4] = day[7] = '-';
  return base::parse_day(day);
}

// A date that stands by itself in a file name: no letter or digit touches it.
std::optional<CivilDay> day_in_name(std::string_view stem) {
  for (std::size_t at = 0; at + 10 <= stem.size(); ++at) {
    if (at > 0 && is_ascii_alphanumeric(stem[at - 1])) continue;
    if (at + 10 < stem.size() && is_ascii_alphanumeric(stem[at + 10])) continue;
    if (const auto day = day_at(stem.substr(at))) return day;
  }
  return std::nullopt;
}

// Takes the first component off; empty when there is no '/'.
std::string_view take_directory(std::string_view& path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view component = path.substr(0, slash);
  path.remove_prefix(slash + 1);
  return component;
}

void long_term(PathMeaning& meaning) {
  meaning.layer = Layer::LongTerm;
  meaning.per_entry = true;
  meaning.date.reset();
}

// `path` is below memory/.
void classify_memory(std::string_view path, PathMeaning& meaning) {
  if (path.starts_with("archive/")) {
    meaning.layer = Layer::Archive;
  } else if (path.starts_with("shared/")) {
    if (meaning.owner.empty()) meaning.visibility = Visibility::Public;
  } else if (path == "tacit_knowledge.md") {
    meaning.layer = Layer::Profile;
    meaning.per_entry = true;
  }
}

// `path` is relative to the workspace, or to users/<name>/, where the same places
// mean the same but nothing is anybody else's.
void classify_place(std::string_view path, Visibility project_visibility, PathMeaning& meaning) {
  std::string_view rest = path;
  const std::string_view top = take_directory(rest);
  if (path == "DREAMS.md" || path == "dreams.md" || path.starts_with("life/_templates/")) {
    meaning.indexed = false;
  } else if (path == "MEMORY.md" || path == "USER.md") {
    long_term(meaning);
  } else if (top == "memory") {
    classify_memory(rest, meaning);
  } else if (top == "life") {
    meaning.layer = Layer::Facts;
  } else if (top == "projects" && rest.find('/') != std::string_view::npos) {
    meaning.layer = Layer::Project;
    if (meaning.owner.empty()) meaning.visibility = project_visibility;
    meaning.project = take_directory(rest);
  }
}

void classify_workspace(std::string_view path, Visibility project_visibility,
                        PathMeaning& meaning) {
  std::string_view rest = path;
  const std::string_view top = take_directory(rest);
  if (std::find(kInstructionFiles.begin(), kInstructionFiles.end(), path) !=
      kInstructionFiles.end()) {
    meaning.layer = Layer::Instructions;
    meaning.visibility = Visibility::Public;
  } else if (top == "users" && rest.find('/') != std::string_view::npos) {
    meaning.owner = take_directory(rest);
    classify_place(rest, project_visibility, meaning);
  } else {
    classify_place(path, project_visibility, meaning);
  }
}

std::string expand_home(std::string path, const Environment& environment) {
  if (path == "~") return environment.home;
  if (path.starts_with("~/")) return environment.home + path.substr(1);
  return path;
}

std::string absolute(std::string path, const Environment& environment) {
  path = expand_home(std::move(path), environment);
  if (path.starts_with('/')) return path;
  return environment.current_directory + "/" + path;
}

bool is_directory(fs::FileSystem& files, const std::string& path) {
  const Result<fs::Stat> stat = files.stat(path, true);
  return stat.ok() && stat.value().kind == fs::FileKind::Directory;
}

Result<Found> named_workspace(fs::FileSystem& files, std::string path, std::string_view by,
                              const Environment& environment) {
  path = absolute(std::move(path), environment);
  if (!is_directory(files, path)) {
    return Error{ErrorCode::NotFound, std::string(by) + ": there is no directory '" + path + "'",
                 "make it a workspace with: nacre init '" + path + "'"};
  }
  return Found{NACRE_TRY(files.real_path(path)), std::string(by)};
}

bool has_state(fs::FileSystem& files, const std::string& directory) {
  return is_directory(files, directory + "/" + std::string(kStateDirectory));
}

// The files that OpenClaw lays out; memory/ alone is many a program's.
bool has_openclaws_files(fs::FileSystem& files, const std::string& directory) {
  const auto file = [&](std::string_view name) {
    const Result<fs::Stat> stat = files.stat(directory + "/" + std::string(name), true);
    return stat.ok() && stat.value().kind == fs::FileKind::Regular;
  };
  return is_directory(files, directory + "/memory") && (file("MEMORY.md") || file("SOUL.md"));
}

std::optional<std::string> upwards(fs::FileSystem& files, std::string directory,
                                   bool (*is_it)(fs::FileSystem&, const std::string&)) {
  while (directory.starts_with('/')) {
    if (is_it(files, directory)) return directory;
    directory.resize(directory.rfind('/'));
  }
  return std::nullopt;
}

// agents.defaults.KEY of the user's openclaw.json; empty when it says nothing.
std::string openclaw_default(fs::FileSystem& files, const Environment& environment,
                             const char* key) {
  if (environment.home.empty()) return {};
  const Result<std::string> text =
      files.read(environment.home + std::string(kOpenClawConfig), kOpenClawConfigBytesMax);
  if (!text.ok()) return {};
  const Result<base::Json> parsed = base::parse_json(json_from_json5(text.value()));
  if (!parsed.ok()) return {};
  const base::Json* value = &parsed.value();
  for (const char* name : {"agents", "defaults", key}) {
    if (!value->is_object() || !value->contains(name)) return {};
    value = &(*value)[name];
  }
  return value->is_string() ? value->get<std::string>() : std::string();
}

std::string openclaw_workspace(fs::FileSystem& files, const Environment& environment) {
  std::string configured = openclaw_default(files, environment, "workspace");
  return configured.empty() ? configured : absolute(std::move(configured), environment);
}

// Whether OpenClaw works in `directory`, however we came to it.
bool is_openclaws(fs::FileSystem& files, const std::string& directory,
                  const Environment& environment) {
  std::string place = openclaw_workspace(files, environment);
  if (place.empty()) place = environment.home + std::string(kOpenClawWorkspace);
  const Result<std::string> real = files.real_path(place);
  return real.ok() && real.value() == directory;
}

Result<Found> find_directory(fs::FileSystem& files, std::string_view requested,
                             const Environment& environment) {
  if (!requested.empty()) {
    return named_workspace(files, std::string(requested), "--workspace", environment);
  }
  if (!environment.nacre_workspace.empty()) {
    return named_workspace(files, environment.nacre_workspace, "NACRE_WORKSPACE", environment);
  }
  if (auto above = upwards(files, environment.current_directory, has_state)) {
    return Found{NACRE_TRY(files.real_path(*above)), ".nacre above"};
  }
  if (auto above = upwards(files, environment.current_directory, has_openclaws_files)) {
    return Found{NACRE_TRY(files.real_path(*above)), "MEMORY.md above"};
  }
  std::string tried = "a .nacre directory, or memory/ beside MEMORY.md, in '" +
                      environment.current_directory + "' or above";
  if (!environment.home.empty()) {
    const std::string config = environment.home + std::string(kOpenClawConfig);
    const std::array<std::pair<std::string, std::string>, 4> places = {{
        {openclaw_workspace(files, environment), "openclaw.json"},
        {environment.home + std::string(kOpenClawWorkspace), "~/.openclaw/workspace"},
        {environment.home + "/clawd", "~/clawd"},
        {environment.home + "/nacre", "~/nacre"},
    }};
    tried += ", agents.defaults.workspace of " + config;
    for (const auto& [place, by] : places) {
      if (place.empty()) continue;
      if (is_directory(files, place)) return Found{NACRE_TRY(files.real_path(place)), by};
      tried += ", " + place;
    }
  }
  return Error{ErrorCode::NotFound, "no workspace found; searched: " + tried,
               "make one with: nacre init DIR, or name a folder of notes with --workspace DIR"};
}

}  // namespace

Result<Found> find_workspace(fs::FileSystem& files, std::string_view requested,
                             const Environment& environment) {
  Found found = NACRE_TRY(find_directory(files, requested, environment));
  std::string timezone = openclaw_default(files, environment, "userTimezone");
  if (!timezone.empty() && is_openclaws(files, found.directory, environment)) {
    found.openclaw_timezone = std::move(timezone);
  }
  return found;
}

PathMeaning classify(std::string_view relative_path, Visibility project_visibility) {
  PathMeaning meaning;
  const std::string_view name = relative_path.substr(relative_path.rfind('/') + 1);
  if (!is_note_name(relative_path)) {
    meaning.indexed = false;
    return meaning;
  }
  meaning.date = day_in_name(name.substr(0, name.size() - 3));
  classify_workspace(relative_path, project_visibility, meaning);
  for (std::string_view rest = relative_path; rest.find('/') != std::string_view::npos;) {
    const std::string_view before = relative_path.substr(0, relative_path.size() - rest.size());
    const std::string_view component = take_directory(rest);
    if (!enter_directory(std::string(before) + std::string(component))) meaning.indexed = false;
  }
  const bool core = meaning.layer == Layer::LongTerm || meaning.layer == Layer::Profile ||
                    meaning.layer == Layer::Instructions;
  if (core) meaning.date.reset();
  meaning.evergreen = core || !meaning.date;
  return meaning;
}

bool enter_directory(std::string_view relative_path) {
  const std::string_view name = relative_path.substr(relative_path.rfind('/') + 1);
  if (name.starts_with('.')) return false;
  return std::find(kForeignDirectories.begin(), kForeignDirectories.end(), name) ==
         kForeignDirectories.end();
}

bool is_note_name(std::string_view relative_path) {
  const std::string_view name = relative_path.substr(relative_path.rfind('/') + 1);
  return name.size() > 3 && name.ends_with(".md") && !name.starts_with('.');
}

}  // namespace nacre::workspace
