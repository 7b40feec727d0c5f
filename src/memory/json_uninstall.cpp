#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre::memory {
namespace {

using base::Json;

Json of(const std::vector<UninstallItem>& items) {
  Json json = Json::array();
  for (const UninstallItem& item : items) {
    Json one;
    one["path"] = item.path;
    one["why"] = item.why;
    if (item.bytes > 0) one["bytes"] = item.bytes;
    if (item.restored) one["restored"] = true;
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace

std::string to_json(const UninstallReport& report) {
  Json json;
  json["applied"] = report.applied;
  json["removed"] = of(report.removed);
  json["kept"] = of(report.kept);
  json["failed"] = of(report.failed);
  json["notes"] = report.notes;
  return base::dump_json(json);
}

}  // namespace nacre::memory
