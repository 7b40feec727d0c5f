#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre::memory {
namespace {

using base::Json;

// A list says where; what it would do to the lines is for the answer about one step.
enum class Detail { List, Answer };

Json of(const UndoChange& change, Detail detail) {
  Json json;
  json["path"] = change.path;
  json["action"] = name(change.action);
  json["line"] = change.line;
  json["summary"] = change.summary;
  if (detail == Detail::Answer) {
    json["removed"] = change.removed;
    json["added"] = change.added;
    json["indexed"] = change.indexed;
    if (!change.warning.empty()) json["warning"] = change.warning;
  }
  return json;
}

Json of(const UndoStep& step, Detail detail) {
  Json json;
  json["number"] = step.number;
  json["time"] = step.time;
  json["verb"] = step.verb;
  json["ids"] = step.ids;
  json["changes"] = Json::array();
  for (const UndoChange& change : step.changes) json["changes"].push_back(of(change, detail));
  if (!step.conflict.empty()) json["conflict"] = step.conflict;
  return json;
}

Json of(const std::vector<UndoStep>& steps, Detail detail) {
  Json json = Json::array();
  for (const UndoStep& step : steps) json.push_back(of(step, detail));
  return json;
}

}  // namespace

std::string to_json(const UndoAnswer& answer) {
  Json json;
  json["redo"] = answer.redo;
  json["dry_run"] = answer.dry_run;
  json["steps"] = of(answer.steps, Detail::Answer);
  if (!answer.reason.empty()) json["reason"] = answer.reason;
  return base::dump_json(json);
}

std::string to_json(const UndoList& list) {
  Json json;
  json["steps"] = of(list.steps, Detail::List);
  json["more"] = list.more;
  json["undone"] = list.undone;
  if (!list.warnings.empty()) json["warnings"] = list.warnings;
  return base::dump_json(json);
}

}  // namespace nacre::memory
