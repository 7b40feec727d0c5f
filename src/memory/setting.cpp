#include "memory/setting.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/environment.h"
#include "base/hash.h"
#include "base/log.h"
#include "workspace/ignore.h"
#include "workspace/layout.h"
#include "workspace/outside.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kConfigBytesMax = std::uint64_t{1} << 20;

Result<base::Config> read_config(const fs::Root& root) {
  auto text = root.read(workspace::kConfigFile, kConfigBytesMax);
  if (!text.ok()) {
    if (text.error().code == ErrorCode::NotFound) return base::Config();
    return std::move(text).error();
  }
  auto config = base::Config::parse(text.value());
  if (!config.ok()) return std::move(config).error().in(workspace::kConfigFile);
  return config;
}

std::string describe(const base::ConfigProblem& problem) {
  std::string text(workspace::kConfigFile);
  if (problem.line > 0) text += ":" + std::to_string(problem.line);
  return text + ": " + problem.message;
}

bool privacy_is_certain(const base::Config& config) {
  for (const base::ConfigProblem& problem : config.problems()) {
    if (problem.key.starts_with("privacy.")) return false;
  }
  return true;
}

Visibility project_visibility(const base::Config& config) {
  // A value that cannot be read may have meant less than the default shows.
  if (!privacy_is_certain(config)) return Visibility::Private;
  return parse_visibility(config.string("privacy.project_visibility"))
      .value_or(Visibility::Private);
}

// A switch that cannot be read was meant to be off: on is the default.
bool recall_enabled(const base::Config& config) {
  const auto& problems = config.problems();
  return config.boolean("recall.enabled") &&
         std::none_of(problems.begin(), problems.end(), [](const base::ConfigProblem& problem) {
           return problem.key == "recall.enabled";
         });
}

guard::Policy policy_of(const base::Config& config) {
  return {.recall_enabled = recall_enabled(config),
          .group_daily = config.string("privacy.group_policy") == "daily",
          .group_search = config.boolean("privacy.group_search") && privacy_is_certain(config),
          .owner_name = config.string("user.name")};
}

// A level that cannot be read may have meant more than the default.
guard::Redactor redactor_of(const base::Config& config, workspace::Language language) {
  auto level = guard::parse_redaction_level(config.string("privacy.redaction"));
  if (!level || !privacy_is_certain(config)) level = guard::RedactionLevel::Personal;
  return guard::Redactor({.level = *level,
                          .language = language == workspace::Language::Chinese
                                          ? guard::PlaceholderLanguage::Chinese
                                          : guard::PlaceholderLanguage::English});
}

workspace::NoteOptions notes_of(const base::Config& config) {
  return {.file_bytes_max = static_cast<std::uint64_t>(config.integer("index.file_bytes_max")),
          .tokens_target = static_cast<std::uint32_t>(config.integer("index.tokens_target")),
          .tokens_max = static_cast<std::uint32_t>(config.integer("index.tokens_max")),
          .overlap_tokens = static_cast<std::uint32_t>(config.integer("index.overlap_tokens")),
          .project_visibility = project_visibility(config)};
}

std::string own_cache(const fs::Root& root) {
  return root.directory() + "/" + std::string(workspace::kStateDirectory) + "/cache";
}

// The user's zone: as asked for, as configured here, as OpenClaw has it, the
// system's. Only a zone that was asked for is an error when there is no such zone.
Result<std::unique_ptr<base::Clock>> clock_of(const OpenOptions& options,
                                              const base::Config& config,
                                              const workspace::Found& found,
                                              std::vector<std::string>& warnings) {
  if (!options.timezone.empty()) return base::make_clock(options.timezone);
  for (const auto& [zone, where] :
       {std::pair(config.string("user.timezone"), std::string(workspace::kConfigFile)),
        std::pair(found.openclaw_timezone, std::string("openclaw.json"))}) {
    if (zone.empty()) continue;
    auto clock = base::make_clock(zone);
    if (clock.ok()) return clock;
    warnings.push_back(where + ": " + clock.error().message);
  }
  return base::make_clock("");
}

// One line: it is said at every start.
void log_first(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return;
  std::string line = warnings.front();
  if (warnings.size() > 1) {
    line += "; " + std::to_string(warnings.size() - 1) + " more: see `nacre config check`";
  }
  base::log(base::LogLevel::Warning, "memory", line);
}

}  // namespace

workspace::Environment environment_of(const OpenOptions& options) {
  if (options.ignore_environment) return {};
  workspace::Environment environment;
  std::array<char, 4096> buffer{};
  // Without a current directory (it was removed) the search goes on elsewhere.
  if (getcwd(buffer.data(), buffer.size()) != nullptr)
    environment.current_directory = buffer.data();
  environment.home = base::environment("HOME").value_or("");
  environment.nacre_workspace = base::environment("NACRE_WORKSPACE").value_or("");
  return environment;
}

