#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/verbs.h"
#include "cli/words.h"

namespace nacre::cli {

// What a shell may offer at one place of the command line.
struct Offer {
  enum class Kind { Nothing, Choices, Directories, Files, ConfigKeys };
  Kind kind = Kind::Nothing;
  std::vector<std::string> choices = {};  // Of Choices.
};

// For the value of an option that takes one.
Offer offer_of(const Option& option);

// For the words of a verb, read from its usage ("get [KEY] | set KEY VALUE | path"):
// one row per first word that is given as it is; its `first` is empty where the
// usage names none. The last of `words` holds for all that follow when `repeats`.
struct WordOffers {
  std::string first;
  std::vector<Offer> words;  // Behind `first`, or from the start.
  bool repeats = false;
};
std::vector<WordOffers> word_offers(const Verb& verb);

// Scripts for the three shells, from the tables that parsing and help read.
std::string bash_completion();
std::string zsh_completion(const Words& words);
std::string fish_completion(const Words& words);

}  // namespace nacre::cli
