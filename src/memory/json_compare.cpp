#include <cmath>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre::memory {
namespace {

using base::Json;

double rounded(double value, double steps) {
  return std::round(value * steps) / steps;
}

Json of(const ComparedRun& run) {
  Json json;
  json["wall_ms"] = rounded(run.wall_ms, 10);
  json["results"] = run.results;
  if (!run.note.empty()) json["note"] = run.note;
  return json;
}

Json of(const ComparedHit& hit) {
  Json json;
  json["rank"] = hit.rank;
  json["start_line"] = hit.start_line;
  json["end_line"] = hit.end_line;
  json["score"] = rounded(hit.score, 1e6);
  json["snippet"] = hit.snippet;
  return json;
}

}  // namespace

std::string to_json(const CompareAnswer& answer) {
  Json json;
  json["query"] = answer.query;
  json["with"] = answer.with;
  json["nacre"] = of(answer.ours);
  json[answer.with] = of(answer.theirs);
  json["both"] = answer.both;
  json["only_nacre"] = answer.only_ours;
  json["only_" + answer.with] = answer.only_theirs;
  json["places"] = Json::array();
  for (const ComparedPlace& place : answer.places) {
    Json one;
    one["path"] = place.path;
    one["found_by"] = !place.theirs ? "nacre" : !place.ours ? answer.with : "both";
    if (place.ours) one["nacre"] = of(*place.ours);
    if (place.theirs) one[answer.with] = of(*place.theirs);
    json["places"].push_back(std::move(one));
  }
  return base::dump_json(json);
}

}  // namespace nacre::memory
