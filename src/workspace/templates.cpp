#include "workspace/templates.h"

#include <algorithm>
#include <array>

#include "base/config_edit.h"
#include "text/fold.h"
#include "workspace/layout.h"
#include "workspace/lines.h"

namespace nacre::workspace {
namespace {

// A section in both languages; the English word is what `--category` may say.
struct Section {
  std::string_view english, chinese;
};
constexpr std::array<Section, 4> kMemorySections = {{{"User profile", "用户画像"},
                                                     {"Project memory", "项目记忆"},
                                                     {"Lessons", "经验教训"},
                                                     {"Open items", "待办事项"}}};
constexpr std::array<Section, 3> kProjectSections = {
    {{"Status", "项目状态"}, {"Stack", "技术栈"}, {"Key decisions", "关键决策"}}};
constexpr std::array<Section, 4> kTacitSections = {{{"Communication", "沟通偏好"},
                                                    {"Working style", "工作风格"},
                                                    {"Tools", "工具使用习惯"},
                                                    {"Boundaries", "边界与禁区"}}};
// In no template: made in a file that has sections, for what has no other place.
constexpr std::array<Section, 1> kNotes = {{{"Notes", "备忘"}}};

std::string_view in(const Section& section, Language language) {
  return language == Language::Chinese ? section.chinese : section.english;
}

template <std::size_t N>
std::string with_sections(std::string_view title, const std::array<Section, N>& sections,
                          Language language) {
  std::string text = "# " + std::string(title) + "\n";
  for (const Section& section : sections) {
    text += "\n## " + std::string(in(section, language)) + "\n";
  }
  return text;
}

std::string user_template(Language language) {
  return language == Language::Chinese ? "# USER\n\n- 称呼：\n- 时区：\n"
                                       : "# USER\n\n- Name:\n- Time zone:\n";
}

std::string summary_template(Language language) {
  if (language == Language::Chinese) {
    return "# NAME\n\n更新时间: YYYY-MM-DD\n\n## Hot (<=7天)\n\n- （暂无）\n\n## Warm (8-30天)\n\n"
           "- （暂无）\n";
  }
  return "# NAME\n\nUpdated: YYYY-MM-DD\n\n## Hot (<=7 days)\n\n- (none)\n\n"
         "## Warm (8-30 days)\n\n- (none)\n";
}

constexpr std::string_view kConfigTemplate =
    "# Nacre's settings; docs/config.md lists every key. Without a line the default holds.\n"
    "\n"
    "# [user]\n"
    "# timezone = \"Asia/Shanghai\"\n"
    "\n"
    "# [recall]\n"
    "# limit = 5\n";

// Everything but configuration is history or derived: not for git.
constexpr std::string_view kIgnoreFile = ".nacre/.gitignore";
constexpr std::string_view kIgnoreTemplate =
    "*\n!.gitignore\n!config.toml\n!dictionary.txt\n!synonyms.txt\n";

constexpr std::string_view kDictionaryTemplate =
    "# One word a line: names and terms that the word splitter should keep whole.\n";
constexpr std::string_view kSynonymsTemplate =
    "# One group a line, separated by commas: words that mean the same here.\n";

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kStateTemplates = {{
    {kIgnoreFile, kIgnoreTemplate},
    {kConfigFile, kConfigTemplate},
    {kDictionaryFile, kDictionaryTemplate},
    {kSynonymsFile, kSynonymsTemplate},
}};

// One space for runs of blanks, folded; a section is what it is called.
std::string section_key(std::string_view heading) {
  const std::string folded = text::fold_text(trim(heading));
  std::string key;
  for (const char byte : folded) {
    const bool blank = byte == ' ' || byte == '\t';
    if (blank && (key.empty() || key.back() == ' ')) continue;
    key += blank ? ' ' : byte;
  }
  while (key.ends_with(' ') || key.ends_with(':')) key.pop_back();
  return key;
}

template <std::size_t N>
bool translated(const std::array<Section, N>& sections, std::string_view left,
                std::string_view right) {
  return std::any_of(sections.begin(), sections.end(), [&](const Section& section) {
    const std::string english = section_key(section.english);
    const std::string chinese = section_key(section.chinese);
    return (left == english && right == chinese) || (left == chinese && right == english);
  });
}

Status make(const fs::Root& root, std::string_view path, std::string_view text,
            InitReport& report) {
  const bool made = NACRE_TRY(root.create(path, text));
  (made ? report.created : report.kept).emplace_back(path);
  return Ok{};
}

Status make_directory(const fs::Root& root, const std::string& path, InitReport& report) {
  const bool there = root.exists(path);
  const std::string directory = NACRE_TRY(root.resolve(path));
  if (!there) NACRE_TRY(root.files().make_directory(directory));
  (there ? report.kept : report.created).push_back(path + "/");
  return Ok{};
}

}  // namespace

Language language_of(std::string_view locale) {
  const std::string_view language = locale.substr(0, locale.find_first_of("_-.@"));
  return language == "zh" || language == "ZH" || language == "Zh" ? Language::Chinese
                                                                  : Language::English;
}

std::string project_template(std::string_view name, Language language) {
  return with_sections(name, kProjectSections, language);
}

std::string file_template(std::string_view relative_path, Language language) {
  // A user's own files look like the owner's.
  std::string_view path = relative_path;
  if (path.starts_with("users/")) {
    path.remove_prefix(6);
    path.remove_prefix(std::min(path.find('/'), path.size() - 1) + 1);
  }
  if (path == "MEMORY.md") return with_sections("MEMORY", kMemorySections, language);
  if (path == "USER.md") return user_template(language);
  if (path == "memory/tacit_knowledge.md") {
    return with_sections(language == Language::Chinese ? "隐性知识" : "Tacit knowledge",
                         kTacitSections, language);
  }
  if (path.starts_with("projects/") && path.ends_with("/memory.md")) {
    return project_template(path.substr(9, path.size() - 9 - 10), language);
  }
  return {};
}

bool same_section(std::string_view left, std::string_view right) {
  const std::string a = section_key(left);
  const std::string b = section_key(right);
  return a == b || translated(kMemorySections, a, b) || translated(kProjectSections, a, b) ||
         translated(kTacitSections, a, b) || translated(kNotes, a, b);
}

std::optional<Language> template_language(std::string_view heading) {
  const std::string key = section_key(heading);
  const auto any = [&](const auto& sections, Language language) {
    return std::any_of(sections.begin(), sections.end(), [&](const Section& section) {
      return key == section_key(in(section, language));
    });
  };
  for (const Language language : {Language::English, Language::Chinese}) {
    if (any(kMemorySections, language) || any(kProjectSections, language) ||
        any(kTacitSections, language) || any(kNotes, language)) {
      return language;
    }
  }
  return std::nullopt;
}

std::string_view notes_section(Language language) {
  return in(kNotes.front(), language);
}

Status hide_state_from_git(const fs::Root& root) {
  NACRE_TRY(root.create(kIgnoreFile, kIgnoreTemplate));
  return Ok{};
}

Result<InitReport> init_workspace(const fs::Root& root, Language language, bool chosen) {
  InitReport report{.workspace = root.directory(),
                    .language = language == Language::Chinese ? "zh" : "en"};
  NACRE_TRY(make_directory(root, "memory", report));
  NACRE_TRY(make_directory(root, "projects", report));
  for (const std::string_view path : {"MEMORY.md", "USER.md", "memory/tacit_knowledge.md"}) {
    NACRE_TRY(make(root, path, file_template(path, language), report));
  }
  NACRE_TRY(make(root, "life/_templates/summary.md", summary_template(language), report));
  NACRE_TRY(make(root, kIgnoreFile, kIgnoreTemplate, report));
  std::string config(kConfigTemplate);
  if (chosen) {
    config = NACRE_TRY(base::set_config_value(config, "user.language", report.language));
  }
  NACRE_TRY(make(root, kConfigFile, config, report));
  NACRE_TRY(make(root, kDictionaryFile, kDictionaryTemplate, report));
  NACRE_TRY(make(root, kSynonymsFile, kSynonymsTemplate, report));
  return report;
}

std::vector<std::string> missing_state(const fs::Root& root) {
  std::vector<std::string> missing;
  for (const auto& [path, text] : kStateTemplates) {
    if (!root.exists(path)) missing.emplace_back(path);
  }
  return missing;
}

std::string config_template() {
  return std::string(kConfigTemplate);
}

Result<InitReport> init_state(const fs::Root& root) {
  InitReport report{.workspace = root.directory()};
  for (const auto& [path, text] : kStateTemplates) NACRE_TRY(make(root, path, text, report));
  return report;
}

}  // namespace nacre::workspace
