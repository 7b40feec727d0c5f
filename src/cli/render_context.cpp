#include "cli/columns.h"
#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

constexpr std::size_t kStateColumns = 14;

std::string_view state(ContextState state) {
  return state == ContextState::LeftOut ? "left out" : name(state);
}

std::string row(const ContextFile& file, const Words& words) {
  std::string out = padded("  " + words.of(state(file.state)), kStateColumns) + harmless(file.path);
  if (file.chars > 0) {
    out += "  " + words.say("{} of {} characters", file.chars_included, file.chars);
  }
  if (file.expired_left_out > 0) {
    out += words.say(", {} past their valid range", file.expired_left_out);
  }
  if (!file.why.empty()) out += words.say(": {}", harmless(words.of(file.why)));
  if (!file.fetch.empty()) out += words.say("; {}", harmless(file.fetch));
  return out + "\n";
}

}  // namespace

Rendered render(const ContextAnswer& answer, bool exact, const Words& words) {
  Rendered rendered;
  if (answer.denied) {
    rendered.notes = words.say("denied: {}", harmless(words.of(answer.reason))) + "\n";
    return rendered;
  }
  rendered.out = exact ? answer.text : harmless(answer.text, Breaks::Kept);
  rendered.notes = words.say("context: {} of {} tokens, {} of {} characters", answer.tokens,
                             answer.budget_tokens, answer.chars, answer.chars_max) +
                   "\n";
  for (const ContextFile& file : answer.files) rendered.notes += row(file, words);
  for (const ContextWithheld& withheld : answer.withheld) {
    rendered.notes +=
        padded("  " + words.say("withheld"), kStateColumns) +
        words.say("{}: {}", harmless(withheld.path), harmless(words.of(withheld.why))) + "\n";
  }
  for (const std::string& warning : answer.warnings) {
    rendered.notes += words.say("warning: {}", harmless(words.of(warning))) + "\n";
  }
  return rendered;
}

}  // namespace nacre::cli
