#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre {

std::string_view name(AdoptState value) {
  switch (value) {
    case AdoptState::Found:
      return "found";
    case AdoptState::Used:
      return "used";
    case AdoptState::Ignored:
      return "ignored";
  }
  return "";
}

std::string_view name(AdoptSettingState value) {
  switch (value) {
    case AdoptSettingState::Taken:
      return "taken";
    case AdoptSettingState::Present:
      return "present";
    case AdoptSettingState::Kept:
      return "kept";
    case AdoptSettingState::NotUsed:
      return "not_used";
  }
  return "";
}

namespace memory {
namespace {

using base::Json;

Json of(const AdoptItem& item) {
  Json json;
  json["kind"] = item.kind;
  json["path"] = item.path;
  json["why"] = item.why;
  if (item.files > 0) json["files"] = item.files;
  if (item.bytes > 0) json["bytes"] = item.bytes;
  return json;
}

Json of(const AdoptSetting& setting) {
  Json json;
  json["state"] = name(setting.state);
  json["from"] = setting.from;
  if (!setting.key.empty()) json["key"] = setting.key;
  if (!setting.value.empty()) json["value"] = setting.value;
  if (!setting.why.empty()) json["why"] = setting.why;
  return json;
}

Json of(const AdoptWorkspace& workspace) {
  Json json;
  json["path"] = workspace.path;
  json["agents"] = workspace.agents;
  json["notes"] = workspace.notes;
  json["created"] = workspace.created;
  json["settings"] = Json::array();
  for (const AdoptSetting& setting : workspace.settings) json["settings"].push_back(of(setting));
  if (workspace.indexed) json["index"] = Json::parse(to_json(workspace.index), nullptr, false);
  return json;
}

}  // namespace

std::string to_json(const AdoptReport& report) {
  Json json;
  json["applied"] = report.applied;
  json["changed"] = report.changed;
  json["found_by"] = report.found_by;
  for (const AdoptState state : {AdoptState::Found, AdoptState::Used, AdoptState::Ignored}) {
    Json& group = json[std::string(name(state))] = Json::array();
    for (const AdoptItem& item : report.items) {
      if (item.state == state) group.push_back(of(item));
    }
  }
  json["workspaces"] = Json::array();
  for (const AdoptWorkspace& workspace : report.workspaces) {
    json["workspaces"].push_back(of(workspace));
  }
  if (!report.backup.path.empty()) {
    json["backup"] = {{"path", report.backup.path},
                      {"files", report.backup.files},
                      {"bytes", report.backup.bytes},
                      {"left_out", report.backup.left_out},
                      {"missing", report.backup.missing}};
  }
  json["warnings"] = report.warnings;
  json["next"] = report.next;
  return base::dump_json(json);
}

std::string to_json(const RestoreBackupReport& report) {
  Json json;
  json["backup"] = report.backup;
  json["directory"] = report.directory;
  json["tool"] = report.tool;
  json["time"] = report.time;
  json["files"] = report.files;
  json["bytes"] = report.bytes;
  json["roots"] = Json::array();
  for (const auto& [from, to] : report.roots) json["roots"].push_back({{"from", from}, {"to", to}});
  json["missing"] = report.missing;
  return base::dump_json(json);
}

}  // namespace memory
}  // namespace nacre
