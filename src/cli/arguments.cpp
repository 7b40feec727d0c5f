#include "cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/config.h"

namespace nacre::cli {
namespace {

Error usage(std::string message, std::string hint) {
  return {ErrorCode::InvalidArgument, std::move(message), std::move(hint)};
}

std::string help_hint(const Verb& verb) {
  return "see `nacre " + std::string(verb.name) + " --help`";
}

bool is_printable_ascii_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

// No option has a blank or anything beyond ASCII in its name, or starts with a digit,
// so such text is a word: a quoted query may start with an exclusion, a number with -.
bool looks_like_option(std::string_view argument) {
  if (argument.size() > 1 && argument[1] >= '0' && argument[1] <= '9') return false;
  const std::string_view name = argument.substr(0, argument.find('='));
  return argument.size() > 1 && argument.front() == '-' && is_printable_ascii_word(name);
}

std::string suggestion(const Verb& verb, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Option& option : verb.options) names.push_back(option.name);
  for (const Option& option : global_options()) names.push_back(option.name);
  const std::string doubled = name.starts_with("--") ? std::string(name) : "-" + std::string(name);
  return base::nearest(doubled, names);
}

Error unknown_option(const Verb& verb, std::string_view name) {
  std::string hint = suggestion(verb, name);
  hint = hint.empty() ? help_hint(verb) : "did you mean " + hint + "?";
  if (verb.words_max == kAnyWords && !name.starts_with("--")) {
    hint += "; text that starts with - goes after --: nacre " + std::string(verb.name) + " -- " +
            std::string(name);
  }
  return usage("unknown option " + std::string(name), std::move(hint));
}

// An option without its value, as an unset shell variable leaves it, would mean
// the opposite of what was asked for: no filter, no restriction.
Status check_value(const Verb& verb, const Option& option, std::string_view value) {
  if (option.may_be_empty || value.find_first_not_of(" \t,") != value.npos) return Ok{};
  return usage(std::string(option.name) + ": its value is empty: " + std::string(option.name) +
                   " " + std::string(option.value),
               help_hint(verb));
}

// What was meant as the next option, behind one whose value was forgotten.
bool is_option(const Verb& verb, std::string_view argument) {
  if (argument == "--" || argument == "-h") return true;
  return looks_like_option(argument) &&
         option_named(verb, argument.substr(0, argument.find('='))) != nullptr;
}

// Takes one option and its value; `rest` are the arguments behind it.
Status take_option(const Verb& verb, std::string_view argument,
                   std::span<const std::string_view>& rest, Arguments& out) {
  const std::size_t equals = argument.find('=');
  std::string_view name = argument.substr(0, equals);
  if (name == "-h") name = "--help";
  const Option* option = option_named(verb, name);
  if (option == nullptr) return unknown_option(verb, name);

  auto& values = out.options[option->name];
  if (option->value.empty()) {
    if (equals == argument.npos) return Ok{};
    return usage(std::string(name) + " takes no value", help_hint(verb));
  }
  if (!values.empty() && !option->repeats) {
    return usage(std::string(name) + " is given twice", "give it once");
  }
  if (equals != argument.npos) {
    values.push_back(argument.substr(equals + 1));
    return check_value(verb, *option, values.back());
  }
  if (rest.empty()) {
    return usage(std::string(name) + " needs a value: " + std::string(name) + " " +
                     std::string(option->value),
                 help_hint(verb));
  }
  if (is_option(verb, rest.front())) {
    return usage(std::string(name) + " needs a value: " + std::string(name) + " " +
                     std::string(option->value),
                 "if '" + std::string(rest.front()) + "' is the value: " + std::string(name) + "=" +
                     std::string(rest.front()));
  }
  values.push_back(rest.front());
  rest = rest.subspan(1);
  return check_value(verb, *option, values.back());
}

Status check_words(const Verb& verb, const Arguments& arguments) {
  const std::string usage_line =
      "usage: nacre " + std::string(verb.name) + " " + std::string(verb.words);
  if (arguments.words.size() < verb.words_min) return usage("nothing given", usage_line);
  if (arguments.words.size() > verb.words_max) {
    return usage("unexpected '" + std::string(arguments.words[verb.words_max]) + "'", usage_line);
  }
  return Ok{};
}

Error unknown_verb(std::string_view word) {
  std::vector<std::string_view> names = {"help"};
  for (const Verb& verb : verbs()) {
    names.push_back(verb.name);
    if (!verb.alias.empty()) names.push_back(verb.alias);
  }
  const std::string near = base::nearest(word, names);
  return usage("unknown command '" + std::string(word) + "'",
               near.empty() ? "see `nacre --help`" : "did you mean `nacre " + near + "`?");
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

template <typename Number>
Result<std::optional<Number>> parse_number(std::string_view option, std::string_view text,
                                           Number minimum, Number maximum) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != end || !(value >= minimum) ||
      !(value <= maximum)) {
    const auto shown = [](Number bound) {
      return std::to_string(static_cast<std::uint64_t>(bound));
    };
    return usage(std::string(option) + ": '" + std::string(text) +
                     (std::is_integral_v<Number> ? "' is not a whole number from "
                                                 : "' is not a number from ") +
                     shown(minimum) + " to " + shown(maximum),
                 "");
  }
  return std::optional<Number>(value);
}

