#include "memory/installed.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

using base::Json;

constexpr std::uint64_t kBytesMax = std::uint64_t{1} << 20;

std::string text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<std::vector<Installed>> decode(std::string_view bytes) {
  std::vector<Installed> all;
  if (bytes.empty()) return all;
  auto json = base::parse_json(bytes);
  if (!json.ok()) return std::move(json).error().in(kInstalledFile);
  if (!json.value().is_array()) {
    return Error{ErrorCode::Corruption, std::string(kInstalledFile) + ": not a list"};
  }
  for (const Json& entry : json.value()) {
    if (!entry.is_object()) continue;
    all.push_back({.what = text(entry, "what"),
                   .path = text(entry, "path"),
                   .earlier = text(entry, "earlier"),
                   .sha256 = text(entry, "sha256")});
  }
  return all;
}

std::string encode(const std::vector<Installed>& all) {
  Json json = Json::array();
  for (const Installed& installed : all) {
    json.push_back({{"what", installed.what},
                    {"path", installed.path},
                    {"earlier", installed.earlier},
                    {"sha256", installed.sha256}});
  }
  return base::dump_json_pretty(json) + "\n";
}

// The list without `path`, and with `added` where there is one.
Status change(const Setting& setting, std::string_view path, const Installed* added) {
  NACRE_TRY(workspace::hide_state_from_git(setting.root));
  const auto edit = [&](std::string_view present) -> Result<std::optional<std::string>> {
    std::vector<Installed> all = NACRE_TRY(decode(present));
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const Installed& other) { return other.path == path; }),
              all.end());
    if (added != nullptr) all.push_back(*added);
    return std::optional(encode(all));
  };
  NACRE_TRY(setting.root.replace(kInstalledFile, edit));
  return Ok{};
}

}  // namespace

Result<std::vector<Installed>> read_installed(const Setting& setting) {
  const auto bytes = setting.root.read(kInstalledFile, kBytesMax);
  if (bytes.ok()) return decode(bytes.value());
  if (bytes.error().code == ErrorCode::NotFound) return std::vector<Installed>();
  return bytes.error();
}

Status register_installed(const Setting& setting, const Installed& installed) {
  return change(setting, installed.path, &installed);
}

Status forget_installed(const Setting& setting, std::string_view path) {
  return change(setting, path, nullptr);
}

}  // namespace nacre::memory
