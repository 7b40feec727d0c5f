#include "cli/verbs.h"

#include <algorithm>
#include <array>

namespace nacre::cli {
namespace {

constexpr Option kGlobal[] = {
    {"--workspace", "DIR", "The workspace, instead of looking for one"},
    {"--timezone", "ZONE", "Days and times as in this zone, such as Asia/Shanghai"},
    {"--lang", "en|zh", "Language of help and messages; init: of the templates"},
    {"--json", "", "Answer as one line of JSON (docs/json.md)"},
    {"--no-color", "", "No colour on a terminal (as NO_COLOR does)"},
    {"--help", "", "Show this help"},
};

constexpr Option kRemember[] = {
    {"--to", "TARGET", "long (MEMORY.md), user (USER.md), daily or project:NAME"},
    {"--category", "C", "Heading to file it under; made when missing", false, true},
    {"--title", "T", "Title of the entry", false, true},
    {"--importance", "N", "1 to 10"},
    {"--trigger", "A,B", "Words that should call it to mind", true, true},
    {"--visibility", "V", "private, shared or public"},
    {"--valid", "FROM..TO", "Days between which it holds; either may be missing"},
    {"--also-daily", "", "Put it into today's note too"},
    {"--context", "KIND", "Where this is said: direct, group, shared, cron, subagent"},
    {"--user", "U", "Who says it, if not the owner: their own files below users/U/"},
    {"--agent", "A", "The agent that writes"},
};

constexpr Option kLog[] = {
    {"--body", "TEXT|-", "What happened; - reads standard input", false, true},
    {"--context", "KIND", "Where this is said: direct, group, shared, cron, subagent"},
    {"--user", "U", "Who says it, if not the owner: their own files below users/U/"},
    {"--agent", "A", "The agent that writes"},
};

constexpr Option kRecall[] = {
    {"--limit", "N", "Most results (recall.limit, 5)"},
    {"--all", "", "Every match"},
    {"--files", "", "One result per file"},
    {"--min-score", "S", "Leave out what is less relevant than S (age aside)"},
    {"--strict", "", "Return nothing rather than something weak"},
    {"--layer", "L,L", "Only these: long_term daily project profile facts archive ...", true},
    {"--project", "P", "Only this project"},
    {"--path", "PATH", "Only below this path, or matching this glob"},
    {"--date", "D", "Only that day, range (A..B) or phrase ('last week', 上周)"},
    {"--after", "D", "Only from that day on"},
    {"--before", "D", "Only before that day"},
    {"--as-of", "D", "What was valid on that day"},
    {"--history", "", "Also what is no longer valid"},
    {"--budget", "TOKENS", "Whole results that fit into so many tokens"},
    {"--context", "KIND", "Who listens: direct, group, shared, cron, subagent"},
    {"--user", "U", "Who asks, if not the owner"},
    {"--agent", "A", "The agent that asks"},
    {"--explain", "", "How each score came about"},
    {"--timing", "", "How long it took"},
};

constexpr Option kGet[] = {
    {"--from", "N", "First line"},
    {"--lines", "N", "How many lines (get.lines, 120)"},
    {"--context", "KIND", "Who reads: direct, group, shared, cron, subagent"},
    {"--user", "U", "Who reads, if not the owner"},
    {"--agent", "A", "The agent that reads"},
};

constexpr Option kContext[] = {
    {"--budget", "TOKENS", "Whole entries that fit into so many tokens (context.budget_tokens)"},
    {"--context", "KIND", "Who will listen: direct, group, shared, cron, heartbeat, subagent"},
    {"--project", "P", "The running project: its memory too"},
    {"--user", "U", "Whose session it is, if not the owner's"},
    {"--agent", "A", "The agent that starts"},
};

constexpr Option kIndex[] = {
    {"--rebuild", "", "From nothing"},
    {"--allow-mass-removal", "", "Also drop files when over half of them are gone"},
    {"--timing", "", "How long it took"},
};

constexpr Option kStatus[] = {
    {"--files", "", "Every file, not only those that need attention"},
};

constexpr Option kScan[] = {
    {"--staged", "", "What git would commit, instead of the files"},
    {"--install-hook", "", "Let git ask before each commit; keeps a hook that is there"},
};

constexpr Option kUninstall[] = {
    {"--yes", "", "Do it; without, only say what would be done"},
    {"--purge-state", "", "Also configuration, word lists, journals and the history of undo"},
};

constexpr Option kUndo[] = {
    {"--list", "", "What can be undone, newest first"},
    {"--limit", "N", "With --list: most rows (20)"},
    {"--redo", "", "Bring back what was undone last, or RECEIPT"},
    {"--dry-run", "", "Change nothing; show which lines would go and come"},
    {"--context", "KIND", "Where this is said: only direct is allowed"},
    {"--user", "U", "Who says it: only the owner is allowed"},
};

constexpr Option kConfig[] = {
    {"--all", "", "With get: every key, not only those that are set"},
};

constexpr Option kDoctor[] = {
    {"--fix", "", "Repair what is derived or ours; never a note"},
    {"--deep", "", "Compare every file with the index, not a sample"},
};

constexpr Option kAdopt[] = {
    {"--yes", "", "Do it; without it nothing is written"},
    {"--backup", "FILE", "Where the backup goes (~/.nacre-backups/NAME-TIME.tar.zst)"},
    {"--allow-incomplete", "", "Go on although some files cannot be read into the backup"},
    {"--restore", "BACKUP", "Instead: unpack such a backup"},
    {"--to", "DIR", "With --restore: where to"},
    {"--force", "", "With --restore: replace files that are there"},
};

constexpr Option kCompare[] = {
    {"--limit", "N", "Most results of each (recall.limit, 5)"},
    {"--timeout", "SECONDS", "How long each may take (compare.timeout_ms)"},
    {"--agent", "A", "The agent of OpenClaw that is asked; its default agent otherwise"},
};

constexpr Verb kVerbs[] = {
    {.name = "init",
     .alias = "",
     .words = "[DIR]",
     .words_max = 1,
     .summary = "Lay out a workspace; touches nothing that exists",
     .details = "DIR is the current directory by default. An existing OpenClaw workspace needs no\n"
                "init: it works as it is.",
     .options = {},
     .examples = "nacre init ~/nacre\nnacre init notes --lang zh"},
    {.name = "adopt",
     .alias = "",
     .words = "[DIR]",
     .words_max = 1,
     .summary = "Take over an OpenClaw workspace: backup, settings, index",
     .details =
         "Says what it found, what it would use and what it ignores; --yes does it. DIR is a\n"
         "state directory (~/.openclaw), an openclaw.json or a workspace (~/clawd); without it\n"
         "the places are looked at where OpenClaw looks. No note and no file of OpenClaw is\n"
         "changed: .nacre/ is added, after a verified backup.",
     .options = kAdopt,
     .examples =
         "nacre adopt\nnacre adopt --yes\nnacre adopt ~/clawd --yes --backup "
         "/media/usb/notes.tar.zst\n"
         "nacre adopt --restore ~/.nacre-backups/openclaw-20261129T120000Z.tar.zst --to ~/back"},
    {.name = "remember",
     .alias = "",
     .words = "TEXT|-",
     .words_min = 1,
     .words_max = kAnyWords,
     .summary = "Keep something: in MEMORY.md, or where --to says",
     .details = "An exact repeat writes nothing and says so. - reads the text from standard input.",
     .options = kRemember,
     .examples =
         "nacre remember \"The staging database is read-only on Fridays\"\n"
         "nacre remember 用户喜欢简短的回答 --to user\n"
         "nacre remember \"Use tabs\" --to project:site --importance 8 --trigger style,format"},
    {.name = "log",
     .alias = "",
     .words = "TITLE",
     .words_min = 1,
     .words_max = kAnyWords,
     .summary = "Write an entry with the time into today's note",
     .details = "The day is the user's day in the configured time zone.",
     .options = kLog,
     .examples = "nacre log \"Release 2.1 is out\"\n"
                 "git log -1 | nacre log \"What I did\" --body -"},
    {.name = "recall",
     .alias = "search",
     .words = "QUERY...",
     .words_max = kAnyWords,
     .summary = "Find what answers a question, with file and line",
     .details =
         "Any of the words may match; \"quoted phrases\" must, -words must not. Filters may stand "
         "in\n"
         "the query too: project:NAME date:2026-03..2026-04 path:memory/ layer:daily tag:x\n"
         "link:\"Page\" (what links to that page).\n"
         "A query that starts with - goes after --.\n\n"
         "Exit code: 0 found, 1 nothing found, 2 usage, 3 denied, 4 answered in part, 5 failed.",
     .options = kRecall,
     .examples = "nacre recall what did we decide about the cache\n"
                 "nacre recall 昨天的测试优化做到哪了\n"
                 "nacre recall '\"read-only\" -friday' --date 'last month' --json\n"
                 "nacre recall -- -friday staging"},
    {.name = "get",
     .alias = "",
     .words = "PATH[#L4-L9]",
     .words_min = 1,
     .words_max = 1,
     .summary = "Read lines of a note exactly as they are",
     .details = "Found, not found, denied and unreadable are four answers (exit 0, 1, 3, 5).",
     .options = kGet,
     .examples = "nacre get MEMORY.md\n"
                 "nacre get memory/2026-03-02.md#L4-L9\n"
                 "nacre get memory/2026-03-02.md --from 120 --lines 40"},
    {.name = "context",
     .alias = "",
     .words = "",
     .summary = "What a session should start with, within a budget",
     .details =
         "MEMORY.md, USER.md, instruction files, the notes of today and yesterday, the running\n"
         "project and memory/shared/, as far as the context may see them. What is cut or left out\n"
         "is reported on standard error, with the command that shows it. No index is needed.",
     .options = kContext,
     .examples = "nacre context\n"
                 "nacre context --project harbor --budget 8000\n"
                 "nacre context --context group --json"},
    {.name = "undo",
     .alias = "",
     .words = "[RECEIPT]",
     .words_max = 1,
     .summary = "Take back what was written last, or what RECEIPT names",
     .details =
         "RECEIPT is the id of an entry, its first four characters or more, or a number from\n"
         "--list. Undoing again goes further back; --redo brings back what was undone last. Only\n"
         "what was written is taken out, also when more was added since; text that somebody\n"
         "edited meanwhile stays, and undo says so. Files keep everything else.\n\n"
         "Exit code: 0 done, 1 nothing to undo, 3 denied, 5 it was edited since.",
     .options = kUndo,
     .examples = "nacre undo\nnacre undo --list\nnacre undo 12 --dry-run\nnacre undo --redo"},
    {.name = "index",
     .alias = "",
     .words = "[PATH...]",
     .words_max = kAnyWords,
     .summary = "Bring the index up to date with the files",
     .details = "Reads only what changed. One bad file never stops the rest.",
     .options = kIndex,
     .examples = "nacre index\nnacre index memory/2026-03-02.md\nnacre index --rebuild"},
    {.name = "status",
     .alias = "",
     .words = "",
     .summary = "What is indexed, pending, failed or stale, and why",
     .details = "",
     .options = kStatus,
     .examples = "nacre status\nnacre status --files --json"},
    {.name = "watch",
     .alias = "",
     .words = "",
     .summary = "Keep the index current until it is told to stop",
     .details =
         "Says a line when all is indexed, and one for each change that followed. Ends with\n"
         "Ctrl-C. What .nacreignore names (as in .gitignore) is left out.",
     .options = {},
     .examples = "nacre watch\nnacre watch --json"},
    {.name = "scan",
     .alias = "",
     .words = "[PATH...]",
     .words_max = kAnyWords,
     .summary = "Which lines hold a key, a password or a card, never the value",
     .details = "Looks into all text files of the workspace, or into PATH. With --staged it\n"
                "looks into all that git would commit, in the whole repository; paths then start\n"
                "at its root.\n\n"
                "Exit code: 0 found, 1 nothing found. With --staged it is a check, for hooks:\n"
                "0 nothing found, 5 a secret would be committed.",
     .options = kScan,
     .examples = "nacre scan\nnacre scan --staged\nnacre scan --install-hook"},
    {.name = "doctor",
     .alias = "",
     .words = "",
     .summary = "What is wrong around the memory, and what to do about it",
     .details =
         "Looks at rights, file system, room, clock, configuration, git, unfinished writes and\n"
         "leftovers, the index against the files in both directions, secrets and limits. Works\n"
         "with a broken configuration too.\n\n"
         "Exit code: 0 nothing above a note, 4 warnings, 5 errors.",
     .options = kDoctor,
     .examples = "nacre doctor\nnacre doctor --fix\nnacre doctor --deep --json"},
    {.name = "config",
     .alias = "",
     .words = "get [KEY] | set KEY VALUE | unset KEY | explain KEY | path | check",
     .words_min = 1,
     .words_max = kAnyWords,
     .summary = "Look at the configuration, change or check it",
     .details =
         "set keeps every other byte of .nacre/config.toml; a text needs no quotes, a list is\n"
         "TOML or has commas. explain says what a key means and where its value comes from.\n"
         "check looks at the file and at what lies beside it: .nacreignore, synonyms.txt, the\n"
         "place of the cache, openclaw.json. path, explain and check work with a broken file "
         "too.\n\n"
         "Exit code of check: 0 all is well, 4 there are problems.",
     .options = kConfig,
     .examples = "nacre config get\n"
                 "nacre config set recall.limit 8\n"
                 "nacre config set index.ignore 'drafts/**, *.tmp.md'\n"
                 "nacre config explain recall.recency\n"
                 "nacre config check"},
    {.name = "uninstall",
     .alias = "",
     .words = "",
     .summary = "Take away the index and what was installed; keep every note",
     .details =
         "Says what it would remove and what it keeps; --yes does it. Removes only files that\n"
         "Nacre made: the index, the git hook of `nacre scan`, an earlier hook comes back.",
     .options = kUninstall,
     .examples = "nacre uninstall\nnacre uninstall --yes\nnacre uninstall --yes --purge-state"},
    {.name = "compare",
     .alias = "",
     .words = "openclaw QUERY...",
     .words_min = 2,
     .words_max = kAnyWords,
     .summary = "Ask OpenClaw's memory search the same, side by side",
     .details = "Runs both as processes of their own and pairs what they found by file and lines.",
     .options = kCompare,
     .examples = "nacre compare openclaw what did we decide about the cache\n"
                 "nacre compare openclaw 老配置 --limit 10 --json"},
};

const Option* named(std::span<const Option> options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == options.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Verb> verbs() {
  return kVerbs;
}

std::span<const Option> global_options() {
  return kGlobal;
}

const Verb* verb_named(std::string_view name) {
  for (const Verb& verb : kVerbs) {
    if (verb.name == name || (!verb.alias.empty() && verb.alias == name)) return &verb;
  }
  return nullptr;
}

const Option* option_named(const Verb& verb, std::string_view name) {
  const Option* option = named(verb.options, name);
  return option != nullptr ? option : named(kGlobal, name);
}

}  // namespace nacre::cli
