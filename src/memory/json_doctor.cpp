#include <nlohmann/json.hpp>

#include "base/json.h"
#include "memory/json.h"

namespace nacre::memory {

std::string to_json(const DoctorReport& report) {
  using base::Json;
  Json json;
  json["workspace"] = report.workspace;
  json["worst"] = name(report.worst());
  json["deep"] = report.deep;
  json["done"] = report.done;
  json["findings"] = Json::array();
  for (const DoctorFinding& finding : report.findings) {
    Json one;
    one["id"] = finding.id;
    one["severity"] = name(finding.severity);
    one["what"] = finding.what;
    if (!finding.where.empty()) one["where"] = finding.where;
    if (!finding.advice.empty()) one["advice"] = finding.advice;
    one["fixable"] = finding.fixable;
    json["findings"].push_back(std::move(one));
  }
  return base::dump_json(json);
}

}  // namespace nacre::memory
