#include "cli/commands.h"

#include <algorithm>

#include "base/config.h"
#include "base/log.h"
#include "cli/adopt.h"
#include "cli/arguments.h"
#include "cli/compare.h"
#include "cli/config.h"
#include "cli/doctor.h"
#include "cli/help.h"
#include "cli/requests.h"
#include "cli/undo.h"
#include "cli/uninstall.h"
#include "cli/watch.h"
#include "memory/json.h"
#include "memory/setting.h"

namespace nacre::cli {
namespace {

// The value of a global option as written, before anything is parsed: a usage
// error is answered in the language and form that was asked for, too.
std::string_view raw_value(std::span<const std::string_view> arguments, std::string_view option) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--") break;
    if (argument == option && i + 1 < arguments.size()) return arguments[i + 1];
    if (argument.starts_with(option) && argument.substr(option.size()).starts_with('=')) {
      return argument.substr(option.size() + 1);
    }
  }
  return {};
}

std::string in_chinese(std::string_view line) {
  static const Words words(Language::Chinese);
  return words.of(line);
}

// --lang, then user.language of the workspace, then the locale. JSON is for
// programs and needs none.
void choose_language(std::span<const std::string_view> arguments, Output& output) {
  if (output.json()) return;
  std::string language(raw_value(arguments, "--lang"));
  if (language.empty()) {
    const std::string workspace(raw_value(arguments, "--workspace"));
    language = memory::language_at({.workspace = workspace});
  }
  output.speak(language_of(language));
  if (output.words().language() == Language::Chinese) base::say_log_in(in_chinese);
}

ExitCode fail(const Error& error, Output& output) {
  if (output.json()) {
    output.print(memory::to_json(error) + "\n");
  } else {
    output.note(render(error, output.words()));
  }
  return exit_code(error);
}

// Prints an answer in the form that was asked for.
template <typename Answer, typename Json, typename People>
Result<ExitCode> answered(const Answer& answer, Output& output, Json json, People people) {
  if (output.json()) {
    output.print(json() + "\n");
  } else {
    output.print(people());
  }
  return exit_code(answer);
}

Result<std::unique_ptr<Memory>> open_memory(const Arguments& arguments, bool quiet = false) {
  return Memory::open({.workspace = arguments.text("--workspace"),
                       .timezone = arguments.text("--timezone"),
                       .quiet = quiet});
}

Result<ExitCode> init(const Arguments& arguments, Output& output) {
  std::string directory = arguments.text("--workspace");
  if (!arguments.words.empty()) directory = arguments.words.front();
  const InitReport report = NACRE_TRY(Memory::init(directory, arguments.text("--lang")));
  if (output.json()) {
    output.print(memory::to_json(report) + "\n");
  } else {
    output.print(render(report, output.words()));
  }
  return ExitCode::Found;
}

Result<ExitCode> receipt_of(Result<Receipt> written, Output& output) {
  const Receipt receipt = NACRE_TRY(std::move(written));
  return answered(
      receipt, output, [&] { return memory::to_json(receipt); },
      [&] { return render(receipt, output.words()); });
}

Result<ExitCode> remember(const Arguments& arguments, Output& output) {
  const RememberRequest request = NACRE_TRY(remember_request(arguments));
  const auto memory = NACRE_TRY(open_memory(arguments));
  return receipt_of(memory->remember(request), output);
}

Result<ExitCode> log(const Arguments& arguments, Output& output) {
  const LogRequest request = NACRE_TRY(log_request(arguments));
  const auto memory = NACRE_TRY(open_memory(arguments));
  return receipt_of(memory->log(request), output);
}

Result<ExitCode> recall(const Arguments& arguments, Output& output) {
  const RecallRequest request = NACRE_TRY(recall_request(arguments));
  const Look look{
      .colour = output.colour(), .explain = request.explain, .timing = arguments.has("--timing")};
  const auto memory = NACRE_TRY(open_memory(arguments));
  const RecallAnswer answer = NACRE_TRY(memory->recall(request));
  return answered(
      answer, output,
      [&] { return memory::to_json(answer, {.timing = look.timing, .explain = look.explain}); },
      [&] { return render(answer, look, output.words()); });
}

