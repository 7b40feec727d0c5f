#include "workspace/openclaw_values.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>

namespace nacre::workspace {
namespace {

using base::Json;

// A subtree of openclaw.json and what its place is called today.
struct Place {
  std::string_view path;
  std::string_view key;
};

// Later ones win: names of today stand after older ones.
constexpr std::array<Place, 10> kPlaces = {{
    {"memorySearch", "memory.search"},
    {"agents.defaults.memorySearch", "memory.search"},
    {"memory", "memory"},
    {"agents.defaults.userTimezone", "agents.defaults.userTimezone"},
    {"agents.defaults.bootstrapMaxChars", "agents.defaults.bootstrapMaxChars"},
    {"agents.defaults.bootstrapTotalMaxChars", "agents.defaults.bootstrapTotalMaxChars"},
    {"agents.defaults.contextInjection", "agents.defaults.contextInjection"},
    {"agents.defaults.startupContext", "agents.defaults.startupContext"},
    {"agents.defaults.contextLimits", "agents.defaults.contextLimits"},
    {"agents.defaults.compaction", "agents.defaults.compaction"},
}};

constexpr std::array<Place, 8> kAgentPlaces = {{
    {"memorySearch", "memory.search"},
    {"memory", "memory"},
    {"bootstrapMaxChars", "agents.defaults.bootstrapMaxChars"},
    {"bootstrapTotalMaxChars", "agents.defaults.bootstrapTotalMaxChars"},
    {"contextInjection", "agents.defaults.contextInjection"},
    {"startupContext", "agents.defaults.startupContext"},
    {"contextLimits", "agents.defaults.contextLimits"},
    {"compaction", "agents.defaults.compaction"},
}};

// Flat names of old releases.
constexpr std::array<Place, 4> kFlatNames = {{
    {"memory.search.chunkSize", "memory.search.chunking.tokens"},
    {"memory.search.chunkOverlap", "memory.search.chunking.overlap"},
    {"memory.search.maxResults", "memory.search.query.maxResults"},
    {"memory.search.minScore", "memory.search.query.minScore"},
}};

// Subtrees that are one thing, and may hold keys and passwords: not looked into.
constexpr std::array<std::string_view, 2> kClosed = {"memory.search.remote", "memory.qmd"};

constexpr const char* kExtraPaths = "memory.search.extraPaths";

using Values = std::map<std::string, OpenClawValue>;

std::optional<std::string> toml_of_text(const std::string& text) {
  if (text.find("${") != text.npos) return std::nullopt;
  return base::dump_json(Json(text));
}

// A path, or {path, pattern}, of which only those that take all files are a text.
std::optional<std::string> toml_of_element(const Json& element) {
  if (element.is_string()) return toml_of_text(element.get<std::string>());
  if (element.is_object() && element.size() == 1 && element.contains("path") &&
      element["path"].is_string()) {
    return toml_of_text(element["path"].get<std::string>());
  }
  return std::nullopt;
}

std::string toml_of(const Json& value) {
  if (value.is_boolean() || value.is_number()) return base::dump_json(value);
  if (value.is_string()) return toml_of_text(value.get<std::string>()).value_or("");
  if (!value.is_array()) return {};
  std::string list;
  for (const Json& element : value) {
    const auto toml = toml_of_element(element);
    if (!toml) return {};
    list += (list.empty() ? "" : ", ") + *toml;
  }
  return "[" + list + "]";
}

std::string key_of_today(std::string key) {
  for (const Place& flat : kFlatNames) {
    if (key == flat.path) return std::string(flat.key);
  }
  return key;
}

void gather(const Json& value, const std::string& path, const std::string& key, Values& values) {
  const bool closed = std::find(kClosed.begin(), kClosed.end(), key) != kClosed.end();
  if (value.is_object() && !closed) {
    for (const auto& [name, member] : value.items()) {
      std::string below = key;
      gather(member, path + "." + name, below.append(".").append(name), values);
    }
    return;
  }
  if (value.is_null()) return;
  const std::string today = key_of_today(key);
  values[today] = {.key = today, .path = path, .toml = closed ? "" : toml_of(value)};
}

const Json* at(const Json& json, std::string_view path) {
  const Json* value = &json;
  while (!path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string name(path.substr(0, dot));
    if (!value->is_object() || !value->contains(name)) return nullptr;
    value = &(*value)[name];
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return value;
}

// Two lists in TOML as one.
std::string joined(const std::string& first, const std::string& second) {
  if (first == "[]") return second;
  if (second == "[]") return first;
  return first.substr(0, first.size() - 1) + ", " + second.substr(1);
}

std::vector<OpenClawValue> in_order(Values values) {
  std::vector<OpenClawValue> list;
  list.reserve(values.size());
  for (auto& [key, value] : values) list.push_back(std::move(value));
  return list;
}

}  // namespace

std::vector<OpenClawValue> openclaw_values(const Json& config) {
  Values values;
  for (const Place& place : kPlaces) {
    const Json* value = at(config, place.path);
    if (value != nullptr) gather(*value, std::string(place.path), std::string(place.key), values);
  }
  return in_order(std::move(values));
}

std::vector<OpenClawValue> with_agent_values(std::vector<OpenClawValue> values, const Json& agent,
                                             std::string_view path) {
  Values all;
  for (OpenClawValue& value : values) all[value.key] = std::move(value);
  const std::string shared = all.contains(kExtraPaths) ? all[kExtraPaths].toml : "";
  for (const Place& place : kAgentPlaces) {
    const Json* value = at(agent, place.path);
    if (value == nullptr) continue;
    gather(*value, std::string(path) + "." + std::string(place.path), std::string(place.key), all);
  }
  // The one setting of which OpenClaw adds an agent's own to everybody's.
  if (all.contains(kExtraPaths)) {
    OpenClawValue& paths = all[kExtraPaths];
    if (!paths.toml.empty() && !shared.empty() && paths.toml != shared) {
      paths.toml = joined(shared, paths.toml);
    }
  }
  return in_order(std::move(all));
}

}  // namespace nacre::workspace
