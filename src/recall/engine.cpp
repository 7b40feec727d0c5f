#include "recall/engine.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/hash.h"
#include "recall/empty_filters.h"
#include "recall/explain.h"
#include "recall/freshness.h"
#include "recall/legs.h"
#include "recall/order.h"
#include "recall/scan.h"
#include "recall/snippet.h"
#include "recall/strict.h"
#include "text/tokenizer.h"
#include "text/tokens_estimate.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kIdCharacters = 26;
constexpr std::uint32_t kLimitMax = 1000;

std::string id_of(const index::UnitRow& row) {
  if (!row.unit.id.empty()) return row.unit.id;
  return base::base32(base::sha256(row.path + '\0' + row.content_hash), kIdCharacters);
}

std::optional<std::string> valid_text(const DayRange& valid) {
  if (valid.open()) return std::nullopt;
  return (valid.first ? base::format_day(*valid.first) : "") + ".." +
         (valid.last ? base::format_day(*valid.last) : "");
}

void add_reason(RecallAnswer& answer, const std::string& reason) {
  if (reason.empty()) return;
  if (!answer.reason.empty()) answer.reason += "; ";
  answer.reason += reason;
}

Status check_request(const RecallRequest& request) {
  if (request.limit && (*request.limit < 1 || *request.limit > kLimitMax)) {
    return Error{ErrorCode::InvalidArgument, "limit: must be 1 to 1000"};
  }
  if (request.min_score && !(*request.min_score >= 0 && *request.min_score <= 1)) {
    return Error{ErrorCode::InvalidArgument, "min_score: must be 0 to 1"};
  }
  return Ok{};
}

}  // namespace

struct Engine::Impl {
  explicit Impl(EngineOptions given)
      : options(std::move(given)), tokenizer(options.runs), words(options.dictionary) {}

  Result<RecallAnswer> answer(const RecallRequest& request, index::Store& store);
  std::size_t limit_of(const RecallRequest& request) const;

  EngineOptions options;
  text::Tokenizer tokenizer;
  text::WordSplitter words;
};

namespace {

// One question on one snapshot.
class Question {
 public:
  Question(const EngineOptions& options, const RecallRequest& request, View& view,
           text::Tokenizer& tokenizer)
      : options_(options),
        request_(request),
        view_(view),
        tokenizer_(tokenizer),
        today_(options.clock->today()) {}

  // Nothing when the question is only a date phrase and no item has the date:
  // the caller then reads the phrase as words.
  Result<std::optional<RecallAnswer>> run(ParsedQuery query, std::size_t limit) {
    answer_.query = request_.query;
    answer_.rewritten = query.rewriting;
    UnitFilter filter(query, view_, today_);
    const bool strict = request_.strict.value_or(options_.limits.strict);
    Gathered gathered =
        NACRE_TRY(gather(query, options_.ranking, view_, filter,
                         {.pool_max = options_.limits.all_max, .substrings = !strict}));
    if (query.only_filters && !query.dates.empty() && gathered.candidates.empty()) {
      return std::optional<RecallAnswer>();
    }
    if (query.only_filters && !query.dates.empty()) answer_.rewritten.date_filters = true;
    answer_.complete = gathered.complete && !query.truncated;
    add_reason(answer_, gathered.reason);
    if (query.truncated)
      add_reason(answer_, "the query is too long: only its heaviest words count");

    const double min_score = request_.min_score.value_or(options_.limits.min_score);
    NACRE_TRY(order(query, options_.ranking,
                    {.today = today_, .project = request_.scope.project, .min_score = min_score},
                    view_, gathered));
    answer_.expired_left_out = filter.expired();
    if (strict && !is_relevant(query, gathered, options_.ranking.strict_score)) {
      add_reason(answer_, "strict: nothing is relevant enough");
      gathered.candidates.clear();
    }
    NACRE_TRY(render(query, gathered, limit));
    if (answer_.results.empty()) {
      add_reason(answer_, NACRE_TRY(explain_empty_filters(query.filters, view_)));
    }
    return std::optional<RecallAnswer>(std::move(answer_));
  }

 private:
  Status render(const ParsedQuery& query, const Gathered& gathered, std::size_t limit) {
    Snippets snippets(query, gathered.mass, tokenizer_);
    Freshness freshness(view_, *options_.source, request_.scope, options_.policy);
    std::set<std::uint32_t> files;
    std::uint64_t tokens = 0;
    std::size_t left_out = 0;
    for (const Candidate& one : gathered.candidates) {
      if (answer_.results.size() >= limit) {
        note_bound(limit);
        break;
      }
      const std::uint32_t file = view_.table()[one.unit].file;
      if (request_.files && files.contains(file)) continue;
      const index::UnitRow* row = NACRE_TRY(view_.unit(one.unit));
      RecallHit hit = NACRE_TRY(make_hit(query, one, *row, snippets));
      if (!NACRE_TRY(freshness.admits(*row, hit))) continue;
      files.insert(file);
      if (request_.budget_tokens > 0) {
        const std::uint32_t cost = text::estimate_tokens(row->unit.text);
        if (tokens + cost > request_.budget_tokens) {
          ++left_out;
          continue;
        }
        tokens += cost;
      }
      answer_.results.push_back(std::move(hit));
    }
    if (left_out > 0) {
      add_reason(answer_, std::to_string(left_out) + (left_out == 1 ? " more does" : " more do") +
                              " not fit in the budget of " +
                              std::to_string(request_.budget_tokens) + " tokens");
    }
    answer_.stale = NACRE_TRY(freshness.tree({.files_max = options_.limits.tree_check_files}));
    add_reason(answer_, freshness.reason());
    return Ok{};
  }