Result<ExitCode> get(const Arguments& arguments, Output& output) {
  const GetRequest request = NACRE_TRY(get_request(arguments));
  const auto memory = NACRE_TRY(open_memory(arguments));
  const GetAnswer answer = NACRE_TRY(memory->get(request));
  return answered(
      answer, output, [&] { return memory::to_json(answer); },
      [&] { return render(answer, !output.out_is_terminal(), output.words()); });
}

Result<ExitCode> context(const Arguments& arguments, Output& output) {
  const ContextRequest request = NACRE_TRY(context_request(arguments));
  const auto memory = NACRE_TRY(open_memory(arguments));
  const ContextAnswer answer = NACRE_TRY(memory->context(request));
  return answered(
      answer, output, [&] { return memory::to_json(answer); },
      [&] { return render(answer, !output.out_is_terminal(), output.words()); });
}

Result<ExitCode> index(const Arguments& arguments, Output& output) {
  const IndexRequest request{.paths = {arguments.words.begin(), arguments.words.end()},
                             .rebuild = arguments.has("--rebuild"),
                             .allow_mass_removal = arguments.has("--allow-mass-removal")};
  const Look look{.timing = arguments.has("--timing")};
  const auto memory = NACRE_TRY(open_memory(arguments));
  const IndexReport report = NACRE_TRY([&] {
    ProgressBar bar(output);
    return memory->index(request, [&](const IndexProgress& progress) { bar.show(progress); });
  }());
  return answered(
      report, output, [&] { return memory::to_json(report, {.timing = look.timing}); },
      [&] { return render(report, look, output.words()); });
}

Result<ExitCode> status(const Arguments& arguments, Output& output) {
  // Its answer has all warnings.
  const auto memory = NACRE_TRY(open_memory(arguments, true));
  const StatusReport report = NACRE_TRY(memory->status(arguments.has("--files")));
  return answered(
      report, output, [&] { return memory::to_json(report); },
      [&] { return render(report, output.words()); });
}

Result<ExitCode> watch(const Arguments& arguments, Output& output) {
  const auto memory = NACRE_TRY(open_memory(arguments));
  return watch(*memory, output);
}

Result<ExitCode> undo(const Arguments& arguments, Output& output) {
  const auto memory = NACRE_TRY(open_memory(arguments));
  return undo(*memory, arguments, output);
}

Result<ExitCode> uninstall(const Arguments& arguments, Output& output) {
  const auto memory = NACRE_TRY(open_memory(arguments));
  return uninstall(*memory, arguments, output);
}

Result<ExitCode> compare(const Arguments& arguments, Output& output) {
  const auto memory = NACRE_TRY(open_memory(arguments));
  return compare(*memory, arguments, output);
}

Result<ExitCode> scan(const Arguments& arguments, Output& output) {
  const auto memory = NACRE_TRY(open_memory(arguments));
  if (arguments.has("--install-hook")) {
    const std::string hook = NACRE_TRY(memory->install_scan_hook());
    output.print(output.json() ? memory::to_json_path("hook", hook) + "\n" : hook + "\n");
    return ExitCode::Found;
  }
  const ScanReport report =
      NACRE_TRY(memory->scan({.paths = {arguments.words.begin(), arguments.words.end()},
                              .staged = arguments.has("--staged")}));
  return answered(
      report, output, [&] { return memory::to_json(report); },
      [&] { return render(report, output.words()); });
}

