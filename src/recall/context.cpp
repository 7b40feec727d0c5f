#include "recall/context.h"

#include <algorithm>
#include <optional>

#include "guard/render.h"
#include "recall/context_cut.h"
#include "recall/context_files.h"
#include "recall/context_note.h"
#include "text/tokens_estimate.h"
#include "text/utf8.h"
#include "workspace/layout.h"

namespace nacre::recall {
namespace {

// Less of a file is not worth its label (OpenClaw's smallest slot).
constexpr std::uint64_t kSlotCharsMin = 64;
constexpr std::uint64_t kWarningPercent = 85;

bool near(std::uint64_t size, std::uint64_t limit) {
  return size * 100 >= limit * kWarningPercent;
}

enum class LimitUnit { Characters, Tokens };

std::string limit_words(std::uint64_t size, std::uint64_t limit, LimitUnit unit,
                        std::string_view key) {
  return std::to_string(size) + " of " + std::to_string(limit) +
         (unit == LimitUnit::Tokens ? " tokens (" : " characters (") +
         std::to_string(size * 100 / limit) + " % of " + std::string(key) + ")";
}

struct FileLimit {
  std::uint64_t chars = 0;
  std::string_view key;
};

FileLimit limit_of(const ContextCandidate& candidate, const ContextLimits& limits) {
  if (candidate.user_file && limits.user_chars_max < limits.file_chars_max) {
    return {limits.user_chars_max, "context.user_chars_max"};
  }
  return {limits.file_chars_max, "context.file_chars_max"};
}

struct NoteSize {
  std::uint64_t chars = 0, tokens = 0;
};

NoteSize size_of(const VisibleNote& note) {
  NoteSize size;
  for (const NotePiece& piece : note.pieces) {
    size.chars += piece.chars;
    size.tokens += piece.tokens;
  }
  return size;
}

bool reads_as(const Scope& scope, std::string_view path, const ContextOptions& options) {
  const workspace::PathMeaning meaning =
      workspace::classify(path, options.notes.project_visibility);
  return guard::may_see(
      scope, {.owner = meaning.owner, .visibility = meaning.visibility, .layer = meaning.layer},
      options.policy);
}

// The path behind symlinks. A link may have a public name and a private target,
// so behind one the whole file must be the scope's to see.
Result<std::string> real_path(const Scope& scope, const std::string& path,
                              const ContextOptions& options) {
  std::string relative = NACRE_TRY(options.root->canonical(path));
  if (relative != path && !reads_as(scope, relative, options)) {
    return Error{ErrorCode::NotFound, "not visible"};
  }
  return relative;
}

Result<VisibleNote> read_note(const Scope& scope, const std::string& path,
                              const ContextOptions& options) {
  const std::string real = NACRE_TRY(real_path(scope, path, options));
  const std::string bytes = NACRE_TRY(options.root->read(real, options.notes.file_bytes_max));
  return read_visible(real, bytes,
                      {.scope = &scope,
                       .policy = &options.policy,
                       .notes = &options.notes,
                       .redactor = options.redactor,
                       .today = options.clock->today()});
}

class Assembly {
 public:
  Assembly(Scope scope, const ContextLimits& limits, const ContextOptions& options)
      : scope_(std::move(scope)), limits_(limits), options_(options) {
    answer_.chars_max = limits.total_chars_max;
    answer_.budget_tokens = limits.budget_tokens;
  }

  ContextAnswer assemble(ContextPlan plan) {
    answer_.withheld = std::move(plan.withheld);
    for (const ContextCandidate& candidate : plan.candidates) {
      if (candidate.shared_file && !has_room()) {
        answer_.files.push_back({.path = "memory/shared/",
                                 .state = ContextState::LeftOut,
                                 .why = "no room left for the rest of it"});
        break;
      }
      add(candidate);
    }
    for (ContextFile& problem : plan.problems) answer_.files.push_back(std::move(problem));
    answer_.chars = characters(answer_.text);
    answer_.tokens = limits_.budget_tokens - left().tokens;
    warn_of_totals();
    return std::move(answer_);
  }

 private:
  ContextRoom left() const {
    return {limits_.total_chars_max - chars_, limits_.budget_tokens - tokens_};
  }

  bool has_room() const {
    return left().chars >= kSlotCharsMin && left().tokens * 3 >= kSlotCharsMin;
  }

  void add(const ContextCandidate& candidate) {
    auto read = read_note(scope_, candidate.path, options_);
    if (!read.ok()) return add_unreadable(candidate, read.error());
    const VisibleNote& note = read.value();
    // Nothing of it is this scope's: as if it were not there.
    if (note.lines == 0) return;
    ContextFile file{.path = candidate.path,
                     .layer = note.layer,
                     .chars = note.chars,
                     .lines = note.lines,
                     .expired_left_out = note.expired};
    if (note.blank) {
      file.state = note.expired > 0 ? ContextState::LeftOut : ContextState::Empty;
      file.why = note.expired > 0 ? "past its valid range" : "nothing but blanks";
    } else {
      place(candidate, note, file);
    }
    answer_.files.push_back(std::move(file));
  }

  void add_unreadable(const ContextCandidate& candidate, const Error& error) {
    if (error.code == ErrorCode::NotFound || !reads_as(scope_, candidate.path, options_)) return;
    const bool large = error.code == ErrorCode::ResourceExhausted;
    answer_.files.push_back(
        {.path = candidate.path,
         .layer = workspace::classify(candidate.path, options_.notes.project_visibility).layer,
         .state = ContextState::Unreadable,
         .why =
             large ? "larger than index.file_bytes_max" : text::utf8::repair(error.message).text});
  }

