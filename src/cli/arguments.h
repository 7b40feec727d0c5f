#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/verbs.h"

namespace nacre::cli {

// What was written after a verb. Views point into the process's own arguments.
struct Arguments {
  std::map<std::string_view, std::vector<std::string_view>> options;  // Flags: no values.
  std::vector<std::string_view> words;

  bool has(std::string_view option) const { return options.contains(option); }
  // Empty when it was not given.
  std::string text(std::string_view option) const;
  // "a,b" and a repeated option are both lists; blanks around a comma and empty
  // elements do not count.
  std::vector<std::string> list(std::string_view option) const;
  // InvalidArgument when it is no number in the range; nullopt when not given.
  Result<std::optional<std::uint32_t>> whole(std::string_view option, std::uint32_t minimum,
                                             std::uint32_t maximum) const;
  Result<std::optional<double>> number(std::string_view option, double minimum,
                                       double maximum) const;
  // The words with one blank between them: quotes around a sentence are optional.
  std::string sentence() const;
};

// The verb of a command line, and its arguments with the options that stood
// before it put first. `verb` is null when there is none.
struct CommandLine {
  const Verb* verb = nullptr;
  std::vector<std::string_view> arguments;
};

// Where the verb stands, behind options that go before it; the end when there is none.
std::size_t first_word(std::span<const std::string_view> arguments);

// InvalidArgument with the nearest name for an unknown verb.
Result<CommandLine> find_verb(std::span<const std::string_view> arguments);

// `--name value`, `--name=value`; after `--` everything is a word, and so is "-",
// and whatever cannot be an option: text with a blank or beyond ASCII. InvalidArgument
// with a suggestion for an unknown option, a missing, empty or superfluous value or word.
Result<Arguments> parse_arguments(const Verb& verb, std::span<const std::string_view> arguments);

}  // namespace nacre::cli
