#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "fs/root.h"
#include "nacre/types.h"

namespace nacre::workspace {

enum class Language { English, Chinese };
// "zh", "zh_CN.UTF-8", "zh-Hans" → Chinese; anything else English.
Language language_of(std::string_view locale);

// Lays out a workspace: MEMORY.md, USER.md, memory/tacit_knowledge.md,
// life/_templates/summary.md, .nacre/{config.toml,.gitignore,dictionary.txt,synonyms.txt},
// the directories memory/ and projects/. Touches nothing that exists.
// `chosen`: the user asked for the language, so a new configuration says it, too.
Result<InitReport> init_workspace(const fs::Root& root, Language language, bool chosen = false);

// Makes .nacre/.gitignore unless it is there: whatever is made below .nacre/ in a
// workspace that was never laid out, git must not see it.
Status hide_state_from_git(const fs::Root& root);

// Of these, .nacre/'s own files alone: what a folder of notes needs that has its own
// ways already. The second writes; the first names what it would make.
std::vector<std::string> missing_state(const fs::Root& root);
Result<InitReport> init_state(const fs::Root& root);
std::string config_template();  // What .nacre/config.toml starts as.

std::string project_template(std::string_view name, Language language);

// What a missing file starts with: MEMORY.md, USER.md, tacit_knowledge.md and
// projects/<name>/memory.md as `init` would make them, nothing for others.
std::string file_template(std::string_view relative_path, Language language);

// Whether two headings name the same section: equal but for case, width and
// blanks, or one the translation of the other in the templates.
bool same_section(std::string_view left, std::string_view right);

// The language of a template's heading; nullopt for any other heading.
std::optional<Language> template_language(std::string_view heading);

// Where an entry without a category goes in a file with sections: "Notes", 备忘.
std::string_view notes_section(Language language);

}  // namespace nacre::workspace
