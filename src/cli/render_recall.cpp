#include <algorithm>
#include <cstdio>

#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

constexpr std::string_view kPathColour = "\x1b[36m";
constexpr std::string_view kFaint = "\x1b[2m";
constexpr std::string_view kMatch = "\x1b[1;33m";
constexpr std::string_view kPlain = "\x1b[0m";

std::string coloured(std::string_view colour, std::string text, const Look& look) {
  if (!look.colour) return text;
  return std::string(colour) + text + std::string(kPlain);
}

std::string fixed(double value, int digits) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

std::string marked(const RecallHit& hit, const Look& look) {
  const std::string_view open = look.colour ? kMatch : "«";
  const std::string_view close = look.colour ? kPlain : "»";
  const std::string_view snippet = hit.snippet;
  std::string out;
  std::size_t at = 0;
  for (const auto& [begin, end] : hit.marks) {
    if (begin < at || end <= begin || end > snippet.size()) continue;
    out += harmless(snippet.substr(at, begin - at), Breaks::Kept);
    out += open;
    out += harmless(snippet.substr(begin, end - begin), Breaks::Kept);
    out += close;
    at = end;
  }
  return out + harmless(snippet.substr(at), Breaks::Kept);
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += "  ";
    out += text.substr(0, end);
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + harmless(word);
  return out;
}

std::string explained(const RecallHit& hit) {
  std::string out = "  why: " + harmless(hit.why) + "\n  parts:";
  for (const auto& [part, value] : hit.parts) out += " " + part + "=" + fixed(value, 4);
  return out + "\n";
}

std::string explained(const Rewriting& rewriting) {
  std::string out = "looked for: " + joined(rewriting.terms) + "\n";
  const auto add = [&](const char* what, const std::vector<std::string>& words) {
    if (!words.empty()) out += std::string(what) + joined(words) + "\n";
  };
  add("phrases: ", rewriting.phrases);
  add("left out: ", rewriting.excluded);
  add("not counted: ", rewriting.ignored);
  add("filters: ", rewriting.filters);
  for (const auto& [word, others] : rewriting.synonyms) {
    out += "also for " + harmless(word) + ": " + joined(others) + "\n";
  }
  return out + "\n";
}

std::string render(const RecallHit& hit, const Look& look) {
  std::string out =
      coloured(kPathColour, harmless(hit.path) + ":" + std::to_string(hit.line), look);
  out += "  " + coloured(kFaint, fixed(hit.score, 2), look);
  if (!hit.heading.empty()) out += "  " + coloured(kFaint, harmless(hit.heading), look);
  out += '\n' + indented(marked(hit, look));
  if (hit.valid) out += "  valid: " + *hit.valid + "\n";
  if (look.explain) out += explained(hit);
  return out;
}

std::string notes_on(const RecallAnswer& answer, const Look& look) {
  std::string notes;
  if (answer.denied) {
    return "denied: " + (answer.reason.empty() ? "not in this context" : answer.reason) + "\n";
  }
  if (answer.results.empty()) notes += "nothing found\n";
  if (answer.degraded) notes += *answer.degraded + ": ";
  if (!answer.reason.empty() || answer.degraded) notes += harmless(answer.reason) + "\n";
  if (!answer.complete && answer.reason.empty()) notes += "not everything was looked at\n";
  if (answer.stale == Staleness::Stale && answer.reason.empty()) {
    notes += "files have changed since they were indexed; run `nacre index`\n";
  }
  if (answer.expired_left_out > 0) {
    notes += std::to_string(answer.expired_left_out) +
             " no longer valid and left out; --history shows them\n";
  }
  if (look.timing) notes += fixed(answer.took_ms, 2) + " ms\n";
  return notes;
}

}  // namespace

Rendered render(const RecallAnswer& answer, const Look& look) {
  Rendered rendered;
  if (look.explain && !answer.denied) rendered.out = explained(answer.rewritten);
  bool first = true;
  for (const RecallHit& hit : answer.results) {
    if (!first) rendered.out += '\n';
    first = false;
    rendered.out += render(hit, look);
  }
  rendered.notes = notes_on(answer, look);
  return rendered;
}

}  // namespace nacre::cli
