#include "recall/query.h"

#include <algorithm>
#include <array>
#include <utility>

#include "recall/comparable.h"
#include "recall/query_filters.h"
#include "recall/query_terms.h"
#include "text/date_phrase.h"
#include "text/fold.h"
#include "text/utf8.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kQueryBytesMax = 64 << 10;
constexpr std::size_t kPhrasesMax = 16;
constexpr std::size_t kFiltersMax = 64;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
}

// Plain and curly double quotes: opening and closing ones are not told apart.
std::size_t quote_size(std::string_view text) {
  if (text.starts_with('"')) return 1;
  return text.starts_with("\u201C") || text.starts_with("\u201D") ? 3 : 0;
}

struct Quoted {
  std::string_view text;
  std::size_t size = 0;  // With its quotes.
};

// What stands in quotes at the start of `text`; nothing without a closing one.
std::optional<Quoted> quoted(std::string_view text) {
  const std::size_t open = quote_size(text);
  if (open == 0) return std::nullopt;
  for (std::size_t i = open; i < text.size(); ++i) {
    const std::size_t close = quote_size(text.substr(i));
    if (close > 0) return Quoted{text.substr(open, i - open), i + close};
  }
  return std::nullopt;
}

std::size_t word_size(std::string_view text) {
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_space) - text.begin());
}

// Takes phrases, exclusions and filters out of a query and keeps the rest.
class Reader {
 public:
  Reader(const QueryContext& context, ParsedQuery& query) : context_(context), query_(query) {}

  Status read(std::string_view text) {
    bool at_start = true;
    while (!text.empty()) {
      std::size_t size = 0;
      const auto phrase = at_start ? quoted(text) : std::nullopt;
      if (phrase) {
        take_phrase(phrase->text);
        size = phrase->size;
      } else if (at_start && text.size() > 1 && text[0] == '-') {
        size = take_exclusion(text);
      } else if (at_start) {
        size = NACRE_TRY(take_filter(text));
      }
      at_start = size > 0 || is_space(text[0]);
      if (size == 0) {
        query_.text.push_back(text[0]);
        size = 1;
      } else {
        query_.text.push_back(' ');
      }
      text.remove_prefix(size);
    }
    return Ok{};
  }

 private:
  void take_phrase(std::string_view text) {
    Phrase phrase = make_phrase(text, *context_.tokenizer);
    if (phrase.folded.empty() || query_.phrases.size() >= kPhrasesMax) return;
    query_.rewriting.phrases.emplace_back(text);
    query_.phrases.push_back(std::move(phrase));
  }

  // "-5" is a number and "--" a dash, so only what starts like a word counts.
  std::size_t take_exclusion(std::string_view text) {
    std::string_view body = text.substr(1);
    std::size_t size = word_size(body);
    if (const auto phrase = quoted(body)) {
      body = phrase->text;
      size = phrase->size;
    } else {
      if (size == 0 || body[0] == '-' || (body[0] >= '0' && body[0] <= '9')) return 0;
      body = body.substr(0, size);
    }
    Exclusion exclusion = make_exclusion(body, *context_.tokenizer);
    if (exclusion.folded.empty() || query_.excluded.size() >= kPhrasesMax) return 0;
    query_.rewriting.excluded.emplace_back(body);
    query_.excluded.push_back(std::move(exclusion));
    return size + 1;
  }

  // The size of the filter at the start of `text`; 0 when there is none.
  Result<std::size_t> take_filter(std::string_view text) {
    const std::size_t colon = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    if (colon == std::string_view::npos || text[colon] != ':') return std::size_t{0};
    const std::string_view key = text.substr(0, colon);
    if (!is_filter_key(key) || query_.rewriting.filters.size() >= kFiltersMax) {
      return std::size_t{0};
    }
    std::string_view value = text.substr(colon + 1);
    std::size_t size = word_size(value);
    if (const auto phrase = quoted(value)) {
      value = phrase->text;
      size = phrase->size;
    } else {
      value = value.substr(0, size);
    }
    if (value.empty()) return std::size_t{0};
    NACRE_TRY(add_filter(key, value, context_.today, query_));
    return colon + 1 + size;
  }

  const QueryContext& context_;
  ParsedQuery& query_;
};

// Said from where the user stands ("yesterday", 上周三), rather than a date that
// may well be a fact in a note ("birthday on 7 May", 7月15日).
bool is_relative(std::string_view phrase) {
  constexpr std::array<std::string_view, 24> kMarks = {
      "ago",   "last",   "past",     "this", "next", "today", "yester", "tomorrow",
      "night", "recent", "previous", "前",   "上",   "本",    "这",     "這",
      "下",    "最近",   "去",       "今",   "昨",   "明",    "近",     "过去",
  };
  const std::string folded = text::fold_text(phrase);
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return folded.find(mark) != std::string::npos; });
}

// What is left of the question without its date phrases. The words of a written
// out date stay in `query.text`: notes have dates as facts, too.
std::string take_dates(CivilDay today, ParsedQuery& query) {
  std::string rest = query.text;
  if (query.rewriting.date_filters) return rest;
  for (const text::DatePhrase& phrase : text::find_date_phrases(query.text, today)) {
    const auto size = static_cast<std::size_t>(phrase.end - phrase.begin);
    const bool relative = is_relative(std::string_view(rest).substr(phrase.begin, size));
    query.dates.push_back({.range = phrase.range, .leads = phrase.explicit_day && relative});
    rest.replace(phrase.begin, size, size, ' ');
    if (relative) query.text.replace(phrase.begin, size, size, ' ');
    if (!query.rewriting.date) query.rewriting.date = phrase.range;
  }
  return rest;
}

bool blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_space);
}

}  // namespace

Result<ParsedQuery> parse_query(const RecallRequest& request, const QueryContext& context) {
  ParsedQuery query;
  std::string_view text = request.query;
  if (text.size() > kQueryBytesMax) {
    text = text.substr(0, text::utf8::floor_boundary(text, kQueryBytesMax));
    query.truncated = true;
  }
  NACRE_TRY(add_request_filters(request, context.today, query));
  NACRE_TRY(Reader(context, query).read(text));
  if (blank(text::fold_text(text)) && !any_filter(query.filters)) {
    return Error{ErrorCode::InvalidArgument, "empty query"}.with_hint(
        "say what to look for, or filter: nacre recall date:yesterday");
  }

  query.as_said = comparable(query.text);
  std::string rest = query.text;
  if (!context.dates_are_words) rest = take_dates(context.today, query);
  const bool narrowed =
      any_filter(query.filters) || !query.dates.empty() || !query.excluded.empty();
  bool only_dates = false;
  if (rest != query.text) {
    ParsedQuery without_dates = query;
    without_dates.text = std::move(rest);
    add_terms(context, narrowed, without_dates);
    only_dates = without_dates.terms.empty();
    if (only_dates) query = std::move(without_dates);
  }
  if (!only_dates) add_terms(context, narrowed, query);
  query.only_filters = query.terms.empty() && query.phrases.empty() && narrowed;
  return query;
}

}  // namespace nacre::recall
