#include "cli/help.h"

#include <algorithm>

namespace nacre::cli {
namespace {

constexpr std::size_t kColumn = 24;

void append_row(std::string& out, std::string_view left, std::string_view right) {
  std::string row = "  " + std::string(left);
  row.resize(std::max(row.size() + 2, kColumn), ' ');
  out += row;
  out += right;
  out += '\n';
}

void append_options(std::string& out, std::string_view title, std::span<const Option> options) {
  if (options.empty()) return;
  out += '\n';
  out += title;
  out += '\n';
  for (const Option& option : options) {
    std::string left(option.name);
    if (!option.value.empty()) left += " " + std::string(option.value);
    append_row(out, left, option.help);
  }
}

void append_indented(std::string& out, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out += "  ";
    out += lines.substr(0, end);
    out += '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

}  // namespace

std::string general_help() {
  std::string out =
      "nacre: memory for AI agents, in Markdown files that people read and edit.\n"
      "\n"
      "usage: nacre COMMAND [OPTIONS] ...\n"
      "\n";
  for (const Verb& verb : verbs()) append_row(out, verb.name, verb.summary);
  append_options(out, "with every command:", global_options());
  out +=
      "\n"
      "examples:\n"
      "  nacre init ~/nacre && cd ~/nacre\n"
      "  nacre remember \"Deploys happen on Tuesdays\"\n"
      "  nacre recall when do we deploy\n"
      "\n"
      "`nacre COMMAND --help` says more. `nacre --version` prints the version.\n";
  return out;
}

std::string verb_help(const Verb& verb) {
  std::string out = "usage: nacre " + std::string(verb.name);
  if (!verb.options.empty()) out += " [OPTIONS]";
  if (!verb.words.empty()) out += " " + std::string(verb.words);
  out += "\n\n" + std::string(verb.summary) + ".\n";
  if (!verb.alias.empty()) out += "Also called " + std::string(verb.alias) + ".\n";
  if (!verb.details.empty()) out += std::string(verb.details) + "\n";
  append_options(out, "options:", verb.options);
  append_options(out, "with every command:", global_options());
  out += "\nexamples:\n";
  append_indented(out, verb.examples);
  return out;
}

}  // namespace nacre::cli
