#include "base/config.h"
#include "cli/completion.h"

namespace nacre::cli {
namespace {

// What does not depend on the tables. The generated functions set `offer`.
constexpr std::string_view kHead =
    R"bash(# bash completion for nacre; generated from the tables of its --help.

_nacre_offer() {
  case $1 in
    @directories) mapfile -t COMPREPLY < <(compgen -d -- "$2"); compopt -o filenames 2>/dev/null ;;
    @files) mapfile -t COMPREPLY < <(compgen -f -- "$2"); compopt -o filenames 2>/dev/null ;;
    @keys) mapfile -t COMPREPLY < <(compgen -W "$(_nacre_keys)" -- "$2") ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2") ;;
  esac
}

)bash";

constexpr std::string_view kTail = R"bash(
_nacre() {
  local current=${COMP_WORDS[COMP_CWORD]} before="" verb="" first="" offer="" word=""
  local -i at=0 count=0
  COMPREPLY=()
  # "--lang=z" comes as three words.
  [[ $current == "=" ]] && current=""
  before=${COMP_WORDS[COMP_CWORD - 1]}
  [[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD - 2]}

  for ((at = 1; at < COMP_CWORD; ++at)); do
    word=${COMP_WORDS[at]}
    case $word in
      --) break ;;
      -*) _nacre_value "$verb" "$word" && [[ ${COMP_WORDS[at + 1]} != "=" ]] && ((++at)) ;;
      =) ((++at)) ;;
      *)
        if [[ -z $verb ]]; then verb=$word; continue; fi
        [[ $count == 0 ]] && first=$word
        ((++count))
        ;;
    esac
  done

  offer=""
  if [[ $before == -* ]] && _nacre_value "$verb" "$before"; then
    _nacre_offer "$offer" "$current"
  elif [[ $current == -* ]]; then
    _nacre_offer "$(_nacre_options "$verb")" "$current"
  elif [[ -z $verb ]]; then
    _nacre_offer "$(_nacre_verbs)" "$current"
  else
    _nacre_words "$verb" "$first" "$count"
    [[ -n $offer ]] && _nacre_offer "$offer" "$current"
  fi
}

complete -F _nacre nacre
)bash";

std::string words_of(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::Nothing:
      return "";
    case Offer::Kind::Directories:
      return "@directories";
    case Offer::Kind::Files:
      return "@files";
    case Offer::Kind::ConfigKeys:
      return "@keys";
    case Offer::Kind::Choices:
      break;
  }
  std::string out;
  for (const std::string& choice : offer.choices) out += (out.empty() ? "" : " ") + choice;
  return out;
}

std::string names(std::span<const Option> options) {
  std::string out;
  for (const Option& option : options) out += " " + std::string(option.name);
  return out;
}

std::string patterns(const Verb& verb) {
  return std::string(verb.name) + (verb.alias.empty() ? "" : "|" + std::string(verb.alias));
}

void print_list(std::string& out, std::string_view function, const std::string& words) {
  out += std::string(function) + "() {\n  echo '" + words + "'\n}\n";
}

// Succeeds when the option takes a value, which `offer` then describes.
void print_values(std::string& out) {
  out += "_nacre_value() {\n  case $1/$2 in\n";
  const auto row = [&](const std::string& verb, const Option& option) {
    if (option.value.empty()) return;
    out += "    " + verb + "/" + std::string(option.name) + ") offer='" +
           words_of(offer_of(option)) + "' ;;\n";
  };
  for (const Option& option : global_options()) row("*", option);
  for (const Verb& verb : verbs()) {
    for (const Option& option : verb.options) {
      row(std::string(verb.name), option);
      if (!verb.alias.empty()) row(std::string(verb.alias), option);
    }
  }
  out += "    *) return 1 ;;\n  esac\n}\n";
}

void print_options(std::string& out) {
  out += "_nacre_options() {\n  case $1 in\n";
  for (const Verb& verb : verbs()) {
    if (verb.options.empty()) continue;
    out += "    " + patterns(verb) + ") echo -n '" + names(verb.options).substr(1) + " ' ;;\n";
  }
  out += "    '') echo -n '--version ' ;;\n  esac\n  echo '" + names(global_options()).substr(1) +
         "'\n}\n";
}

// By verb, how many words there are already, and the first of them.
void print_words(std::string& out) {
  out += "_nacre_words() {\n  case $1/$3/$2 in\n    help/0/*) offer=$(_nacre_verbs) ;;\n";
  for (const Verb& verb : verbs()) {
    std::string firsts;
    for (const WordOffers& offers : word_offers(verb)) {
      const std::size_t behind = offers.first.empty() ? 0 : 1;
      if (behind == 1) firsts += (firsts.empty() ? "" : " ") + offers.first;
      for (std::size_t i = 0; i < offers.words.size(); ++i) {
        const std::string offer = words_of(offers.words[i]);
        const bool more = offers.repeats && i + 1 == offers.words.size();
        if (offer.empty()) continue;
        for (const std::string& name : {std::string(verb.name), std::string(verb.alias)}) {
          if (name.empty()) continue;
          out += "    " + name + "/" + (more ? "*" : std::to_string(i + behind)) + "/" +
                 (behind == 1 ? offers.first : "*") + ") offer='" + offer + "' ;;\n";
        }
      }
    }
    if (!firsts.empty()) {
      out += "    " + std::string(verb.name) + "/0/*) offer='" + firsts + "' ;;\n";
    }
  }
  out += "  esac\n}\n";
}

}  // namespace

std::string bash_completion() {
  std::string verb_names, keys;
  for (const Verb& verb : verbs()) {
    verb_names += std::string(verb.name) + " ";
    if (!verb.alias.empty()) verb_names += std::string(verb.alias) + " ";
  }
  for (const base::ConfigKey& key : base::config_keys()) {
    keys += (keys.empty() ? "" : " ") + std::string(key.name);
  }
  std::string out(kHead);
  print_list(out, "_nacre_verbs", verb_names + "help");
  print_list(out, "_nacre_keys", keys);
  print_values(out);
  print_options(out);
  print_words(out);
  return out + std::string(kTail);
}

}  // namespace nacre::cli
