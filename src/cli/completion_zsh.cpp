#include "base/config.h"
#include "cli/completion.h"

namespace nacre::cli {
namespace {

// Inside single quotes, and in the brackets and between the colons of _arguments.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string action(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::Nothing:
      return " ";
    case Offer::Kind::Directories:
      return "_files -/";
    case Offer::Kind::Files:
      return "_files";
    case Offer::Kind::ConfigKeys:
      return "_nacre_keys";
    case Offer::Kind::Choices:
      break;
  }
  std::string out = "(";
  for (const std::string& choice : offer.choices) {
    out += (out.size() > 1 ? " " : "") + escaped(choice);
  }
  return out + ")";
}

std::string argument(const Option& option, const Words& words) {
  const std::string name(option.name);
  std::string out = "    '" + std::string(option.repeats ? "*" : "") + name;
  if (!option.value.empty()) out += "=";
  out += "[" + escaped(words.of(option.help)) + "]";
  if (!option.value.empty()) {
    out += ":" + escaped(option.value) + ":" + action(offer_of(option));
  }
  return out + "' \\\n";
}

std::string first_words(const std::vector<WordOffers>& all) {
  std::string out;
  for (const WordOffers& offers : all) out += (out.empty() ? "" : " ") + offers.first;
  return out;
}

// The words of a verb whose usage begins with words to be given as they are.
void print_choice(std::string& out, const Verb& verb, const std::vector<WordOffers>& all) {
  out += "    '1:" + escaped(verb.name) + ":(" + first_words(all) + ")' \\\n    '*:: :_nacre_" +
         std::string(verb.name) + "_words'\n}\n\n_nacre_" + std::string(verb.name) +
         "_words() {\n  case $words[1] in\n";
  for (const WordOffers& offers : all) {
    if (offers.words.empty() || offers.words.front().kind == Offer::Kind::Nothing) continue;
    out +=
        "    " + offers.first + ") (( CURRENT == 2 )) && " + action(offers.words.front()) + " ;;\n";
  }
  out += "  esac\n}\n\n";
}

void print_verb(std::string& out, const Verb& verb, const Words& words) {
  out += "_nacre_" + std::string(verb.name) + "() {\n  _arguments -S \\\n";
  for (const Option& option : verb.options) out += argument(option, words);
  for (const Option& option : global_options()) out += argument(option, words);
  const std::vector<WordOffers> all = word_offers(verb);
  if (!all.empty() && !all.front().first.empty()) return print_choice(out, verb, all);
  if (all.empty() || all.front().words.empty()) {
    out += "    '*: : '\n}\n\n";
    return;
  }
  out += "    '" + std::string(verb.words_max > 1 ? "*" : "1") + ":" + escaped(verb.words) + ":" +
         action(all.front().words.front()) + "'\n}\n\n";
}

void print_keys(std::string& out) {
  out += "_nacre_keys() {\n  local -a keys=(\n";
  for (const base::ConfigKey& key : base::config_keys()) {
    out += "    '" + escaped(key.name) + "'\n";
  }
  out += "  )\n  compadd -a keys\n}\n\n";
}

void print_verbs(std::string& out, const Words& words) {
  out += "_nacre_verbs() {\n  local -a verbs=(\n";
  for (const Verb& verb : verbs()) {
    out += "    '" + std::string(verb.name) + ":" + escaped(words.of(verb.summary)) + "'\n";
  }
  out += "    'help:" + escaped(words.say("Show help on a command")) +
         "'\n  )\n  _describe -t commands command verbs\n}\n\n";
}

}  // namespace

std::string zsh_completion(const Words& words) {
  std::string out = "#compdef nacre\n# Generated from the tables of nacre --help.\n\n";
  print_verbs(out, words);
  print_keys(out);
  for (const Verb& verb : verbs()) print_verb(out, verb, words);
  out += "_nacre() {\n  local line state\n  _arguments -C \\\n";
  for (const Option& option : global_options()) out += argument(option, words);
  out += "    '--version[" + escaped(words.say("Print the version")) +
         "]' \\\n    '1: :_nacre_verbs' \\\n    '*:: :->words'\n  [[ $state == words ]] || return\n"
         "  case $line[1] in\n    help) _nacre_verbs ;;\n";
  for (const Verb& verb : verbs()) {
    out += "    " + std::string(verb.name) +
           (verb.alias.empty() ? "" : "|" + std::string(verb.alias)) + ") _nacre_" +
           std::string(verb.name) + " ;;\n";
  }
  return out + "  esac\n}\n\n_nacre \"$@\"\n";
}

}  // namespace nacre::cli