  // A limit that was asked for is no bound that was met; that of --all is.
  void note_bound(std::size_t limit) {
    if (!request_.all) return;
    answer_.complete = false;
    add_reason(answer_, "only the best " + std::to_string(limit) + " are shown (recall.all_max)");
  }

  Result<RecallHit> make_hit(const ParsedQuery& query, const Candidate& one,
                             const index::UnitRow& row, Snippets& snippets) {
    const text::Unit& unit = row.unit;
    Snippet snippet = snippets.show(unit, {.characters_max = options_.limits.snippet_chars,
                                           .whole_unit = request_.budget_tokens > 0,
                                           .exact = one.phrase,
                                           .substring = one.substring});
    RecallHit hit;
    hit.path = row.path;
    hit.line = std::min(unit.start_line + snippet.line, unit.end_line);
    hit.start_line = unit.start_line;
    hit.end_line = unit.end_line;
    hit.heading = unit.heading;
    hit.snippet = std::move(snippet.text);
    hit.marks = std::move(snippet.marks);
    hit.score = one.score;
    hit.parts = parts_of(one);
    hit.layer = row.layer;
    hit.date = unit.date;
    if (!hit.date) hit.date = NACRE_TRY(view_.file(row.file))->attributes.date;
    hit.origin = row.origin;
    hit.id = id_of(row);
    hit.why = why(query, one);
    hit.valid = valid_text(unit.valid);
    return hit;
  }

  const EngineOptions& options_;
  const RecallRequest& request_;
  View& view_;
  text::Tokenizer& tokenizer_;
  CivilDay today_;
  RecallAnswer answer_;
};

}  // namespace

// A budget without a limit is filled as far as candidates are read anyway.
std::size_t Engine::Impl::limit_of(const RecallRequest& request) const {
  if (request.all) return options.limits.all_max;
  if (request.limit) return *request.limit;
  return request.budget_tokens > 0 ? kHeadMax : options.limits.limit;
}

Result<RecallAnswer> Engine::Impl::answer(const RecallRequest& request, index::Store& store) {
  NACRE_TRY(check_request(request));
  const guard::Decision decision = guard::may_recall(request.scope, options.policy);
  if (!decision.allowed) {
    RecallAnswer denied;
    denied.query = request.query;
    denied.denied = true;
    denied.reason = decision.reason;
    return denied;
  }

  QueryContext context{.today = options.clock->today(),
                       .tokenizer = &tokenizer,
                       .words = &words,
                       .synonyms = &options.synonyms,
                       .general_synonyms = options.ranking.general_synonyms};
  ParsedQuery query = NACRE_TRY(parse_query(request, context));
  const std::unique_ptr<index::Snapshot> snapshot = NACRE_TRY(store.snapshot());
  View view(*snapshot, request.scope, options.policy);
  const std::size_t limit = limit_of(request);
  auto answer = NACRE_TRY(Question(options, request, view, tokenizer).run(std::move(query), limit));
  if (answer) return std::move(*answer);

  context.dates_are_words = true;
  query = NACRE_TRY(parse_query(request, context));
  answer = NACRE_TRY(Question(options, request, view, tokenizer).run(std::move(query), limit));
  NACRE_CHECK(answer.has_value());
  return std::move(*answer);
}

Engine::Engine(EngineOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Engine::~Engine() = default;

Result<RecallAnswer> Engine::answer(const RecallRequest& request, index::Store& store) {
  return impl_->answer(request, store);
}

Result<RecallAnswer> Engine::answer_by_scan(const RecallRequest& request, std::string_view degraded,
                                            std::string_view reason) {
  // Denied and malformed questions read no file.
  const guard::Decision decision = guard::may_recall(request.scope, impl_->options.policy);
  ScanIndex scan;
  if (decision.allowed) {
    scan = NACRE_TRY(read_into_memory(*impl_->options.source, request.scope, impl_->options.policy,
                                      impl_->options.limits.scan_bytes_max, impl_->options.runs));
  } else {
    scan.store = NACRE_TRY(index::open_store({.path = ":memory:", .read_only = false}));
  }
  RecallAnswer answer = NACRE_TRY(impl_->answer(request, *scan.store));
  if (answer.denied) return answer;
  answer.degraded = std::string(degraded);
  std::string reasons(reason);
  if (!scan.complete) {
    answer.complete = false;
    reasons += reasons.empty() ? "" : "; ";
    reasons += "only the newest files were read";
  }
  if (!answer.reason.empty() && !reasons.empty()) reasons += "; ";
  answer.reason = reasons + answer.reason;
  return answer;
}

}  // namespace nacre::recall
