#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre::memory {
namespace {

using base::Json;

// A value as TOML on one line is JSON as well: it has no dates and no infinities.
Json value_of(const std::string& toml) {
  auto parsed = base::parse_json(toml);
  return parsed.ok() ? std::move(parsed).value() : Json(toml);
}

Json of(const ConfigSetting& setting) {
  Json json;
  json["key"] = setting.key;
  json["value"] = value_of(setting.value);
  json["default"] = value_of(setting.default_value);
  json["is_default"] = setting.is_default;
  if (setting.line > 0) json["line"] = setting.line;
  return json;
}

Json of(const ConfigFile& file) {
  Json json;
  json["path"] = file.path;
  json["exists"] = file.exists;
  json["workspace"] = file.workspace;
  return json;
}

}  // namespace

std::string to_json(const ConfigFile& file) {
  return base::dump_json(of(file));
}

std::string to_json(const ConfigFile& file, const std::vector<ConfigSetting>& settings) {
  Json json;
  json["file"] = of(file);
  json["settings"] = Json::array();
  for (const ConfigSetting& setting : settings) json["settings"].push_back(of(setting));
  return base::dump_json(json);
}

std::string to_json(const ConfigSetting& setting) {
  return base::dump_json(of(setting));
}

std::string to_json(const ConfigChange& change) {
  Json json;
  json["file"] = change.file;
  json["changed"] = change.changed;
  json["before"] = of(change.before);
  json["after"] = of(change.after);
  if (!change.next.empty()) json["next"] = change.next;
  if (!change.warning.empty()) json["warning"] = change.warning;
  return base::dump_json(json);
}

std::string to_json(const ConfigExplanation& explanation) {
  Json json = of(explanation.setting);
  json["type"] = explanation.type;
  if (!explanation.choices.empty()) json["choices"] = explanation.choices;
  if (explanation.minimum) json["minimum"] = *explanation.minimum;
  if (explanation.maximum) json["maximum"] = *explanation.maximum;
  json["help"] = explanation.help;
  if (!explanation.openclaw.empty()) json["openclaw"] = explanation.openclaw;
  json["nearby"] = explanation.nearby;
  if (!explanation.file.empty()) json["file"] = explanation.file;
  if (!explanation.problem.empty()) json["problem"] = explanation.problem;
  return base::dump_json(json);
}

std::string to_json(const ConfigCheck& check) {
  Json json;
  json["file"] = of(check.file);
  json["findings"] = Json::array();
  for (const ConfigFinding& finding : check.findings) {
    Json one;
    one["file"] = finding.file;
    if (finding.line > 0) one["line"] = finding.line;
    if (!finding.key.empty()) one["key"] = finding.key;
    one["message"] = finding.message;
    json["findings"].push_back(std::move(one));
  }
  return base::dump_json(json);
}

}  // namespace nacre::memory
