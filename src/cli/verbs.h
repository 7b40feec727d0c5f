#pragma once

#include <span>
#include <string>
#include <string_view>

namespace nacre::cli {

// The command line as data: parsing, help and completion read these tables.
struct Option {
  std::string_view name;   // "--limit"
  std::string_view value;  // "N" as the help shows it; empty: a flag.
  std::string_view help;
  bool repeats = false;
  bool may_be_empty = false;  // Text that means nothing when it is empty.
};

struct Verb {
  std::string_view name;
  std::string_view alias;
  std::string_view words;  // "[QUERY...]" as the help shows it.
  std::size_t words_min = 0, words_max = 0;
  std::string_view summary;  // One line, for the list of verbs.
  std::string_view details;  // Below the usage line; may be empty.
  std::span<const Option> options;
  std::string_view examples;  // One command a line.
};

inline constexpr std::size_t kAnyWords = static_cast<std::size_t>(-1);

// In the order in which people meet them; the general help describes the first ten.
std::span<const Verb> verbs();
std::span<const Option> global_options();

const Verb* verb_named(std::string_view name);
// Of the verb, or of all verbs; null when there is none.
const Option* option_named(const Verb& verb, std::string_view name);

}  // namespace nacre::cli
