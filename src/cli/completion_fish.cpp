#include "base/config.h"
#include "cli/completion.h"

namespace nacre::cli {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string names(const Verb& verb) {
  return std::string(verb.name) + (verb.alias.empty() ? "" : " " + std::string(verb.alias));
}

// The options of `complete` that offer it.
std::string offering(const Offer& offer) {
  std::string all;
  switch (offer.kind) {
    case Offer::Kind::Nothing:
      return "-x";
    case Offer::Kind::Directories:
      return "-x -a '(__fish_complete_directories)'";
    case Offer::Kind::Files:
      return "-r -F";
    case Offer::Kind::ConfigKeys:
      return "-x -a '(__nacre_keys)'";
    case Offer::Kind::Choices:
      break;
  }
  for (const std::string& choice : offer.choices) all += (all.empty() ? "" : " ") + choice;
  return "-x -a " + quoted(all);
}

std::string option_line(const std::string& condition, const Option& option, const Words& words) {
  std::string out = "complete -c nacre" + condition + " -l " + std::string(option.name.substr(2));
  if (!option.value.empty()) out += " " + offering(offer_of(option));
  return out + " -d " + quoted(words.of(option.help)) + "\n";
}

// `-f` above keeps files away where none are wanted.
std::string words_line(const std::string& condition, const Offer& offer) {
  if (offer.kind == Offer::Kind::Nothing) return {};
  const std::string files = offer.kind == Offer::Kind::Files ? " -F" : " " + offering(offer);
  return "complete -c nacre" + condition + files + "\n";
}

void print_words(std::string& out, const Verb& verb) {
  const std::string seen = "__fish_seen_subcommand_from " + names(verb);
  std::string firsts;
  for (const WordOffers& offers : word_offers(verb)) {
    if (offers.first.empty()) {
      if (!offers.words.empty()) out += words_line(" -n " + quoted(seen), offers.words.front());
      continue;
    }
    firsts += (firsts.empty() ? "" : " ") + offers.first;
    if (offers.words.empty()) continue;
    out += words_line(" -n " + quoted(seen + "; and __fish_seen_subcommand_from " + offers.first),
                      offers.words.front());
  }
  if (firsts.empty()) return;
  out += "complete -c nacre -n " +
         quoted(seen + "; and not __fish_seen_subcommand_from " + firsts) + " -x -a " +
         quoted(firsts) + "\n";
}

}  // namespace

std::string fish_completion(const Words& words) {
  std::string out =
      "# fish completion for nacre; generated from the tables of its --help.\n\n"
      "function __nacre_keys\n    printf '%s\\n'";
  for (const base::ConfigKey& key : base::config_keys()) out += " " + std::string(key.name);
  out += "\nend\n\ncomplete -c nacre -f\n";
  std::string all;
  for (const Verb& verb : verbs()) {
    out += "complete -c nacre -n __fish_use_subcommand -a " + std::string(verb.name) + " -d " +
           quoted(words.of(verb.summary)) + "\n";
    all += (all.empty() ? "" : " ") + std::string(verb.name);
  }
  out += "complete -c nacre -n __fish_use_subcommand -a help -d " +
         quoted(words.say("Show help on a command")) + "\n" +
         "complete -c nacre -n __fish_use_subcommand -l version -d " +
         quoted(words.say("Print the version")) + "\n" +
         "complete -c nacre -n '__fish_seen_subcommand_from help' -x -a " + quoted(all) + "\n";
  for (const Option& option : global_options()) out += option_line("", option, words);
  for (const Verb& verb : verbs()) {
    out += "\n";
    const std::string condition = " -n " + quoted("__fish_seen_subcommand_from " + names(verb));
    for (const Option& option : verb.options) out += option_line(condition, option, words);
    print_words(out, verb);
  }
  return out;
}

}  // namespace nacre::cli
