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

std::string joined(const std::vector<std::string>& texts, const Words& words) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : words.say(", ")) + harmless(text);
  }
  return out;
}

std::string explained(const RecallHit& hit, const Words& words) {
  std::string parts;
  for (const auto& [part, value] : hit.parts) {
    parts += (parts.empty() ? "" : " ") + part + "=" + fixed(value, 4);
  }
  return "  " + words.say("why: {}", harmless(words.of(hit.why))) + "\n  " +
         words.say("parts: {}", parts) + "\n";
}

std::string explained(const Rewriting& rewriting, const Words& words) {
  std::string out = words.say("looked for: {}", joined(rewriting.terms, words)) + "\n";
  const auto add = [&](const std::vector<std::string>& texts, const std::string& line) {
    if (!texts.empty()) out += line + "\n";
  };
  add(rewriting.phrases, words.say("phrases: {}", joined(rewriting.phrases, words)));
  add(rewriting.excluded, words.say("left out: {}", joined(rewriting.excluded, words)));
  add(rewriting.ignored, words.say("not counted: {}", joined(rewriting.ignored, words)));
  add(rewriting.filters, words.say("filters: {}", joined(rewriting.filters, words)));
  for (const auto& [word, others] : rewriting.synonyms) {
    out += words.say("also for {}: {}", harmless(word), joined(others, words)) + "\n";
  }
  return out + "\n";
}

std::string render(const RecallHit& hit, const Look& look, const Words& words) {
  std::string out =
      coloured(kPathColour, harmless(hit.path) + ":" + std::to_string(hit.line), look);
  out += "  " + coloured(kFaint, fixed(hit.score, 2), look);
  if (!hit.heading.empty()) out += "  " + coloured(kFaint, harmless(hit.heading), look);
  out += '\n' + indented(marked(hit, look));
  if (hit.valid) out += "  " + words.say("valid: {}", *hit.valid) + "\n";
  if (look.explain) out += explained(hit, words);
  return out;
}

// Of an answer without a reason of its own, what its fields say.
std::string unexplained(const RecallAnswer& answer, const Words& words) {
  std::string notes;
  if (!answer.complete) notes += words.say("not everything was looked at") + "\n";
  if (answer.stale == Staleness::Stale) {
    notes += words.say("files have changed since they were indexed; run `nacre index`") + "\n";
  }
  return notes;
}

std::string notes_on(const RecallAnswer& answer, const Look& look, const Words& words) {
  const std::string reason = harmless(words.of(answer.reason));
  if (answer.denied) {
    return words.say("denied: {}", reason.empty() ? words.say("not in this context") : reason) +
           "\n";
  }
  std::string notes;
  if (answer.results.empty()) notes += words.say("nothing found") + "\n";
  if (answer.degraded) {
    notes += words.say("{}: {}", words.of(*answer.degraded), reason) + "\n";
  } else if (!reason.empty()) {
    notes += reason + "\n";
  }
  if (reason.empty()) notes += unexplained(answer, words);
  if (answer.expired_left_out > 0) {
    notes += words.say("{} no longer valid and left out; --history shows them",
                       answer.expired_left_out) +
             "\n";
  }
  if (look.timing) notes += words.say("{} ms", fixed(answer.took_ms, 2)) + "\n";
  return notes;
}

}  // namespace

Rendered render(const RecallAnswer& answer, const Look& look, const Words& words) {
  Rendered rendered;
  if (look.explain && !answer.denied) rendered.out = explained(answer.rewritten, words);
  bool first = true;
  for (const RecallHit& hit : answer.results) {
    if (!first) rendered.out += '\n';
    first = false;
    rendered.out += render(hit, look, words);
  }
  rendered.notes = notes_on(answer, look, words);
  return rendered;
}

}  // namespace nacre::cli
