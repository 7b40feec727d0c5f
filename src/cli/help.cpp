#include "cli/help.h"

#include <algorithm>

#include "cli/columns.h"

namespace nacre::cli {
namespace {

// Verbs that the general help describes; it names the others.
constexpr std::ptrdiff_t kFirstVerbs = 10;

constexpr std::size_t kColumn = 24;

void append_row(std::string& out, std::string_view left, std::string_view right) {
  out += padded("  " + std::string(left), kColumn);
  if (!out.ends_with("  ")) out += "  ";
  out += right;
  out += '\n';
}

void append_options(std::string& out, const std::string& title, std::span<const Option> options,
                    const Words& words) {
  if (options.empty()) return;
  out += "\n" + title + "\n";
  for (const Option& option : options) {
    std::string left(option.name);
    if (!option.value.empty()) left += " " + std::string(option.value);
    append_row(out, left, words.of(option.help));
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

// A line for each way to call it: "get [KEY] | set KEY VALUE" are two.
std::string usage(const Verb& verb, const Words& words) {
  const std::string name = std::string(verb.name) + (verb.options.empty() ? "" : " [OPTIONS]");
  std::string_view rest = verb.words;
  const std::size_t label = display_width(words.say("usage: nacre {}", "")) - 6;
  std::string out;
  do {
    const std::size_t end = std::min(rest.find(" | "), rest.size());
    const std::string call = name + (end > 0 ? " " : "") + std::string(rest.substr(0, end));
    out += out.empty() ? words.say("usage: nacre {}", call)
                       : std::string(label, ' ') + "nacre " + call;
    out += '\n';
    rest.remove_prefix(std::min(end + 3, rest.size()));
  } while (!rest.empty());
  return out;
}

}  // namespace

std::string general_help(const Words& words) {
  std::string out =
      words.say("nacre: memory for AI agents, in Markdown files that people read and edit.") +
      "\n\n" + words.say("usage: nacre COMMAND [OPTIONS] ...") + "\n\n";
  std::string more;
  for (const Verb& verb : verbs()) {
    if (&verb - verbs().data() < kFirstVerbs) {
      append_row(out, verb.name, words.of(verb.summary));
    } else {
      more += (more.empty() ? "" : " ") + std::string(verb.name);
    }
  }
  if (!more.empty()) out += "\n" + words.say("more commands: {}", more) + "\n";
  append_options(out, words.say("with every command:"), global_options(), words);
  out += "\n" + words.say("examples:") + "\n";
  append_indented(out, words.say("nacre init ~/nacre && cd ~/nacre\n"
                                 "nacre remember \"Deploys happen on Tuesdays\"\n"
                                 "nacre recall when do we deploy"));
  out += "\n" +
         words.say("`nacre COMMAND --help` says more. `nacre --version` prints the version.") +
         "\n";
  return out;
}

std::string verb_help(const Verb& verb, const Words& words) {
  std::string out = usage(verb, words) + "\n" + words.say("{}.", words.of(verb.summary)) + "\n";
  if (!verb.alias.empty()) out += words.say("Also called {}.", verb.alias) + "\n";
  if (!verb.details.empty()) out += words.of(verb.details) + "\n";
  append_options(out, words.say("options:"), verb.options, words);
  append_options(out, words.say("with every command:"), global_options(), words);
  out += "\n" + words.say("examples:") + "\n";
  append_indented(out, verb.examples);
  return out;
}

}  // namespace nacre::cli
