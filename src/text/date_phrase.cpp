#include "text/date_phrase.h"

#include <algorithm>

#include "text/date_match.h"
#include "text/fold.h"
#include "text/unicode_tables.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

// A query may be 100 KB; nobody writes a date beyond this.
constexpr std::size_t kQueryBytesMax = std::size_t{16} << 10;

struct Original {
  std::string_view text;
  const Folded* folded;
};

bool capital_at(const void* context, std::size_t offset) {
  const auto* original = static_cast<const Original*>(context);
  const char c = original->text[original->folded->offset[offset]];
  return c >= 'A' && c <= 'Z';
}

bool is_spaced(char32_t c) {
  const CharClass value = char_class(c);
  return value == CharClass::Letter || value == CharClass::Digit || value == CharClass::Mark;
}

// Behind the word or number at `at`: with its dots, so that nothing is read into
// the middle of "1.2.3" or "v2.2026-03".
std::size_t skip_word(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    std::size_t next = at;
    const char32_t c = utf8::next(text, next);
    const bool joiner = c == '.' || c == '-' || c == '_' || c == '/' || c == '\'';
    if (joiner) {
      if (next == text.size()) return next;
      std::size_t after = next;
      if (!is_spaced(utf8::next(text, after))) return next;
    } else if (!is_spaced(c)) {
      return at;
    }
    at = next;
  }
  return at;
}

bool ends_inside_word(std::string_view text, std::size_t end) {
  if (end == text.size()) return false;
  const auto alphanumeric = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return alphanumeric(text[end]) && alphanumeric(text[end - 1]);
}

std::optional<DateMatch> match_phrase(const DateQuery& query, std::size_t at) {
  if (const auto relation = match_date_relation(query, at)) return relation;
  return match_date(query, at);
}

DateQuery make_query(std::string_view folded, CivilDay today) {
  DateQuery query;
  query.folded = folded;
  query.today = today;
  query.date = base::to_date(today);
  return query;
}

}  // namespace

std::optional<DateMatch> match_date(const DateQuery& query, std::size_t at) {
  std::optional<DateMatch> found = match_numeric_date(query, at);
  if (!found) found = match_chinese_date(query, at);
  if (!found) found = match_english_date(query, at);
  if (found && ends_inside_word(query.folded, found->end)) return std::nullopt;
  return found;
}

std::vector<DatePhrase> find_date_phrases(std::string_view text, CivilDay today) {
  text = text.substr(0, utf8::floor_boundary(text, std::min(text.size(), kQueryBytesMax)));
  const Folded folded = fold(text);
  const Original original{text, &folded};
  DateQuery query = make_query(folded.text, today);
  query.capital_at = capital_at;
  query.context = &original;

  std::vector<DatePhrase> found;
  for (std::size_t at = 0; at < folded.text.size();) {
    if (const std::optional<DateMatch> match = match_phrase(query, at)) {
      found.push_back(
          {folded.offset[at], folded.offset[match->end], match->range, match->explicit_day});
      at = match->end;
      continue;
    }
    std::size_t next = at;
    at = is_spaced(utf8::next(folded.text, next)) ? skip_word(folded.text, at) : next;
  }
  return found;
}

namespace {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

using Match = std::optional<DateMatch> (*)(const DateQuery&, std::size_t);

std::optional<DayRange> parse_one(std::string_view text, CivilDay today, Match match_whole) {
  const std::string folded = fold_text(text);
  const DateQuery query = make_query(folded, today);
  std::size_t at = 0;
  const std::optional<int> year = read_digits(folded, at, 4);
  if (year && at == 4 && folded.size() == 4 && is_plausible_year(*year)) return year_range(*year);
  const std::optional<DateMatch> match = match_whole(query, 0);
  if (!match || match->end != folded.size()) {
    // A month by itself is meant as one here, even "may".
    const std::string in = "in " + folded;
    const std::optional<DateMatch> month = match_date(make_query(in, today), 3);
    if (!month || month->end != in.size()) return std::nullopt;
    return month->range;
  }
  return match->range;
}

}  // namespace

std::optional<DayRange> parse_date_filter(std::string_view text, CivilDay today) {
  text = trim(text);
  if (text.empty() || text.size() > 200) return std::nullopt;
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return parse_one(text, today, match_phrase);
  const std::string_view from = trim(text.substr(0, dots)), to = trim(text.substr(dots + 2));
  DayRange range;
  if (from.empty() && to.empty()) return std::nullopt;
  if (!from.empty()) {
    const std::optional<DayRange> first = parse_one(from, today, match_date);
    if (!first) return std::nullopt;
    range.first = first->first;
  }
  if (!to.empty()) {
    const std::optional<DayRange> last = parse_one(to, today, match_date);
    if (!last) return std::nullopt;
    range.last = last->last;
  }
  if (range.first && range.last && *range.last < *range.first) return std::nullopt;
  return range;
}

}  // namespace nacre::text
