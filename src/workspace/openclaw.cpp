#include "workspace/openclaw.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/environment.h"
#include "base/json.h"
#include "workspace/json5.h"
#include "workspace/openclaw_values.h"

namespace nacre::workspace {
namespace {

using base::Json;

constexpr std::uint64_t kConfigBytesMax = std::uint64_t{4} << 20;
// The second is of the years before it was renamed.
constexpr std::array<std::string_view, 2> kConfigNames = {"openclaw.json", "clawdbot.json"};
constexpr std::string_view kDefaultAgent = "main";

bool is_kind(fs::FileSystem& files, const std::string& path, fs::FileKind kind) {
  const auto stat = files.stat(path, true);
  return stat.ok() && stat.value().kind == kind;
}
bool is_directory(fs::FileSystem& files, const std::string& path) {
  return is_kind(files, path, fs::FileKind::Directory);
}
bool is_file(fs::FileSystem& files, const std::string& path) {
  return is_kind(files, path, fs::FileKind::Regular);
}

std::string absolute(std::string path, const OpenClawEnvironment& environment) {
  if (path == "~" || path.starts_with("~/")) path.replace(0, 1, environment.home);
  if (!path.starts_with('/')) path = environment.current_directory + "/" + path;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string parent_of(const std::string& path) {
  return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}

// The configuration in a state directory; empty when there is none.
std::string config_in(fs::FileSystem& files, const std::string& directory) {
  for (const std::string_view name : kConfigNames) {
    std::string path = directory + "/" + std::string(name);
    if (is_file(files, path)) return path;
  }
  return {};
}

// "JSON, byte 17: ..." counts in the rewritten text, whose lines are those of the file.
std::string with_line(const std::string& message, const std::string& json) {
  constexpr std::string_view kByte = "byte ";
  const std::size_t at = message.find(kByte);
  if (at == std::string::npos) return message;
  std::size_t offset = 0;
  std::size_t end = at + kByte.size();
  for (; end < message.size() && message[end] >= '0' && message[end] <= '9'; ++end) {
    offset = std::min(offset * 10 + static_cast<std::size_t>(message[end] - '0'), json.size());
  }
  const auto line =
      1 + std::count(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return "line " + std::to_string(line) + message.substr(end);
}

Result<Json> read_config(fs::FileSystem& files, const std::string& path) {
  const std::string text = NACRE_TRY(files.read(path, kConfigBytesMax));
  const std::string json = json_from_json5(text);
  auto parsed = base::parse_json(json);
  if (!parsed.ok()) {
    return Error{ErrorCode::Corruption,
                 "it is no JSON5: " + with_line(parsed.error().message, json)};
  }
  if (!parsed.value().is_object()) return Error{ErrorCode::Corruption, "it is no JSON5 object"};
  return parsed;
}

std::string text_at(const Json& json, std::initializer_list<const char*> path) {
  const Json* value = &json;
  for (const char* name : path) {
    if (!value->is_object() || !value->contains(name)) return {};
    value = &(*value)[name];
  }
  return value->is_string() ? value->get<std::string>() : std::string();
}

struct Entry {
  std::string id;
  const Json* json = nullptr;  // Null: an agent that nothing is said about.
  std::string path;
};

// agents.entries by id (today) or agents.list (before); the default agent first.
std::vector<Entry> entries_of(const Json& config) {
  std::vector<Entry> entries;
  const Json* agents = config.contains("agents") ? &config["agents"] : nullptr;
  if (agents != nullptr && agents->is_object()) {
    if (agents->contains("entries") && (*agents)["entries"].is_object()) {
      for (const auto& [id, entry] : (*agents)["entries"].items()) {
        if (entry.is_object()) entries.push_back({id, &entry, "agents.entries." + id});
      }
    } else if (agents->contains("list") && (*agents)["list"].is_array()) {
      for (const Json& entry : (*agents)["list"]) {
        std::string id = entry.is_object() ? text_at(entry, {"id"}) : std::string();
        if (id.empty()) continue;
        std::string path = "agents.list[" + id + "]";
        entries.push_back({std::move(id), &entry, std::move(path)});
      }
    }
  }
  if (entries.empty()) entries.push_back({.id = std::string(kDefaultAgent)});
  const auto chosen = std::find_if(entries.begin(), entries.end(), [](const Entry& entry) {
    return entry.json != nullptr && entry.json->value("default", Json()) == Json(true);
  });
  if (chosen != entries.end()) std::rotate(entries.begin(), chosen, chosen + 1);
  return entries;
}

// As OpenClaw resolves it: the agent's own, then the default agent's, then one below
// or beside that by the agent's name.
std::string workspace_of(const Entry& entry, bool is_default, const Json& config,
                         const std::string& state_directory,
                         const OpenClawEnvironment& environment) {
  std::string own = entry.json == nullptr ? "" : text_at(*entry.json, {"workspace"});
  if (!own.empty()) return absolute(std::move(own), environment);
  std::string fallback = text_at(config, {"agents", "defaults", "workspace"});
  if (is_default) {
    if (fallback.empty()) fallback = environment.workspace_dir;
    if (fallback.empty()) return state_directory + "/workspace";
    return absolute(std::move(fallback), environment);
  }
  if (!fallback.empty()) return absolute(std::move(fallback), environment) + "/" + entry.id;
  return state_directory + "/workspace-" + entry.id;
}

// Reads the configuration and lists the agents; a broken one leaves the guess of an
// installation without any.
void read_agents(fs::FileSystem& files, const OpenClawEnvironment& environment, OpenClaw& found) {
  Json config = Json::object();
  if (!found.config_path.empty()) {
    auto read = read_config(files, found.config_path);
    if (read.ok()) {
      config = std::move(read).value();
    } else {
      found.config_problem = read.error().message;
    }
  }
  found.has_includes = config.contains("$include");
  const std::vector<OpenClawValue> defaults = openclaw_values(config);
  const std::vector<Entry> entries = entries_of(config);
  for (const Entry& entry : entries) {
    const bool is_default = &entry == &entries.front();
    OpenClawAgent agent{
        .id = entry.id,
        .workspace = workspace_of(entry, is_default, config, found.state_directory, environment),
        .values = defaults};
    if (entry.json != nullptr) {
      agent.values = with_agent_values(std::move(agent.values), *entry.json, entry.path);
    }
    found.agents.push_back(std::move(agent));
  }
}

OpenClaw installation(fs::FileSystem& files, const OpenClawEnvironment& environment,
                      std::string state_directory, std::string config_path, std::string found_by) {
  OpenClaw found{.found_by = std::move(found_by),
                 .state_directory = std::move(state_directory),
                 .config_path = std::move(config_path)};
  read_agents(files, environment, found);
  return found;
}

OpenClaw bare_workspace(std::string directory, std::string found_by) {
  OpenClaw found{.found_by = std::move(found_by)};
  found.agents.push_back({.id = std::string(kDefaultAgent), .workspace = std::move(directory)});
  return found;
}

// Where OpenClaw would look, and what says so.
struct Candidate {
  std::string directory;
  std::string by;
};

std::vector<Candidate> state_directories(const OpenClawEnvironment& environment) {
  if (!environment.state_dir.empty()) {
    return {{absolute(environment.state_dir, environment), "OPENCLAW_STATE_DIR"}};
  }
  if (environment.home.empty()) return {};
  if (!environment.profile.empty() && environment.profile != "default") {
    return {{environment.home + "/.openclaw-" + environment.profile, "OPENCLAW_PROFILE"}};
  }
  return {{environment.home + "/.openclaw", "~/.openclaw"},
          {environment.home + "/.clawdbot", "~/.clawdbot"}};
}

Result<OpenClaw> where_it_lives(fs::FileSystem& files, const OpenClawEnvironment& environment) {
  const std::vector<Candidate> candidates = state_directories(environment);
  if (!environment.config_path.empty()) {
    const std::string config = absolute(environment.config_path, environment);
    if (!is_file(files, config)) {
      return Error{ErrorCode::NotFound, "OPENCLAW_CONFIG_PATH: there is no file '" + config + "'"};
    }
    const bool has_state = !candidates.empty() && is_directory(files, candidates.front().directory);
    return installation(files, environment,
                        has_state ? candidates.front().directory : parent_of(config), config,
                        "OPENCLAW_CONFIG_PATH");
  }
  std::string tried;
  for (const Candidate& candidate : candidates) {
    if (is_directory(files, candidate.directory)) {
      return installation(files, environment, candidate.directory,
                          config_in(files, candidate.directory), candidate.by);
    }
    tried += (tried.empty() ? "" : ", ") + candidate.directory;
  }
  const std::string clawd = environment.home + "/clawd";
  const bool said_where = !environment.state_dir.empty() ||
                          (!environment.profile.empty() && environment.profile != "default");
  if (!said_where && !environment.home.empty()) {
    if (is_directory(files, clawd)) return bare_workspace(clawd, "~/clawd");
    tried += (tried.empty() ? "" : ", ") + clawd;
  }
  return Error{ErrorCode::NotFound, "no OpenClaw found; looked for: " + tried,
               "name its directory, its openclaw.json or a workspace: nacre adopt DIR"};
}

}  // namespace

OpenClawEnvironment openclaw_environment() {
  const auto text = [](const char* name) { return base::environment(name).value_or(""); };
  OpenClawEnvironment environment{.home = text("OPENCLAW_HOME"),
                                  .state_dir = text("OPENCLAW_STATE_DIR"),
                                  .config_path = text("OPENCLAW_CONFIG_PATH"),
                                  .profile = text("OPENCLAW_PROFILE"),
                                  .workspace_dir = text("OPENCLAW_WORKSPACE_DIR")};
  if (environment.home.empty()) environment.home = text("HOME");
  std::array<char, 4096> buffer{};
  if (getcwd(buffer.data(), buffer.size()) != nullptr) {
    environment.current_directory = buffer.data();
  }
  return environment;
}

Result<OpenClaw> find_openclaw(fs::FileSystem& files, std::string_view requested,
                               const OpenClawEnvironment& environment) {
  if (requested.empty()) return where_it_lives(files, environment);
  const std::string path =
      NACRE_TRY(files.real_path(absolute(std::string(requested), environment)));
  if (is_file(files, path)) {
    return installation(files, environment, parent_of(path), path, "DIR");
  }
  const std::string config = config_in(files, path);
  if (!config.empty() || is_directory(files, path + "/agents")) {
    return installation(files, environment, path, config, "DIR");
  }
  // A workspace: with the settings of the installation that works in it, if there is one.
  const auto usual = where_it_lives(files, environment);
  if (usual.ok() && !usual.value().state_directory.empty()) {
    for (const OpenClawAgent& agent : usual.value().agents) {
      const auto real = files.real_path(agent.workspace);
      if (!real.ok() || real.value() != path) continue;
      OpenClaw found = usual.value();
      found.found_by = "DIR";
      found.agents = {agent};
      return found;
    }
  }
  return bare_workspace(path, "DIR");
}

}  // namespace nacre::workspace