Result<ExitCode> run_verb(const Verb& verb, const Arguments& arguments, Output& output) {
  if (verb.name == "init") return init(arguments, output);
  if (verb.name == "remember") return remember(arguments, output);
  if (verb.name == "log") return log(arguments, output);
  if (verb.name == "recall") return recall(arguments, output);
  if (verb.name == "get") return get(arguments, output);
  if (verb.name == "context") return context(arguments, output);
  if (verb.name == "index") return index(arguments, output);
  if (verb.name == "status") return status(arguments, output);
  if (verb.name == "watch") return watch(arguments, output);
  if (verb.name == "scan") return scan(arguments, output);
  if (verb.name == "undo") return undo(arguments, output);
  if (verb.name == "uninstall") return uninstall(arguments, output);
  if (verb.name == "doctor") return doctor(arguments, output);
  if (verb.name == "config") return config(arguments, output);
  if (verb.name == "adopt") return adopt(arguments, output);
  if (verb.name == "compare") return compare(arguments, output);
  return Error{ErrorCode::Internal, "command '" + std::string(verb.name) + "' does nothing"};
}

bool is_help(std::string_view argument) {
  return argument == "--help" || argument == "-h";
}

Result<ExitCode> help(std::span<const std::string_view> topics, Output& output) {
  const CommandLine line = NACRE_TRY(find_verb(topics));
  if (line.verb == nullptr) {
    output.print(general_help(output.words()));
    return ExitCode::Found;
  }
  output.print(verb_help(*line.verb, output.words()));
  return ExitCode::Found;
}

Result<ExitCode> without_verb(std::span<const std::string_view> arguments, Output& output) {
  if (arguments.empty()) {
    output.print(general_help(output.words()));
    return ExitCode::Usage;
  }
  for (const std::string_view argument : arguments) {
    if (is_help(argument)) return help({}, output);
    if (argument == "--version" || argument == "-V") {
      output.print("nacre " + std::string(version()) + "\n");
      return ExitCode::Found;
    }
  }
  std::vector<std::string_view> names = {"--version"};
  for (const Option& option : global_options()) names.push_back(option.name);
  const std::string_view given = arguments.front();
  const bool known = std::find(names.begin(), names.end(), given) != names.end();
  if (known) return Error{ErrorCode::InvalidArgument, "no command given", "see `nacre --help`"};
  const std::string near = base::nearest(given, names);
  return Error{ErrorCode::InvalidArgument, "unknown option " + std::string(given),
               near.empty() ? "see `nacre --help`" : "did you mean " + near + "?"};
}

Status check_language(const Arguments& arguments) {
  const std::string language = arguments.text("--lang");
  if (language.empty() || language == "en" || language == "zh") return Ok{};
  return Error{ErrorCode::InvalidArgument, "--lang: unknown language '" + language + "'",
               "en or zh"};
}

Result<ExitCode> dispatch(std::span<const std::string_view> arguments, Output& output) {
  const std::size_t first = first_word(arguments);
  if (first < arguments.size() && arguments[first] == "help") {
    return help(arguments.subspan(first + 1), output);
  }
  const CommandLine line = NACRE_TRY(find_verb(arguments));
  if (line.verb == nullptr) return without_verb(arguments, output);
  const Arguments parsed = NACRE_TRY(parse_arguments(*line.verb, line.arguments));
  if (parsed.has("--help")) {
    output.print(verb_help(*line.verb, output.words()));
    return ExitCode::Found;
  }
  output.set_json(parsed.has("--json"));
  if (parsed.has("--no-color")) output.forbid_colour();
  NACRE_TRY(check_language(parsed));
  return run_verb(*line.verb, parsed, output);
}

}  // namespace

ExitCode run(std::span<const std::string_view> arguments, Output& output) {
  // Before parsing: a usage error is answered in JSON too.
  const auto words_begin = std::find(arguments.begin(), arguments.end(), "--");
  output.set_json(std::find(arguments.begin(), words_begin, "--json") != words_begin);
  choose_language(arguments, output);
  const auto done = dispatch(arguments, output);
  const ExitCode code = done.ok() ? done.value() : fail(done.error(), output);
  return output.failed() ? ExitCode::Failed : code;
}

}  // namespace nacre::cli
