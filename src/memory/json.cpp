#include "memory/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"

namespace nacre::memory {
namespace {

using base::Json;

// Six digits tell every two scores apart and keep noise of the last bits, which
// differs between machines, out of answers that are compared byte by byte.
double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

Json day_or_null(std::optional<CivilDay> day) {
  return day ? Json(base::format_day(*day)) : Json(nullptr);
}

Json staleness(Staleness stale) {
  if (stale == Staleness::Unchecked) return "unchecked";
  return stale == Staleness::Stale;
}

void add_if_any(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

Json of(const Rewriting& rewriting) {
  Json json;
  json["terms"] = rewriting.terms;
  json["ignored"] = rewriting.ignored;
  json["phrases"] = rewriting.phrases;
  json["excluded"] = rewriting.excluded;
  json["synonyms"] = Json::object();
  for (const auto& [word, others] : rewriting.synonyms) json["synonyms"][word] = others;
  json["filters"] = rewriting.filters;
  json["date"] = nullptr;
  if (rewriting.date) {
    json["date"] = {{"from", day_or_null(rewriting.date->first)},
                    {"to", day_or_null(rewriting.date->last)},
                    {"filters", rewriting.date_filters}};
  }
  return json;
}

Json of(const RecallHit& hit, const JsonOptions& options) {
  Json json;
  json["path"] = hit.path;
  json["line"] = hit.line;
  json["start_line"] = hit.start_line;
  json["end_line"] = hit.end_line;
  json["heading"] = hit.heading;
  json["snippet"] = hit.snippet;
  json["score"] = rounded(hit.score);
  json["parts"] = Json::object();
  for (const auto& [part, value] : hit.parts) json["parts"][part] = rounded(value);
  json["layer"] = name(hit.layer);
  json["date"] = day_or_null(hit.date);
  json["origin"] = name(hit.origin);
  json["id"] = hit.id;
  json["why"] = hit.why;
  if (hit.valid) json["valid"] = *hit.valid;
  if (options.explain) json["marks"] = hit.marks;
  return json;
}

Json of(const Receipt& receipt) {
  Json json;
  json["path"] = receipt.path;
  json["line"] = receipt.line;
  json["id"] = receipt.id;
  json["content_hash"] = receipt.content_hash;
  json["already_present"] = receipt.already_present;
  json["indexed"] = receipt.indexed;
  if (!receipt.redacted.empty()) json["redacted"] = receipt.redacted;
  add_if_any(json, "warning", receipt.warning);
  if (!receipt.also.empty()) {
    json["also"] = Json::array();
    for (const Receipt& other : receipt.also) json["also"].push_back(of(other));
  }
  return json;
}

Json of(const FileStatus& file) {
  Json json;
  json["path"] = file.path;
  json["layer"] = name(file.layer);
  json["state"] = name(file.state);
  add_if_any(json, "reason", file.reason);
  json["units"] = file.units;
  json["bytes"] = file.bytes;
  return json;
}

Json of(const std::vector<FileStatus>& files) {
  Json json = Json::array();
  for (const FileStatus& file : files) json.push_back(of(file));
  return json;
}

Json of(const IndexReport& report) {
  Json json;
  json["seen"] = report.seen;
  json["unchanged"] = report.unchanged;
  json["added"] = report.added;
  json["updated"] = report.updated;
  json["removed"] = report.removed;
  json["moved"] = report.moved;
  json["failed"] = report.failed;
  json["units"] = report.units;
  json["units_written"] = report.units_written;
  json["bytes_read"] = report.bytes_read;
  json["complete"] = report.complete;
  add_if_any(json, "reason", report.reason);
  json["problems"] = of(report.problems);
  return json;
}

Json of(const LayerStatus& layer) {
  Json json;
  json["layer"] = name(layer.layer);
  json["files"] = layer.files;
  json["units"] = layer.units;
  json["pending"] = layer.pending;
  json["failed"] = layer.failed;
  json["stale"] = layer.stale;
  json["bytes"] = layer.bytes;
  return json;
}

}  // namespace

std::string to_json(const RecallAnswer& answer, const JsonOptions& options) {
  Json json;
  json["query"] = answer.query;
  json["rewritten"] = of(answer.rewritten);
  json["mode"] = answer.mode;
  json["complete"] = answer.complete;
  json["stale"] = staleness(answer.stale);
  json["degraded"] = answer.degraded ? Json(*answer.degraded) : Json(nullptr);
  json["denied"] = answer.denied;
  add_if_any(json, "reason", answer.reason);
  if (answer.expired_left_out > 0) json["expired_left_out"] = answer.expired_left_out;
  json["results"] = Json::array();
  for (const RecallHit& hit : answer.results) json["results"].push_back(of(hit, options));
  if (options.timing) json["took_ms"] = rounded(answer.took_ms);
  return base::dump_json(json);
}

std::string to_json(const GetAnswer& answer) {
  Json json;
  json["status"] = name(answer.status);
  json["path"] = answer.path;
  json["text"] = answer.text;
  json["from"] = answer.from;
  json["lines"] = answer.lines;
  json["total_lines"] = answer.total_lines;
  json["truncated"] = answer.truncated;
  json["next_from"] = answer.next_from ? Json(*answer.next_from) : Json(nullptr);
  json["replaced"] = answer.replaced;
  add_if_any(json, "reason", answer.reason);
  return base::dump_json(json);
}

std::string to_json(const Receipt& receipt) {
  return base::dump_json(of(receipt));
}

std::string to_json(const IndexReport& report, const JsonOptions& options) {
  Json json = of(report);
  if (options.timing) json["took_ms"] = rounded(report.took_ms);
  return base::dump_json(json);
}

std::string to_json(const WatchReport& report) {
  Json json;
  const bool warning = report.kind == WatchReport::Kind::Warning;
  const bool ready = report.kind == WatchReport::Kind::Ready;
  json["event"] = warning ? "warning" : ready ? "ready" : "synced";
  json["polling"] = report.polling;
  if (warning) {
    json["reason"] = report.reason;
  } else {
    json["all"] = report.all;
    json["paths"] = report.paths;
    json["index"] = of(report.index);
  }
  return base::dump_json(json);
}

std::string to_json(const StatusReport& report) {
  Json json;
  json["version"] = report.version;
  json["workspace"] = report.workspace;
  json["found_by"] = report.found_by;
  json["cache_dir"] = report.cache_dir;
  json["timezone"] = report.timezone;
  json["today"] = report.today;
  json["index_present"] = report.index_present;
  add_if_any(json, "index_problem", report.index_problem);
  json["tokenizer"] = report.tokenizer;
  json["generation"] = report.generation;
  json["text_bytes"] = report.text_bytes;
  json["cache_bytes"] = report.cache_bytes;
  json["files"] = report.files;
  json["units"] = report.units;
  json["pending"] = report.pending;
  json["failed"] = report.failed;
  json["stale"] = report.stale;
  json["undecodable"] = report.undecodable;
  json["layers"] = Json::array();
  for (const LayerStatus& layer : report.layers) json["layers"].push_back(of(layer));
  json["files_not_current"] = of(report.files_not_current);
  if (!report.all_files.empty()) json["all_files"] = of(report.all_files);
  json["warnings"] = report.warnings;
  return base::dump_json(json);
}

std::string to_json(const ScanReport& report) {
  Json json;
  json["findings"] = Json::array();
  for (const ScanFinding& finding : report.findings) {
    Json place;
    place["path"] = finding.path;
    place["line"] = finding.line;
    place["kind"] = finding.kind;
    json["findings"].push_back(std::move(place));
  }
  json["files"] = report.files;
  json["staged"] = report.staged;
  json["problems"] = of(report.problems);
  return base::dump_json(json);
}

std::string to_json(const InitReport& report) {
  Json json;
  json["workspace"] = report.workspace;
  json["language"] = report.language;
  json["created"] = report.created;
  json["kept"] = report.kept;
  return base::dump_json(json);
}

std::string to_json_path(std::string_view member, const std::string& path) {
  Json json;
  json[std::string(member)] = path;
  return base::dump_json(json);
}

std::string to_json(const Error& error) {
  return base::dump_json(base::error_json(error));
}

}  // namespace nacre::memory
