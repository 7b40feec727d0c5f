#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre::memory {
namespace {

using base::Json;

Json of(const ContextFile& file) {
  Json json;
  json["path"] = file.path;
  json["layer"] = name(file.layer);
  json["state"] = name(file.state);
  if (!file.why.empty()) json["why"] = file.why;
  json["chars"] = file.chars;
  json["chars_included"] = file.chars_included;
  json["chars_left_out"] = file.chars_left_out;
  json["lines"] = file.lines;
  json["lines_left_out"] = file.lines_left_out;
  json["tokens"] = file.tokens;
  if (file.expired_left_out > 0) json["expired_left_out"] = file.expired_left_out;
  if (!file.fetch.empty()) json["fetch"] = file.fetch;
  return json;
}

}  // namespace

std::string to_json(const ContextAnswer& answer) {
  Json json;
  json["text"] = answer.text;
  json["denied"] = answer.denied;
  if (!answer.reason.empty()) json["reason"] = answer.reason;
  json["chars"] = answer.chars;
  json["chars_max"] = answer.chars_max;
  json["tokens"] = answer.tokens;
  json["budget_tokens"] = answer.budget_tokens;
  json["files"] = Json::array();
  for (const ContextFile& file : answer.files) json["files"].push_back(of(file));
  json["withheld"] = Json::array();
  for (const ContextWithheld& withheld : answer.withheld) {
    json["withheld"].push_back({{"path", withheld.path}, {"why", withheld.why}});
  }
  json["warnings"] = answer.warnings;
  return base::dump_json(json);
}

}  // namespace nacre::memory
