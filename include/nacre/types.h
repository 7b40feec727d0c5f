#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The vocabulary: plain values that every room and every surface shares. Names
// of enumerators in JSON and on the command line come from `name()` and
// `parse_*`; docs/json.md lists them.

namespace nacre {

// Milliseconds since 1970-01-01T00:00:00Z.
struct UnixMillis {
  std::int64_t value = 0;
  auto operator<=>(const UnixMillis&) const = default;
};

// A day of the proleptic Gregorian calendar, as days since 1970-01-01. It has no
// zone: which instants it covers is the Clock's knowledge.
struct CivilDay {
  std::int32_t days = 0;
  auto operator<=>(const CivilDay&) const = default;
};

// Inclusive on both ends; a missing end is open.
struct DayRange {
  std::optional<CivilDay> first;
  std::optional<CivilDay> last;
  bool open() const { return !first && !last; }
  bool contains(CivilDay day) const { return (!first || *first <= day) && (!last || day <= *last); }
  bool operator==(const DayRange&) const = default;
};

// What part of the memory an item belongs to.
enum class Layer : std::uint8_t {
  Working,
  LongTerm,      // MEMORY.md, USER.md
  Profile,       // memory/tacit_knowledge.md
  Facts,         // life/
  Project,       // projects/<name>/
  Conversation,  // the journal
  Daily,         // memory/, dated or not, and any other note
  Archive,       // memory/archive/
  Instructions,  // AGENTS.md, SOUL.md, ...
};
inline constexpr int kLayerCount = 9;

// Who may see an item, before context is considered.
enum class Visibility : std::uint8_t {
  Private,  // Its owner.
  Shared,   // All users of the agent, in direct contexts.
  Public,   // Also groups.
};

// Where an item's words came from. Text cannot set this for itself.
enum class Origin : std::uint8_t { Owner, Agent, Untrusted, System };

enum class ContextKind : std::uint8_t { Direct, Group, Shared, Cron, Heartbeat, Subagent };

std::string_view name(Layer value);
std::string_view name(Visibility value);
std::string_view name(Origin value);
std::string_view name(ContextKind value);
std::optional<Layer> parse_layer(std::string_view text);
std::optional<Visibility> parse_visibility(std::string_view text);
std::optional<Origin> parse_origin(std::string_view text);
// Unknown words are for the caller to treat as Shared (fail closed).
std::optional<ContextKind> parse_context_kind(std::string_view text);

// Who asks, and where the answer will be heard. A required argument of every
// read; resolved once, at the edge. The default is the operator at the local
// command line: the owner of the workspace in a direct context.
struct Scope {
  std::string agent = "main";
  std::string user = {};  // Empty: the owner of the workspace.
  ContextKind context = ContextKind::Direct;
  std::string project = {};  // The running project, if any.
  bool operator==(const Scope&) const = default;
};

// Three-valued, since an unchecked tree is neither fresh nor stale.
enum class Staleness : std::uint8_t { Fresh, Stale, Unchecked };

// ---- recall ----------------------------------------------------------------

struct RecallRequest {
  std::string query;
  Scope scope;
  std::optional<std::uint32_t> limit;  // Unset: recall.limit. 1..1000.
  std::optional<double> min_score;     // Unset: recall.min_score. 0..1.
  std::optional<bool> strict;          // Unset: recall.strict.
  std::vector<Layer> layers;           // Empty: all.
  std::string project;                 // Only this project's items.
  std::string after, before, date;     // Days, ranges or phrases; see docs/json.md.
  std::string path;                    // A prefix or glob of workspace paths.
  std::uint32_t budget_tokens = 0;     // 0: none. Whole units only.
  bool explain = false;
  bool history = false;  // Also items past their `valid` range.
  std::string as_of;     // Items valid on that day.
  bool all = false;      // Every match: no limit but recall.all_max.
  bool files = false;    // One result per file.
};

struct RecallHit {
  std::string path;        // Relative to the workspace, as on disk.
  std::uint32_t line = 0;  // The line that matches best; 1-based.
  std::uint32_t start_line = 0, end_line = 0;
  std::string heading;  // "Outer > Inner"; empty at top level.
  std::string snippet;  // Text as on disk around the match.
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      marks;                            // Byte ranges of matches in `snippet`.
  double score = 0;                     // [0,1].
  std::map<std::string, double> parts;  // Keys: docs/json.md.
  Layer layer = Layer::Daily;
  std::optional<CivilDay> date;
  Origin origin = Origin::Owner;
  std::string id;                    // Stable id of the entry, or of the unit.
  std::string why;                   // One line for people.
  std::optional<std::string> valid;  // "FROM..TO" when the item has a range.
};

struct Rewriting {
  std::vector<std::string> terms;     // What was looked for.
  std::vector<std::string> ignored;   // Stop words.
  std::vector<std::string> phrases;   // Quoted.
  std::vector<std::string> excluded;  // After '-'.
  std::map<std::string, std::vector<std::string>> synonyms;
  std::vector<std::string> filters;  // "layer:daily", as understood.
  std::optional<DayRange> date;      // From a date phrase or filter.
  bool date_filters = false;         // false: the date only boosts.
};

struct RecallAnswer {
  std::string query;
  Rewriting rewritten;
  std::string mode = "keyword";
  bool complete = true;  // false: a bound was met; `reason` says which.
  Staleness stale = Staleness::Fresh;
  std::optional<std::string> degraded;  // "no_index", "index_unreadable", ...
  std::string reason;                   // For people; empty when all is well.
  bool denied = false;
  std::uint32_t expired_left_out = 0;  // Items past their `valid` range.
  std::vector<RecallHit> results;
  double took_ms = 0;
};

// ---- get -------------------------------------------------------------------

enum class GetStatus : std::uint8_t { Ok, NotFound, Denied, Unreadable };
std::string_view name(GetStatus value);

struct GetRequest {
  std::string path;  // "memory/a.md", "memory/a.md#L4", "memory/a.md#L4-L9".
  Scope scope;
  std::uint32_t from = 0;   // 1-based line; 0: from the anchor or the start.
  std::uint32_t lines = 0;  // 0: to the anchor's end, or get.lines.
};

struct GetAnswer {
  GetStatus status = GetStatus::Ok;
  std::string path;
  std::string text;                   // Valid UTF-8; see `replaced`.
  std::uint32_t from = 0, lines = 0;  // What `text` holds.
  std::uint32_t total_lines = 0;
  bool truncated = false;
  std::optional<std::uint32_t> next_from;  // Where the next page starts.
  bool replaced = false;                   // Bytes that were not UTF-8 show as U+FFFD.
  std::string reason;
};

// ---- context ---------------------------------------------------------------

struct ContextRequest {
  Scope scope;                      // `project` is the running project.
  std::uint32_t budget_tokens = 0;  // 0: context.budget_tokens.
};

// What became of a file that the scope may see something of.
enum class ContextState : std::uint8_t { Whole, Cut, LeftOut, Empty, Unreadable };
std::string_view name(ContextState value);

// Counts are of what the scope may see; for the owner that is the file. Of
// `chars`, `chars_included` stand in the text, `chars_left_out` do not, and the
// rest is of entries past their `valid` range.
struct ContextFile {
  std::string path;
  Layer layer = Layer::Daily;
  ContextState state = ContextState::Whole;
  std::string why;  // Of what is not whole.
  std::uint64_t chars = 0, chars_included = 0, chars_left_out = 0;
  std::uint32_t lines = 0, lines_left_out = 0;
  std::uint64_t tokens = 0;            // Of its block in the text.
  std::uint32_t expired_left_out = 0;  // Entries.
  std::string fetch;                   // The command that shows what was left out.
};

// Kept out by the scope alone, whether there is such a file or not.
struct ContextWithheld {
  std::string path;
  std::string why;
};

// What a session starts with.
struct ContextAnswer {
  std::string text;     // Labelled blocks, one per file.
  bool denied = false;  // The scope gets no memory at all.
  std::string reason;
  std::uint64_t chars = 0, chars_max = 0;
  std::uint64_t tokens = 0, budget_tokens = 0;  // Estimated, labels and markers included.
  std::vector<ContextFile> files;               // In the order of the text.
  std::vector<ContextWithheld> withheld;
  std::vector<std::string> warnings;  // From 85 % of a limit.
};

// ---- writes ----------------------------------------------------------------

struct RememberRequest {
  std::string text;
  std::string to = "long";  // long, user, daily, project:NAME.
  std::string category;     // A heading of the target file, made when missing.
  std::string title;
  std::optional<int> importance;  // 1..10.
  std::vector<std::string> triggers;
  std::optional<Visibility> visibility;
  std::string valid;  // "FROM..TO", either end may be missing.
  bool also_daily = false;
  Scope scope;
};

struct LogRequest {
  std::string title;
  std::string body;
  Scope scope;
};

struct Receipt {
  std::string path;
  std::uint32_t line = 0;        // 1-based, where the entry starts.
  std::string id;                // 26 base32 characters.
  std::string content_hash;      // sha256, hex, of the entry's bytes.
  bool already_present = false;  // An exact repeat: nothing was written.
  bool indexed = false;          // Searchable now.
  // What was masked before anything was written: "password" -> 1. Kinds: docs/json.md.
  std::map<std::string, std::uint32_t> redacted;
  std::string warning;        // Written, but ...
  std::vector<Receipt> also;  // --also-daily.
};

// ---- index and status ------------------------------------------------------

enum class FileState : std::uint8_t { Indexed, Pending, Failed, Stale, Undecodable };
std::string_view name(FileState value);

struct FileStatus {
  std::string path;
  Layer layer = Layer::Daily;
  FileState state = FileState::Indexed;
  std::string reason;
  std::uint32_t units = 0;
  std::uint64_t bytes = 0;
};

struct IndexRequest {
  std::vector<std::string> paths;   // Empty: the whole workspace.
  bool rebuild = false;             // From nothing.
  bool allow_mass_removal = false;  // Else a scan that lost over half the files removes none.
};

struct IndexReport {
  std::uint32_t seen = 0, unchanged = 0, added = 0, updated = 0, removed = 0, moved = 0, failed = 0;
  std::uint32_t units = 0, units_written = 0;
  std::uint64_t bytes_read = 0;
  std::vector<FileStatus> problems;  // Failed, undecodable, unreadable directories.
  bool complete = true;              // false: something could not be looked at.
  std::string reason;
  double took_ms = 0;
};

struct LayerStatus {
  Layer layer = Layer::Daily;
  std::uint32_t files = 0, units = 0, pending = 0, failed = 0, stale = 0;
  std::uint64_t bytes = 0;
};

struct StatusReport {
  std::string workspace, found_by, cache_dir, timezone, today, tokenizer, version;
  bool index_present = false;
  std::string index_problem;
  std::uint64_t generation = 0;
  std::uint64_t text_bytes = 0, cache_bytes = 0;
  std::uint32_t files = 0, units = 0, pending = 0, failed = 0, stale = 0, undecodable = 0;
  std::vector<LayerStatus> layers;
  std::vector<FileStatus> files_not_current;  // Everything not simply indexed.
  std::vector<FileStatus> all_files;          // With StatusRequest::files.
  std::vector<std::string> warnings;          // Unknown configuration keys, ...
};

// ---- scan ------------------------------------------------------------------

struct ScanRequest {
  std::vector<std::string> paths;  // Files or directories; empty: the whole workspace.
  bool staged = false;             // What git would commit instead of the files.
};

// Where a secret stands; never the secret.
struct ScanFinding {
  std::string path;
  std::uint32_t line = 0;
  std::string kind;  // "api-key", "password", ...; docs/json.md.
};

struct ScanReport {
  std::vector<ScanFinding> findings;  // By path and line.
  std::uint32_t files = 0;            // Looked at.
  std::vector<FileStatus> problems;   // Could not be looked at.
  bool staged = false;
};

struct InitReport {
  std::string workspace;
  std::string language;
  std::vector<std::string> created, kept;
};

}  // namespace nacre