// A cache elsewhere gets a folder per workspace: two copies of one workspace
// carry the same configuration and must not answer for each other.
std::string cache_directory(const OpenOptions& options, const base::Config& config,
                            const fs::Root& root, std::string_view home) {
  std::string directory =
      options.cache_dir.empty() ? config.string("index.cache_dir") : options.cache_dir;
  if (directory.empty()) return own_cache(root);
  if (directory.starts_with("~/") && !home.empty()) directory.replace(0, 1, home);
  if (!directory.starts_with("/")) return root.directory() + "/" + directory;
  return directory + "/" + base::base32(base::sha256(root.directory()), 16);
}

std::vector<std::string> ignore_patterns(const base::Config& config, const fs::Root& root,
                                         std::vector<std::string>& warnings) {
  std::vector<std::string> patterns = config.list("index.ignore");
  const auto text = root.read(workspace::kIgnoreFile, kConfigBytesMax);
  if (!text.ok()) {
    if (text.error().code != ErrorCode::NotFound) warnings.push_back(text.error().message);
    return patterns;
  }
  for (std::string& pattern : workspace::parse_ignore_file(text.value())) {
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

std::string host_locale() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    std::string value = base::environment(variable).value_or("");
    if (!value.empty()) return value;
  }
  return {};
}

std::string language_at(const OpenOptions& options) {
  const auto configured = [&]() -> Result<std::string> {
    const auto files = fs::make_real_file_system();
    const workspace::Found found =
        NACRE_TRY(workspace::find_workspace(*files, options.workspace, environment_of(options)));
    const fs::Root root = NACRE_TRY(fs::Root::open(*files, found.directory));
    return NACRE_TRY(read_config(root)).string("user.language");
  }();
  return configured.ok() && !configured.value().empty() ? configured.value() : host_locale();
}

index::StoreOptions Setting::store() const {
  // Whatever the language of its placeholders: it may come from the locale, and a job
  // with another one must not undo the index of a terminal.
  const guard::Redactor any_language({.level = redactor.options().level});
  return {.path = index_path(),
          .reading = any_language.identity() +
                     " projects=" + std::string(name(notes.project_visibility)) +
                     " tokens=" + std::to_string(notes.tokens_target) + "/" +
                     std::to_string(notes.tokens_max) + "/" + std::to_string(notes.overlap_tokens),
          .runs = runs};
}

Result<Setting> open_setting(const OpenOptions& options, Warnings report, Unreadable unreadable) {
  const workspace::Environment environment = environment_of(options);
  auto files = fs::make_real_file_system();
  const workspace::Found found =
      NACRE_TRY(workspace::find_workspace(*files, options.workspace, environment));
  fs::Root root = NACRE_TRY(fs::Root::open(*files, found.directory));
  auto read = read_config(root);
  if (!read.ok() && unreadable == Unreadable::Defaults) read = base::Config();
  base::Config config = NACRE_TRY(std::move(read));
  workspace::Outside outside =
      workspace::find_outside(root, config.list("index.extra_paths"),
                              config.list("workspace.trusted_directories"), environment.home);
  root.admit(std::move(outside.mounts), std::move(outside.trusted));
  std::vector<std::string> warnings = std::move(outside.warnings);
  for (const base::ConfigProblem& problem : config.problems()) {
    warnings.push_back(describe(problem));
  }
  auto clock = NACRE_TRY(clock_of(options, config, found, warnings));
  Setting setting{.files = std::move(files),
                  .root = root,
                  .options = options,
                  .found_by = found.found_by,
                  .config = std::move(config),
                  .warnings = std::move(warnings),
                  .clock = std::move(clock)};
  setting.options.workspace = setting.root.directory();
  setting.cache_dir = cache_directory(options, setting.config, root, environment.home);
  setting.policy = policy_of(setting.config);
  if (setting.config.string("index.tokenizer") == "words") setting.runs = text::Runs::Words;
  setting.notes = notes_of(setting.config);
  setting.notes.ignore = ignore_patterns(setting.config, setting.root, setting.warnings);
  std::string language = setting.config.string("user.language");
  if (language.empty() && !options.ignore_environment) language = host_locale();
  setting.language = workspace::language_of(language);
  setting.redactor = redactor_of(setting.config, setting.language);
  setting.notes.redactor = setting.redactor;
  if (report == Warnings::Logged && !options.quiet) log_first(setting.warnings);
  return setting;
}

Result<Setting> read_again(const Setting& setting) {
  Setting now = NACRE_TRY(open_setting(setting.options));
  now.found_by = setting.found_by;
  return now;
}

}  // namespace nacre::memory
