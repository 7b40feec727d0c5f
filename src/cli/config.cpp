#include "cli/config.h"

#include <array>

#include "base/nearest.h"
#include "memory/json.h"
#include "nacre/config.h"

namespace nacre::cli {
namespace {

struct Action {
  std::string_view name, words;
  std::size_t words_min, words_max;  // Behind the name.
};

constexpr std::array<Action, 6> kActions = {{{"get", "[KEY]", 0, 1},
                                             {"set", "KEY VALUE", 2, kAnyWords},
                                             {"unset", "KEY", 1, 1},
                                             {"explain", "KEY", 1, 1},
                                             {"path", "", 0, 0},
                                             {"check", "", 0, 0}}};

Result<const Action*> action_of(const Arguments& arguments) {
  const std::string_view given = arguments.words.front();
  std::vector<std::string_view> names;
  for (const Action& action : kActions) {
    names.push_back(action.name);
    if (action.name != given) continue;
    const std::size_t words = arguments.words.size() - 1;
    if (words >= action.words_min && words <= action.words_max) return &action;
    return Error{
        ErrorCode::InvalidArgument,
        words < action.words_min
            ? "nothing given"
            : "unexpected '" + std::string(arguments.words[action.words_max + 1]) + "'",
        "usage: nacre config " + std::string(action.name) + " " + std::string(action.words)};
  }
  const std::string near = base::nearest(given, names);
  return Error{
      ErrorCode::InvalidArgument, "unknown command 'config " + std::string(given) + "'",
      near.empty() ? "see `nacre config --help`" : "did you mean `nacre config " + near + "`?"};
}

OpenOptions options_of(const Arguments& arguments) {
  return {.workspace = arguments.text("--workspace"), .timezone = arguments.text("--timezone")};
}

// Prints what there is to say in the form that was asked for.
template <typename Answer>
void print(const Answer& answer, Output& output) {
  if (output.json()) {
    output.print(memory::to_json(answer) + "\n");
  } else {
    output.print(render(answer, output.words()));
  }
}

Result<ExitCode> get(const Arguments& arguments, Configuration& configuration, Output& output) {
  if (arguments.words.size() == 1) {
    const auto settings = NACRE_TRY(configuration.list(arguments.has("--all")));
    if (output.json()) {
      output.print(memory::to_json(configuration.file(), settings) + "\n");
    } else {
      output.print(render(settings, output.words()));
    }
    return settings.empty() ? ExitCode::Nothing : ExitCode::Found;
  }
  const ConfigSetting setting = NACRE_TRY(configuration.get(arguments.words[1]));
  output.print((output.json() ? memory::to_json(setting) : setting.value) + "\n");
  return ExitCode::Found;
}

// A list that the shell has cut into words is one value again.
std::string value_of(const Arguments& arguments) {
  std::string value;
  for (std::size_t i = 2; i < arguments.words.size(); ++i) {
    if (i > 2) value += ' ';
    value += arguments.words[i];
  }
  return value;
}

Result<ExitCode> explain(const Arguments& arguments, Output& output) {
  const std::string_view key = arguments.words[1];
  const auto configuration = Configuration::open(options_of(arguments));
  const bool nowhere = !configuration.ok() && configuration.error().code == ErrorCode::NotFound &&
                       arguments.text("--workspace").empty();
  if (nowhere) {
    print(NACRE_TRY(explain_config_key(key)), output);
    return ExitCode::Found;
  }
  if (!configuration.ok()) return configuration.error();
  print(NACRE_TRY(configuration.value()->explain(key)), output);
  return ExitCode::Found;
}

}  // namespace

Result<ExitCode> config(const Arguments& arguments, Output& output) {
  const std::string_view action = NACRE_TRY(action_of(arguments))->name;
  if (action == "explain") return explain(arguments, output);
  const auto configuration = NACRE_TRY(Configuration::open(options_of(arguments)));
  if (action == "get") return get(arguments, *configuration, output);
  if (action == "path") {
    print(configuration->file(), output);
    return ExitCode::Found;
  }
  if (action == "check") {
    const ConfigCheck check = NACRE_TRY(configuration->check());
    print(check, output);
    return exit_code(check);
  }
  const std::string_view key = arguments.words[1];
  print(action == "set" ? NACRE_TRY(configuration->set(key, value_of(arguments)))
                        : NACRE_TRY(configuration->unset(key)),
        output);
  return ExitCode::Found;
}

}  // namespace nacre::cli
