#include "memory/config_check.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "memory/rights.h"
#include "memory/setting.h"
#include "recall/synonyms.h"
#include "text/utf8.h"
#include "workspace/ignore.h"
#include "workspace/json5.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

constexpr std::uint64_t kConfigBytesMax = std::uint64_t{1} << 20;
constexpr std::uint64_t kWordListBytesMax = std::uint64_t{4} << 20;
constexpr std::uint64_t kOpenClawBytesMax = std::uint64_t{4} << 20;
constexpr std::size_t kSynonymLinesMax = 10'000;
constexpr std::size_t kFindingsPerFileMax = 100;
constexpr std::string_view kOpenClawConfig = "/.openclaw/openclaw.json";

std::string sentence(const Error& error) {
  return error.hint.empty() ? error.message : error.message + "; " + error.hint;
}

// Of "line 2, column 9: ..."; 0 where the message names none.
std::uint32_t line_in(std::string_view message) {
  constexpr std::string_view kStart = "line ";
  if (!message.starts_with(kStart)) return 0;
  message.remove_prefix(kStart.size());
  std::uint32_t line = 0;
  std::from_chars(message.data(), message.data() + message.size(), line);
  return line;
}

class Check {
 public:
  Check(const OpenOptions& options, const fs::Root& root) : options_(options), root_(root) {}

  std::vector<ConfigFinding> run() {
    const base::Config config = read_config();
    const std::string home = environment_of(options_).home;
    values(config);
    zone(config);
    patterns(config);
    cache(config, home);
    ignore_file();
    synonyms();
    dictionary();
    openclaw(home);
    sort();
    return std::move(findings_);
  }

 private:
  void add(std::string_view file, std::uint32_t line, std::string_view key, std::string message) {
    const auto of_file = std::count_if(findings_.begin(), findings_.end(),
                                       [&](const auto& other) { return other.file == file; });
    if (static_cast<std::size_t>(of_file) >= kFindingsPerFileMax) return;
    findings_.push_back({.file = std::string(file),
                         .line = line,
                         .key = std::string(key),
                         .message = text::utf8::repair(message).text});
  }

  // By line within a file; the files in the order in which they were looked at.
  void sort() {
    for (auto begin = findings_.begin(); begin != findings_.end();) {
      const auto end = std::find_if(begin, findings_.end(), [&](const ConfigFinding& other) {
        return other.file != begin->file;
      });
      std::stable_sort(begin, end, [](const auto& a, const auto& b) { return a.line < b.line; });
      begin = end;
    }
  }

  base::Config read_config() {
    const auto text = root_.read(workspace::kConfigFile, kConfigBytesMax);
    if (!text.ok()) {
      if (text.error().code != ErrorCode::NotFound) {
        add(workspace::kConfigFile, 0, "", text.error().message);
      }
      return {};
    }
    auto config = base::Config::parse(text.value());
    if (!config.ok()) {
      const std::string& message = config.error().message;
      add(workspace::kConfigFile, line_in(message), "",
          "it is no TOML, so nothing works before it is mended: " + message);
      return {};
    }
    for (const base::ConfigProblem& problem : config.value().problems()) {
      add(workspace::kConfigFile, problem.line, problem.key, problem.message);
    }
    return std::move(config).value();
  }

  void key_problem(const base::Config& config, std::string_view key, std::string message) {
    add(workspace::kConfigFile, config.line(key), key, std::move(message));
  }

  // Values that are right by themselves and wrong together.
  void values(const base::Config& config) {
    const auto above = [&](std::string_view lower, std::string_view upper) {
      if (config.integer(lower) <= config.integer(upper)) return;
      key_problem(config, config.is_default(lower) ? upper : lower,
                  "'" + std::string(lower) + "' (" + std::to_string(config.integer(lower)) +
                      ") lies above '" + std::string(upper) + "' (" +
                      std::to_string(config.integer(upper)) + ")");
    };
    above("index.tokens_target", "index.tokens_max");
    above("index.overlap_tokens", "index.tokens_target");
    above("watch.debounce_ms", "watch.delay_max_ms");
    above("context.file_chars_max", "context.total_chars_max");
  }

  void zone(const base::Config& config) {
    const std::string& zone = config.string("user.timezone");
    if (zone.empty()) return;
    const auto clock = base::make_clock(zone);
    if (!clock.ok()) key_problem(config, "user.timezone", sentence(clock.error()));
  }

