#include "memory/compare.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/subprocess.h"
#include "text/utf8.h"

namespace nacre::memory {
namespace {

using base::Json;

constexpr std::uint64_t kOutputBytesMax = std::uint64_t{16} << 20;
constexpr std::uint64_t kErrorsBytesMax = 64 << 10;
constexpr std::size_t kShownErrorBytes = 2000;

struct Found {
  std::string path;
  ComparedHit hit;
};

struct Ran {
  ComparedRun run;
  std::vector<Found> results;
};

std::string last_words(const base::ProcessResult& ended) {
  std::string words = text::utf8::repair(ended.errors.empty() ? ended.output : ended.errors).text;
  while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
  if (words.size() > kShownErrorBytes) {
    words = "..." + text::utf8::repair(words.substr(words.size() - kShownErrorBytes)).text;
  }
  return words;
}

// The object that a program printed; some print a line of something else before it.
Result<Json> object_in(const std::string& output) {
  auto parsed = base::parse_json(output);
  for (std::size_t at = output.find("\n{"); !parsed.ok() && at != output.npos;
       at = output.find("\n{", at + 1)) {
    parsed = base::parse_json(std::string_view(output).substr(at + 1));
  }
  if (parsed.ok() && !parsed.value().is_object()) {
    return Error{ErrorCode::Corruption, "its answer is no JSON object"};
  }
  return parsed;
}

std::string text_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double number_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

std::uint32_t line_of(const Json& json, const char* name) {
  return static_cast<std::uint32_t>(std::clamp(number_of(json, name), 0.0, 4e9));
}

// Both programs name the same things; only the lines differ in spelling.
std::vector<Found> results_of(const Json& answer, const char* start, const char* end,
                              const guard::Redactor& redactor) {
  std::vector<Found> results;
  const auto list = answer.find("results");
  if (list == answer.end() || !list->is_array()) return results;
  for (const Json& result : *list) {
    if (!result.is_object()) continue;
    Found found{.path = text_of(result, "path")};
    found.hit = {.rank = static_cast<std::uint32_t>(results.size() + 1),
                 .start_line = line_of(result, start),
                 .end_line = line_of(result, end),
                 .score = number_of(result, "score"),
                 .snippet = redactor.redact(text_of(result, "snippet")).text};
    results.push_back(std::move(found));
  }
  return results;
}

Result<base::ProcessResult> run(const std::vector<std::string>& arguments,
                                std::uint32_t timeout_ms) {
  base::ProcessResult ended =
      NACRE_TRY(base::run_process(arguments, {.output_bytes_max = kOutputBytesMax,
                                              .errors_bytes_max = kErrorsBytesMax,
                                              .timeout_ms = timeout_ms}));
  if (ended.timed_out) {
    return Error{ErrorCode::Unavailable,
                 "compare: no answer after " + std::to_string(timeout_ms) + " ms",
                 "give it more time with --timeout or compare.timeout_ms"};
  }
  if (ended.output_cut) {
    return Error{ErrorCode::ResourceExhausted, "compare: its answer is too large"};
  }
  return ended;
}

Error failed(const std::string& program, const base::ProcessResult& ended) {
  return Error{ErrorCode::Io, program + " failed with exit code " +
                                  std::to_string(ended.exit_code) + ": " + last_words(ended)};
}

Result<Ran> ask_nacre(const CompareRequest& request, const Setting& setting, std::uint32_t limit,
                      std::uint32_t timeout_ms) {
  constexpr int kAnsweredMax = 4;  // Found, nothing, in part: 0, 1, 4.
  const base::ProcessResult ended = NACRE_TRY(
      run({request.own_program, "recall", "--json", "--workspace", setting.root.directory(),
           "--limit", std::to_string(limit), "--", request.query},
          timeout_ms));
  const auto answer = object_in(ended.output);
  if (!answer.ok() || ended.exit_code > kAnsweredMax || answer.value().contains("error")) {
    return failed("nacre", ended);
  }
  Ran ran{.results = results_of(answer.value(), "start_line", "end_line", setting.redactor)};
  ran.run.wall_ms = ended.wall_ms;
  ran.run.note = text_of(answer.value(), "reason");
  return ran;
}

Result<Ran> ask_openclaw(const CompareRequest& request, const Setting& setting, std::uint32_t limit,
                         std::uint32_t timeout_ms) {
  std::vector<std::string> arguments = {"openclaw", "memory",        "search",
                                        "--json",   "--max-results", std::to_string(limit)};
  if (!request.agent.empty()) {
    arguments.insert(arguments.end(), {"--agent", request.agent});
  }
  arguments.insert(arguments.end(), {"--query", request.query});
  auto ended = run(arguments, timeout_ms);
  if (!ended.ok() && ended.error().code == ErrorCode::NotFound) {
    return Error{ErrorCode::NotFound, "compare: there is no program 'openclaw' on PATH",
                 "install OpenClaw or add it to PATH; nacre recall answers without it"};
  }
  if (!ended.ok()) return std::move(ended).error().in("openclaw");
  const auto answer = object_in(ended.value().output);
  if (ended.value().exit_code != 0 || !answer.ok()) return failed("openclaw", ended.value());
  Ran ran{.results = results_of(answer.value(), "startLine", "endLine", setting.redactor)};
  ran.run.wall_ms = ended.value().wall_ms;
  for (const char* member : {"warning", "action", "error"}) {
    const std::string text = text_of(answer.value(), member);
    if (!text.empty()) ran.run.note += (ran.run.note.empty() ? "" : "; ") + text;
  }
  ran.run.note = setting.redactor.redact(ran.run.note).text;
  if (text_of(answer.value(), "status") == "disabled") {
    return Error{ErrorCode::Unavailable, "openclaw: its memory search is switched off",
                 "set memory.search.enabled in openclaw.json"};
  }
  return ran;
}

bool meet(const Found& ours, const Found& theirs) {
  return ours.path == theirs.path && ours.hit.start_line <= theirs.hit.end_line &&
         theirs.hit.start_line <= ours.hit.end_line;
}

void lay_side_by_side(std::vector<Found> ours, std::vector<Found> theirs, CompareAnswer& answer) {
  for (Found& one : ours) {
    const auto match = std::find_if(theirs.begin(), theirs.end(),
                                    [&](const Found& other) { return meet(one, other); });
    ComparedPlace place{.path = one.path, .ours = std::move(one.hit)};
    if (match != theirs.end()) {
      place.theirs = std::move(match->hit);
      theirs.erase(match);
      ++answer.both;
    } else {
      ++answer.only_ours;
    }
    answer.places.push_back(std::move(place));
  }
  for (Found& other : theirs) {
    answer.places.push_back({.path = other.path, .theirs = std::move(other.hit)});
    ++answer.only_theirs;
  }
}

}  // namespace

Result<CompareAnswer> compare(const CompareRequest& request, const Setting& setting) {
  if (request.with != "openclaw") {
    return Error{ErrorCode::InvalidArgument, "compare: with '" + request.with + "'?",
                 "nacre compare openclaw QUERY"};
  }
  const auto or_key = [&](std::uint32_t value, std::string_view key) {
    return value > 0 ? value : static_cast<std::uint32_t>(setting.config.integer(key));
  };
  const std::uint32_t limit = or_key(request.limit, "recall.limit");
  const std::uint32_t timeout_ms = or_key(request.timeout_ms, "compare.timeout_ms");
  Ran theirs = NACRE_TRY(ask_openclaw(request, setting, limit, timeout_ms));
  Ran ours = NACRE_TRY(ask_nacre(request, setting, limit, timeout_ms));
  CompareAnswer answer{.query = request.query, .with = request.with};
  answer.ours = std::move(ours.run);
  answer.theirs = std::move(theirs.run);
  answer.ours.results = static_cast<std::uint32_t>(ours.results.size());
  answer.theirs.results = static_cast<std::uint32_t>(theirs.results.size());
  lay_side_by_side(std::move(ours.results), std::move(theirs.results), answer);
  return answer;
}

}  // namespace nacre::memory
