#include <array>

#include "base/config.h"

namespace nacre::base {
namespace {

using enum ConfigType;

constexpr double kWeightMax = 10;

// Adding a row here means adding it to docs/config.md; a test compares the two.
constexpr ConfigKey kKeys[] = {
    {"user.name", String, "\"\"", 0, 0, "", "", "Name of the workspace's owner."},
    {"user.timezone", String, "\"\"", 0, 0, "", "agents.defaults.userTimezone",
     "Zone of the user's day, such as Asia/Shanghai; empty: OpenClaw's in its own workspace, else "
     "the host's."},
    {"user.language", String, "\"\"", 0, 0, "|en|zh", "",
     "Language of templates and messages; empty: from the locale."},

    {"workspace.trusted_directories", StringList, "[]", 0, 0, "", "",
     "Directories elsewhere into which symbolic links in the workspace may lead."},

    {"recall.enabled", Bool, "true", 0, 0, "", "",
     "Whether memory is searched at all; off is an answer that says so, on every surface."},
    {"recall.limit", Integer, "5", 1, 1000, "", "memory.search.query.maxResults",
     "Results of a recall that names no limit."},
    {"recall.min_score", Number, "0.0", 0, 1, "", "memory.search.query.minScore",
     "Results below this score are left out."},
    {"recall.strict", Bool, "false", 0, 0, "", "",
     "Return nothing rather than something that is hardly relevant."},
    {"recall.strict_score", Number, "0.25", 0, 1, "", "",
     "With recall.strict, the score below which a result is hardly relevant."},
    {"recall.preset", String, "\"nacre\"", 0, 0, "nacre|openclaw|classic", "",
     "Set of ranking weights: tuned, as OpenClaw ranks, or as its predecessors did."},
    {"recall.recency", String, "\"half_life\"", 0, 0, "half_life|exp_30|lambda_0.1|none", "",
     "How age lowers a score; it orders and never hides."},
    {"recall.half_life_days", Number, "30.0", 0.1, 36500, "",
     "memory.search.query.hybrid.temporalDecay.halfLifeDays",
     "With recency half_life, the age at which half of the recency is left."},
    {"recall.mmr", Bool, "true", 0, 0, "", "memory.search.query.hybrid.mmr.enabled",
     "Prefer results that differ from one another."},
    {"recall.mmr_lambda", Number, "0.7", 0, 1, "", "memory.search.query.hybrid.mmr.lambda",
     "Relevance against difference: 1 is relevance alone."},
    {"recall.snippet_chars", Integer, "700", 40, 10000, "", "", "Characters of a snippet."},
    {"recall.all_max", Integer, "1000", 1, 100000, "", "", "Results of a recall with --all."},
    {"recall.tree_check_files", Integer, "1000", 0, 1000000, "", "",
     "Largest number of notes that a recall looks over for change; beyond, stale is unchecked."},
    {"recall.scan_bytes_max", Integer, "16777216", 0, 1e12, "", "",
     "Bytes that a recall without an index reads."},
    {"recall.synonyms", Bool, "true", 0, 0, "", "", "Also look for the words of synonyms.txt."},

    {"recall.weight.working", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of the running session; below 0: of the preset."},
    {"recall.weight.long_term", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of MEMORY.md and USER.md; below 0: of the preset."},
    {"recall.weight.profile", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of memory/tacit_knowledge.md; below 0: of the preset."},
    {"recall.weight.facts", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of life/; below 0: of the preset."},
    {"recall.weight.project", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of projects/; below 0: of the preset."},
    {"recall.weight.conversation", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of past conversations; below 0: of the preset."},
    {"recall.weight.daily", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of daily notes; below 0: of the preset."},
    {"recall.weight.archive", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of memory/archive/; below 0: of the preset."},
    {"recall.weight.instructions", Number, "-1.0", -1, kWeightMax, "", "",
     "Weight of AGENTS.md, SOUL.md and the like; below 0: of the preset."},
    {"recall.neighbour_support", Number, "-1.0", -1, 1, "", "",
     "Share of its neighbours' scores that a short chat turn gains; below 0: of the preset."},
    {"recall.parent_support", Number, "-1.0", -1, 1, "", "",
     "Share of its document's score that a unit gains; below 0: of the preset."},

    {"get.lines", Integer, "120", 1, 100000, "", "", "Lines of a get that names no count."},
    {"get.chars_max", Integer, "12000", 100, 10000000, "",
     "agents.defaults.contextLimits.memoryGetMaxChars", "Characters of one page of a get."},

    {"context.file_chars_max", Integer, "20000", 200, 1e9, "", "agents.defaults.bootstrapMaxChars",
     "Characters of one file at the start of a session."},
    {"context.total_chars_max", Integer, "60000", 200, 1e9, "",
     "agents.defaults.bootstrapTotalMaxChars",
     "Characters of all files at the start of a session, labels included."},
    {"context.user_chars_max", Integer, "4000", 200, 1e9, "", "",
     "Characters of USER.md at the start of a session."},
    {"context.budget_tokens", Integer, "28000", 100, 1e9, "", "",
     "Tokens of a session's start, labels and markers included."},
    {"context.head_share", Number, "0.75", 0, 1, "", "",
     "Of a file that is cut, the share kept from its head; the rest is kept from its tail."},
    {"context.daily_days", Integer, "2", 0, 31, "",
     "agents.defaults.startupContext.dailyMemoryDays",
     "Days whose notes a session starts with: 1 is today, 2 also yesterday."},

    {"index.cache_dir", String, "\"\"", 0, 0, "", "",
     "Where derived files go; empty: .nacre/cache in the workspace."},
    {"index.file_bytes_max", Integer, "67108864", 1024, 1e12, "", "",
     "Larger files are not indexed, and status says so."},
    {"index.tokens_target", Integer, "400", 32, 4096, "", "memory.search.chunking.tokens",
     "Tokens of a unit, where the text allows a cut."},
    {"index.tokens_max", Integer, "512", 32, 8192, "", "", "Tokens that no unit exceeds."},
    {"index.overlap_tokens", Integer, "80", 0, 2048, "", "memory.search.chunking.overlap",
     "Tokens that units share with the one before, for embedding only."},
    {"index.ignore", StringList, "[]", 0, 0, "", "",
     "Paths and globs, relative to the workspace, that are not indexed."},
    {"index.extra_paths", StringList, "[]", 0, 0, "", "memory.search.extraPaths",
     "Directories elsewhere whose notes are found too, as @NAME/..., and never written."},
    {"index.mass_removal_share", Number, "0.5", 0, 1, "", "",
     "A scan that misses more than this share of the files removes none."},
    {"index.tokenizer", String, "\"characters\"", 0, 0, "characters|words", "",
     "How Han, Kana, Hangul and Thai are indexed: by characters and pairs, or whole runs as one "
     "word "
     "(smaller; only for notes without them)."},
    {"index.memory_mib", Integer, "32", 8, 16384, "", "", "Memory for building the index."},

    {"watch.debounce_ms", Integer, "50", 0, 60000, "", "",
     "Rest after a change before it is indexed, so that one save is one sync."},
    {"watch.delay_max_ms", Integer, "200", 0, 600000, "", "",
     "Longest wait for such a rest where changes never stop."},
    {"watch.polling", Bool, "false", 0, 0, "", "",
     "Look at all files again and again, also where the system reports changes."},
    {"watch.poll_ms", Integer, "1000", 10, 86400000, "", "",
     "Time between two looks at all files where the system reports no changes."},
    {"watch.paths_max", Integer, "1000", 1, 1000000, "", "",
     "Changed files beyond which all are compared instead."},

    {"history.entries_max", Integer, "1000", 0, 100000, "", "",
     "Writes that can be taken back; the oldest are forgotten first. 0: none."},
    {"history.bytes_max", Integer, "67108864", 0, 1e12, "", "",
     "Bytes of what writes have replaced and undo has taken out, kept to bring it back, with the "
     "room for undoing what stands."},

    {"compare.timeout_ms", Integer, "120000", 100, 3600000, "", "",
     "Time that either program has for its answer to nacre compare."},

    {"privacy.redaction", String, "\"secrets\"", 0, 0, "off|secrets|personal|classic", "",
     "What is masked: keys, passwords, cards; also phone and e-mail; four plain patterns."},
    {"privacy.group_policy", String, "\"strict\"", 0, 0, "strict|daily", "",
     "What groups see: public items only, or also daily notes that are not private."},
    {"privacy.group_search", Bool, "true", 0, 0, "", "", "Whether groups may search at all."},
    {"privacy.project_visibility", String, "\"public\"", 0, 0, "public|shared|private", "",
     "Who sees project memory that says nothing itself."},
};

}  // namespace

std::span<const ConfigKey> config_keys() {
  return kKeys;
}

}  // namespace nacre::base
