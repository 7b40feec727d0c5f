#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

std::string words(ContextState state) {
  return state == ContextState::LeftOut ? "left out" : std::string(name(state));
}

std::string row(const ContextFile& file) {
  std::string out = "  " + words(file.state);
  out.resize(14, ' ');
  out += harmless(file.path);
  if (file.chars > 0) {
    out += "  " + std::to_string(file.chars_included) + " of " + std::to_string(file.chars) +
           " characters";
  }
  if (file.expired_left_out > 0) {
    out += ", " + std::to_string(file.expired_left_out) + " past their valid range";
  }
  if (!file.why.empty()) out += ": " + harmless(file.why);
  if (!file.fetch.empty()) out += "; " + harmless(file.fetch);
  return out + "\n";
}

}  // namespace

Rendered render(const ContextAnswer& answer, bool exact) {
  Rendered rendered;
  if (answer.denied) {
    rendered.notes = "denied: " + harmless(answer.reason) + "\n";
    return rendered;
  }
  rendered.out = exact ? answer.text : harmless(answer.text, Breaks::Kept);
  rendered.notes = "context: " + std::to_string(answer.tokens) + " of " +
                   std::to_string(answer.budget_tokens) + " tokens, " +
                   std::to_string(answer.chars) + " of " + std::to_string(answer.chars_max) +
                   " characters\n";
  for (const ContextFile& file : answer.files) rendered.notes += row(file);
  for (const ContextWithheld& withheld : answer.withheld) {
    rendered.notes +=
        "  withheld    " + harmless(withheld.path) + ": " + harmless(withheld.why) + "\n";
  }
  for (const std::string& warning : answer.warnings) {
    rendered.notes += "warning: " + harmless(warning) + "\n";
  }
  return rendered;
}

}  // namespace nacre::cli