  void place(const ContextCandidate& candidate, const VisibleNote& note, ContextFile& file) {
    const FileLimit limit = limit_of(candidate, limits_);
    const NoteSize size = size_of(note);
    const std::string open =
        guard::open_memory({.path = candidate.path, .layer = note.layer, .origin = note.origin});
    const std::string_view close = guard::close_memory();
    const std::uint64_t label_chars = characters(open) + characters(close);
    const std::uint64_t label_tokens = text::estimate_tokens(open) + text::estimate_tokens(close);
    wanted_chars_ += std::min(size.chars, limit.chars) + label_chars;
    wanted_tokens_ += size.tokens + label_tokens;
    if (near(size.chars, limit.chars)) {
      answer_.warnings.push_back(
          candidate.path + ": " +
          limit_words(size.chars, limit.chars, LimitUnit::Characters, limit.key));
    }

    ContextRoom room = left();
    room.chars -= std::min(room.chars, label_chars);
    room.tokens -= std::min(room.tokens, label_tokens);
    const std::string why = reason(size, limit, room);
    room.chars = std::min(room.chars, limit.chars);
    if (!why.empty() && room.chars < kSlotCharsMin) room = {};
    const NoteCut cut = cut_note(note, candidate.path, room, limits_.head_share);

    file.why = why;
    file.chars_included = cut.chars_included;
    file.chars_left_out = cut.chars_left_out;
    file.lines_left_out = cut.lines_left_out;
    file.fetch = cut.fetch;
    file.state = cut.text.empty() ? ContextState::LeftOut
                 : why.empty()    ? ContextState::Whole
                                  : ContextState::Cut;
    if (cut.text.empty()) return;
    file.tokens = label_tokens + text::estimate_tokens(cut.text);
    chars_ += label_chars + characters(cut.text);
    tokens_ += file.tokens;
    answer_.text += open + cut.text;
    answer_.text += close;
  }

  // Why not all of it can be included; empty when it can.
  std::string reason(const NoteSize& size, const FileLimit& limit, const ContextRoom& room) const {
    if (size.chars > limit.chars) {
      return "longer than " + std::string(limit.key) + " (" + std::to_string(limit.chars) + ")";
    }
    if (size.chars > room.chars) {
      return "context.total_chars_max (" + std::to_string(limits_.total_chars_max) + ") is full";
    }
    if (size.tokens > room.tokens) {
      return "the budget of " + std::to_string(limits_.budget_tokens) + " tokens is full";
    }
    return {};
  }

  void warn_of_totals() {
    if (near(wanted_chars_, limits_.total_chars_max)) {
      answer_.warnings.push_back("all files: " + limit_words(wanted_chars_, limits_.total_chars_max,
                                                             LimitUnit::Characters,
                                                             "context.total_chars_max"));
    }
    if (near(wanted_tokens_, limits_.budget_tokens)) {
      answer_.warnings.push_back("all files: " + limit_words(wanted_tokens_, limits_.budget_tokens,
                                                             LimitUnit::Tokens,
                                                             "context.budget_tokens"));
    }
  }

  const Scope scope_;
  const ContextLimits limits_;
  const ContextOptions& options_;
  ContextAnswer answer_;
  std::uint64_t chars_ = 0, tokens_ = 0;  // Taken.
  std::uint64_t wanted_chars_ = 0, wanted_tokens_ = 0;
};

ContextPlace place_of(const ContextOptions& options) {
  return {.root = options.root,
          .policy = &options.policy,
          .notes = &options.notes,
          .today = options.clock->today(),
          .daily_days = options.limits.daily_days};
}

std::optional<std::string> near_limit(const Scope& scope, const ContextCandidate& candidate,
                                      const ContextOptions& options) {
  const FileLimit limit = limit_of(candidate, options.limits);
  const auto stat = options.root->stat(candidate.path);
  // A character has at least one byte; masking makes text longer at times, and
  // that is left to `context` itself.
  if (!stat.ok() || !near(stat.value().size, limit.chars)) return std::nullopt;
  const auto note = read_note(scope, candidate.path, options);
  if (!note.ok()) return std::nullopt;
  const NoteSize size = size_of(note.value());
  if (!near(size.chars, limit.chars)) return std::nullopt;
  return candidate.path + ": " +
         limit_words(size.chars, limit.chars, LimitUnit::Characters, limit.key) +
         (size.chars > limit.chars ? "; a session starts with a part of it" : "");
}

}  // namespace

Result<ContextAnswer> assemble_context(const ContextRequest& request,
                                       const ContextOptions& options) {
  Scope scope = request.scope;
  scope.user = guard::canonical_user(scope.user, options.policy);
  ContextLimits limits = options.limits;
  if (request.budget_tokens > 0) limits.budget_tokens = request.budget_tokens;
  if (scope.context == ContextKind::Shared) {
    ContextAnswer denied;
    denied.denied = true;
    denied.reason = "a shared or unknown context starts without memory";
    denied.chars_max = limits.total_chars_max;
    denied.budget_tokens = limits.budget_tokens;
    return denied;
  }
  ContextPlan plan = NACRE_TRY(plan_context(scope, place_of(options)));
  return Assembly(std::move(scope), limits, options).assemble(std::move(plan));
}

std::vector<std::string> files_near_limits(const ContextOptions& options) {
  std::vector<std::string> warnings;
  const Scope owner;
  const auto plan = plan_context(owner, place_of(options));
  if (!plan.ok()) return warnings;
  for (const ContextCandidate& candidate : plan.value().candidates) {
    if (candidate.shared_file) continue;
    if (auto warning = near_limit(owner, candidate, options)) {
      warnings.push_back(std::move(*warning));
    }
  }
  return warnings;
}

}  // namespace nacre::recall