  static std::string pattern_problem(const std::string& pattern) {
    if (!text::utf8::is_valid(pattern)) {
      return "the pattern '" + pattern + "' is not UTF-8 and matches nothing";
    }
    if (workspace::is_ignored({pattern}, "MEMORY.md", false) &&
        workspace::is_ignored({pattern}, "memory/2026-01-02.md", false)) {
      return "the pattern '" + pattern + "' leaves out every note";
    }
    const std::size_t slash = pattern.find('\\');
    if (slash != std::string::npos && slash > 0) {
      return "the pattern '" + pattern +
             "' has a backslash, which stands for itself: directories are separated by /";
    }
    if (pattern.find_first_of("[]{}") != std::string::npos) {
      return "the pattern '" + pattern +
             "' has brackets, which stand for themselves: only *, ** and ? are special";
    }
    return {};
  }

  void patterns(const base::Config& config) {
    for (const std::string& pattern : config.list("index.ignore")) {
      std::string problem = pattern_problem(pattern);
      if (!problem.empty()) key_problem(config, "index.ignore", std::move(problem));
    }
  }

  // The text of a list, empty where there is none.
  std::string list_text(std::string_view path, std::uint64_t bytes_max) {
    const auto text = root_.read(path, bytes_max);
    if (text.ok()) return text.value();
    if (text.error().code != ErrorCode::NotFound) {
      add(path, 0, "", "it counts as empty: " + sentence(text.error()));
    }
    return {};
  }

  template <typename Line>
  static void each_line(std::string_view text, Line line) {
    for (std::uint32_t number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line(number, text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void ignore_file() {
    const std::string text = list_text(workspace::kIgnoreFile, kConfigBytesMax);
    each_line(text, [&](std::uint32_t number, std::string_view line) {
      for (const std::string& pattern : workspace::parse_ignore_file(line)) {
        const std::string problem = pattern_problem(pattern);
        if (!problem.empty()) add(workspace::kIgnoreFile, number, "", problem);
      }
    });
  }

  void synonyms() {
    const std::string text = list_text(workspace::kSynonymsFile, kWordListBytesMax);
    each_line(text, [&](std::uint32_t number, std::string_view line) {
      if (number == kSynonymLinesMax + 1) {
        add(workspace::kSynonymsFile, number, "",
            "only the first " + std::to_string(kSynonymLinesMax) + " lines are read");
      }
      const std::string problem = synonym_problem(line);
      if (!problem.empty()) add(workspace::kSynonymsFile, number, "", problem);
    });
  }

  static std::string synonym_problem(std::string_view line) {
    if (!text::utf8::is_valid(line)) return "it is not UTF-8";
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
    const recall::Synonyms parsed(line);
    if (!parsed.empty()) return {};
    return line.find("=>") != std::string_view::npos
               ? "it says no synonym: write 'word => other, another'"
               : "it says no synonym: write at least two words, separated by commas";
  }

  void dictionary() {
    const std::string text = list_text(workspace::kDictionaryFile, kWordListBytesMax);
    each_line(text, [&](std::uint32_t number, std::string_view line) {
      if (!text::utf8::is_valid(line)) {
        add(workspace::kDictionaryFile, number, "", "it is not UTF-8");
      }
    });
  }

  void cache(const base::Config& config, const std::string& home) {
    const std::string directory = cache_directory(options_, config, root_, home);
    const std::string problem = why_not_writable(root_.files(), directory);
    if (!problem.empty()) key_problem(config, "index.cache_dir", problem);
  }

  void openclaw(const std::string& home) {
    if (home.empty()) return;
    const std::string path = home + std::string(kOpenClawConfig);
    const auto text = root_.files().read(path, kOpenClawBytesMax);
    if (!text.ok()) {
      if (text.error().code != ErrorCode::NotFound) add(path, 0, "", sentence(text.error()));
      return;
    }
    const auto parsed = base::parse_json(workspace::json_from_json5(text.value()));
    if (!parsed.ok()) {
      add(path, 0, "", "it is ignored, since it is no JSON: " + parsed.error().message);
    }
  }

  const OpenOptions& options_;
  const fs::Root& root_;
  std::vector<ConfigFinding> findings_;
};

}  // namespace

std::vector<ConfigFinding> check_configuration(const OpenOptions& options, const fs::Root& root) {
  return Check(options, root).run();
}

}  // namespace nacre::memory