bool takes_value(std::span<const Option> options, std::string_view name) {
  return std::any_of(options.begin(), options.end(), [&](const Option& option) {
    return option.name == name && !option.value.empty();
  });
}

}  // namespace

std::string Arguments::text(std::string_view option) const {
  const auto found = options.find(option);
  if (found == options.end() || found->second.empty()) return {};
  return std::string(found->second.front());
}

std::vector<std::string> Arguments::list(std::string_view option) const {
  std::vector<std::string> elements;
  const auto found = options.find(option);
  if (found == options.end()) return elements;
  for (std::string_view rest : found->second) {
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view element = trimmed(rest.substr(0, comma));
      if (!element.empty()) elements.emplace_back(element);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  return elements;
}

Result<std::optional<std::uint32_t>> Arguments::whole(std::string_view option,
                                                      std::uint32_t minimum,
                                                      std::uint32_t maximum) const {
  if (!has(option)) return std::optional<std::uint32_t>();
  return parse_number(option, options.at(option).front(), minimum, maximum);
}

Result<std::optional<double>> Arguments::number(std::string_view option, double minimum,
                                                double maximum) const {
  if (!has(option)) return std::optional<double>();
  return parse_number(option, options.at(option).front(), minimum, maximum);
}

std::string Arguments::sentence() const {
  std::string all;
  for (const std::string_view word : words) {
    if (!all.empty()) all += ' ';
    all += word;
  }
  return all;
}

std::size_t first_word(std::span<const std::string_view> arguments) {
  std::size_t at = 0;
  while (at < arguments.size() && arguments[at].starts_with('-')) {
    at += takes_value(global_options(), arguments[at]) ? 2U : 1U;
  }
  return std::min(at, arguments.size());
}

Result<CommandLine> find_verb(std::span<const std::string_view> arguments) {
  const std::size_t at = first_word(arguments);
  CommandLine line;
  line.arguments.assign(arguments.begin(), arguments.end());
  if (at == arguments.size()) return line;
  line.verb = verb_named(arguments[at]);
  if (line.verb == nullptr) return unknown_verb(arguments[at]);
  line.arguments.erase(line.arguments.begin() + static_cast<std::ptrdiff_t>(at));
  return line;
}

Result<Arguments> parse_arguments(const Verb& verb, std::span<const std::string_view> arguments) {
  Arguments out;
  std::span<const std::string_view> rest = arguments;
  while (!rest.empty()) {
    const std::string_view argument = rest.front();
    rest = rest.subspan(1);
    if (argument == "--") {
      out.words.insert(out.words.end(), rest.begin(), rest.end());
      break;
    }
    if (!looks_like_option(argument)) {
      out.words.push_back(argument);
      continue;
    }
    NACRE_TRY(take_option(verb, argument, rest, out));
  }
  if (!out.has("--help")) NACRE_TRY(check_words(verb, out));
  return out;
}

}  // namespace nacre::cli
