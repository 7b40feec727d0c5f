#include "recall/test_workspace.h"

namespace nacre::recall {
namespace {

void add_list(std::string& out, std::string_view key, const std::vector<std::string>& list) {
  out += key;
  for (const std::string& item : list) out += " [" + item + "]";
  out += '\n';
}

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

}  // namespace

std::string dump(const RecallAnswer& answer) {
  std::string out = answer.query + "\n" + answer.mode + " " + answer.reason + "\n";
  add_list(out, "terms", answer.rewritten.terms);
  add_list(out, "ignored", answer.rewritten.ignored);
  add_list(out, "phrases", answer.rewritten.phrases);
  add_list(out, "excluded", answer.rewritten.excluded);
  add_list(out, "filters", answer.rewritten.filters);
  for (const auto& [word, others] : answer.rewritten.synonyms) add_list(out, word, others);
  out += std::to_string(answer.complete) + std::to_string(static_cast<int>(answer.stale)) +
         std::to_string(answer.denied) + " " + answer.degraded.value_or("-") + " " +
         std::to_string(answer.expired_left_out) + "\n";
  for (const RecallHit& hit : answer.results) {
    out += hit.path + ":" + std::to_string(hit.line) + " " + std::to_string(hit.start_line) + "-" +
           std::to_string(hit.end_line) + " " + hit.heading + " " + number(hit.score) + " " +
           hit.id + " " + hit.why + " " + hit.valid.value_or("-") + "\n" + hit.snippet + "\n";
    for (const auto& [key, value] : hit.parts) out += key + "=" + number(value) + " ";
    for (const auto& [begin, end] : hit.marks) {
      out += std::to_string(begin) + "-" + std::to_string(end) + " ";
    }
    out += std::string(name(hit.layer)) + "\n";
  }
  return out;
}

}  // namespace nacre::recall
