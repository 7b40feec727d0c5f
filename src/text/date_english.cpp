#include <algorithm>
#include <array>
#include <string>

#include "text/date_match.h"

namespace nacre::text {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::array<std::string_view, 7> kWeekdays = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
constexpr std::array<std::string_view, 13> kNumbers = {"zero", "one",    "two",   "three", "four",
                                                       "five", "six",    "seven", "eight", "nine",
                                                       "ten",  "eleven", "twelve"};

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

template <std::size_t N>
std::optional<int> index_of(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<int>(found - words.begin());
}

// Words and numbers, one after the other; spaces and a comma lie between them.
class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), begin_(at), end_(at) { scan(at); }

  std::string_view word() const { return text_.substr(begin_, end_ - begin_); }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }  // Of this word.
  bool none() const { return begin_ == end_; }

  // The next word, if only blanks and at most one comma come before it.
  Reader next() const {
    std::size_t at = end_;
    while (at < text_.size() && text_[at] == ' ') ++at;
    if (at < text_.size() && text_[at] == ',') ++at;
    while (at < text_.size() && text_[at] == ' ') ++at;
    return {text_, at};
  }

  // 7, 7th, 21st.
  std::optional<int> day(bool& ordinal) const {
    std::size_t at = begin_;
    const std::optional<int> value = read_digits(text_, at, 2);
    if (!value || *value < 1 || *value > 31) return std::nullopt;
    const std::string_view tail = text_.substr(at, end_ - at);
    ordinal = tail == "st" || tail == "nd" || tail == "rd" || tail == "th";
    return ordinal || tail.empty() ? value : std::nullopt;
  }

  std::optional<int> year() const {
    std::size_t at = begin_;
    const std::optional<int> value = read_digits(text_, at, 4);
    if (!value || end_ - begin_ != 4 || at != end_ || !is_plausible_year(*value)) {
      return std::nullopt;
    }
    return value;
  }

  // 3, three, a, "a couple of", "a few" (as 3).
  std::optional<int> count(Reader& after) const {
    std::size_t at = begin_;
    if (const auto digits = read_digits(text_, at, 3); digits && at == end_) {
      after = next();
      return digits;
    }
    if (const auto number = index_of(kNumbers, word())) {
      after = next();
      return number;
    }
    const bool article = word() == "a" || word() == "an";
    const Reader second = article ? next() : *this;
    if (second.word() == "couple") {
      after = second.next();
      if (after.word() == "of") after = after.next();
      return 2;
    }
    if (second.word() == "few") {
      after = second.next();
      return 3;
    }
    if (!article) return std::nullopt;
    after = second;
    return 1;
  }

  // "June's": a name.
  bool possessive() const { return text_.substr(end_, 2) == "'s"; }
  // Nothing but punctuation or the end comes after this word.
  bool closes() const {
    const Reader after(text_, text_.find_first_not_of(' ', end_));
    return after.none();
  }

 private:
  void scan(std::size_t at) {
    begin_ = end_ = std::min(at, text_.size());
    while (end_ < text_.size() && (is_letter(text_[end_]) || is_digit(text_[end_]))) ++end_;
  }

  std::string_view text_;
  std::size_t begin_, end_;
};

std::optional<int> month_of(std::string_view word, bool& abbreviated) {
  abbreviated = false;
  if (const auto month = index_of(kMonths, word)) return month;
  if (word.size() < 3 || word.size() > 4 || (word.size() == 4 && word != "sept")) {
    return std::nullopt;
  }
  abbreviated = true;
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (kMonths[i].substr(0, word.size()) == word) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::string_view word_before(std::string_view text, std::size_t at) {
  while (at > 0 && text[at - 1] == ' ') --at;
  std::size_t begin = at;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

// In front of a month it cannot be a verb or a modal.
bool is_time_word(std::string_view word) {
  static constexpr std::array<std::string_view, 19> kWords = {
      "in",    "during", "since", "until",      "till",    "before", "after", "by", "of", "from",
      "early", "late",   "mid",   "throughout", "through", "around", "and",   "to", "on"};
  // "to" and "and" count after another date only; "to march" is the verb.
  return word != "to" && word != "and" && index_of(kWords, word).has_value();
}

// March 2025, March 5, March 5th, 2025.
std::optional<DateMatch> match_month_first(const DateQuery& query, const Reader& name) {
  bool abbreviated = false;
  const std::optional<int> index = month_of(name.word(), abbreviated);
  if (!index || name.possessive()) return std::nullopt;
  const int month = *index + 1;
  const bool verb = name.word() == "may" || name.word() == "march";
  const bool certain = query.month_at == name.begin();
  const bool introduced = certain || is_time_word(word_before(query.folded, name.begin()));

  const Reader second = name.next();
  if (const auto year = second.year()) {
    return DateMatch{second.end(), month_range(*year, month), false};
  }
  bool ordinal = false;
  if (const auto day = second.day(ordinal)) {
    const Reader third = second.next();
    if (const auto year = third.year()) {
      if (!base::is_valid_date(*year, month, *day)) return std::nullopt;
      return day_match(third.end(), base::to_day({*year, month, *day}));
    }
    // "may 20 people join" is no date, "May 20 meeting" is.
    const bool capital = query.capital(name.begin()) && name.begin() != 0;
    const bool sure = !verb || introduced || ordinal || capital || second.closes();
    const std::optional<CivilDay> found = latest_day(query, month, *day);
    if (found && sure) return recurring(day_match(second.end(), *found), Recurs::Yearly);
  }
  if ((abbreviated && !certain) || (verb && !introduced)) return std::nullopt;
  return DateMatch{name.end(), latest_month(query, month), false, Recurs::Yearly};
}

// 7 May 2023, the 7th of May.
std::optional<DateMatch> match_day_first(const DateQuery& query, const Reader& number) {
  bool ordinal = false, abbreviated = false;
  const std::optional<int> day = number.day(ordinal);
  if (!day) return std::nullopt;
  Reader name = number.next();
  const bool of = name.word() == "of";
  if (of) name = name.next();
  const std::optional<int> index = month_of(name.word(), abbreviated);
  if (!index) return std::nullopt;
  const Reader last = name.next();
  if (const auto year = last.year()) {
    if (!base::is_valid_date(*year, *index + 1, *day)) return std::nullopt;
    return day_match(last.end(), base::to_day({*year, *index + 1, *day}));
  }
  // "the 20 may fail".
  const bool verb = name.word() == "may" || name.word() == "march";
  if (verb && !of && !ordinal && !query.capital(name.begin()) && !name.closes()) {
    return std::nullopt;
  }
  const std::optional<CivilDay> found = latest_day(query, *index + 1, *day);
  if (!found) return std::nullopt;
  return recurring(day_match(name.end(), *found), Recurs::Yearly);
}

enum class Span { Day, Week, Month, Quarter, Year };

std::optional<Span> span_of(std::string_view word) {
  if (word.size() > 2 && word.back() == 's') word.remove_suffix(1);
  static constexpr std::array<std::string_view, 5> kNames = {"day", "week", "month", "quarter",
                                                             "year"};
  const std::optional<int> index = index_of(kNames, word);
  if (!index) return std::nullopt;
  return static_cast<Span>(*index);
}

DayRange span_range(const DateQuery& query, Span span, int ago) {
  switch (span) {
    case Span::Day:
      return {CivilDay{query.today.days - ago}, CivilDay{query.today.days - ago}};
    case Span::Week:
      return week_range(query.today, ago);
    case Span::Month:
      return months_ago_range(query.date, ago);
    case Span::Quarter: {
      const int index = query.date.year * 4 + (query.date.month - 1) / 3 - ago;
      return quarter_range(index / 4, index % 4 + 1);
    }
    case Span::Year:
      return year_range(query.date.year - ago);
  }
  return {};
}

int days_of(Span span) {
  switch (span) {
    case Span::Day:
      return 1;
    case Span::Week:
      return 7;
    case Span::Month:
      return 31;
    case Span::Quarter:
      return 92;
    case Span::Year:
      return 366;
  }
  return 1;
}

// 3 days ago, a week ago, two months ago.
std::optional<DateMatch> match_ago(const DateQuery& query, const Reader& first) {
  Reader unit = first;
  const std::optional<int> count = first.count(unit);
  if (!count) return std::nullopt;
  const std::optional<Span> span = span_of(unit.word());
  const Reader ago = unit.next();
  if (!span || (ago.word() != "ago" && ago.word() != "back")) return std::nullopt;
  return DateMatch{ago.end(), span_range(query, *span, *count), *span == Span::Day};
}

std::optional<DateMatch> match_weekday_of(const DateQuery& query, const Reader& name, int ago) {
  const std::optional<int> weekday = index_of(kWeekdays, name.word());
  if (!weekday) return std::nullopt;
  // "last Friday" is the latest one before today, whichever week it was in.
  if (ago == 1)
    return day_match(name.end(), latest_weekday(CivilDay{query.today.days - 1}, *weekday));
  const DayRange week = week_range(query.today, ago);
  return day_match(name.end(), CivilDay{week.first->days + *weekday});
}

// last week, this month, next Friday, last March, the past three days.
std::optional<DateMatch> match_neighbour(const DateQuery& query, const Reader& first) {
  const std::string_view word = first.word();
  const bool last = word == "last" || word == "past" || word == "previous";
  const bool next = word == "next";
  if (!last && !next && word != "this") return std::nullopt;
  const int ago = last ? 1 : next ? -1 : 0;
  const Reader second = first.next();
  if (const auto weekday = match_weekday_of(query, second, ago)) return weekday;
  if (second.word() == "weekend") {
    const DayRange week = week_range(query.today, ago);
    return range_match(second.end(), CivilDay{week.first->days + 5}, *week.last);
  }
  if (last && second.word() == "night")
    return day_match(second.end(), CivilDay{query.today.days - 1});
  if (!last && !next) {
    const std::string_view part = second.word();
    if (part == "morning" || part == "afternoon" || part == "evening") {
      return day_match(second.end(), query.today);
    }
  }
  if (const auto span = span_of(second.word()); span && *span != Span::Day) {
    return DateMatch{second.end(), span_range(query, *span, ago), false};
  }
  bool abbreviated = false;
  if (const auto month = month_of(second.word(), abbreviated); month && !abbreviated) {
    const bool before = last ? *month + 1 >= query.date.month : false;
    const bool after = next && *month + 1 <= query.date.month;
    const int year = query.date.year - (before ? 1 : 0) + (after ? 1 : 0);
    return DateMatch{second.end(), month_range(year, *month + 1), false};
  }
  Reader unit = second;
  const std::optional<int> count = last ? second.count(unit) : std::nullopt;
  const std::optional<Span> span = count ? span_of(unit.word()) : std::nullopt;
  if (!span) return std::nullopt;
  return DateMatch{unit.end(), last_days(query.today, *count * days_of(*span)), false};
}

std::optional<DateMatch> match_named_day(const DateQuery& query, const Reader& first) {
  const std::string_view word = first.word();
  if (word == "today" || word == "tonight") return day_match(first.end(), query.today);
  if (word == "yesterday") return day_match(first.end(), CivilDay{query.today.days - 1});
  if (word == "tomorrow") return day_match(first.end(), CivilDay{query.today.days + 1});
  if (const auto weekday = index_of(kWeekdays, word)) {
    return recurring(day_match(first.end(), latest_weekday(query.today, *weekday)), Recurs::Weekly);
  }
  if (word != "day") return std::nullopt;
  const Reader second = first.next(), third = second.next();
  if (second.word() == "before" && third.word() == "yesterday") {
    return day_match(third.end(), CivilDay{query.today.days - 2});
  }
  if (second.word() == "after" && third.word() == "tomorrow") {
    return day_match(third.end(), CivilDay{query.today.days + 2});
  }
  return std::nullopt;
}

// Q1, Q1 2026, 2026 Q1.
std::optional<DateMatch> match_quarter(const DateQuery& query, const Reader& first) {
  const auto quarter_of = [](std::string_view word) {
    return word.size() == 2 && word[0] == 'q' && word[1] >= '1' && word[1] <= '4' ? word[1] - '0'
                                                                                  : 0;
  };
  const Reader second = first.next();
  if (const auto year = first.year()) {
    const int quarter = quarter_of(second.word());
    if (quarter == 0) return std::nullopt;
    return DateMatch{second.end(), quarter_range(*year, quarter), false};
  }
  const int quarter = quarter_of(first.word());
  if (quarter == 0) return std::nullopt;
  if (const auto year = second.year()) {
    return DateMatch{second.end(), quarter_range(*year, quarter), false};
  }
  return DateMatch{first.end(), latest_quarter(query, quarter), false, Recurs::Yearly};
}

// "in 2025": a bare number of four digits may be anything else.
std::optional<DateMatch> match_year(const DateQuery& query, const Reader& first) {
  static constexpr std::array<std::string_view, 5> kFront = {"in", "during", "since", "year", "of"};
  const std::optional<int> year = first.year();
  if (!year || !index_of(kFront, word_before(query.folded, first.begin()))) return std::nullopt;
  return DateMatch{first.end(), year_range(*year), false};
}

// "recently", but not "until recently".
std::optional<DateMatch> match_recently(const DateQuery& query, const Reader& first) {
  static constexpr std::array<std::string_view, 3> kNot = {"until", "till", "not"};
  if (first.word() != "recently" && first.word() != "lately") return std::nullopt;
  if (index_of(kNot, word_before(query.folded, first.begin()))) return std::nullopt;
  return DateMatch{first.end(), last_days(query.today, kRecentDays), false};
}

}  // namespace

std::optional<DateMatch> match_english_date(const DateQuery& query, std::size_t at) {
  const Reader first(query.folded, at);
  if (first.none()) return std::nullopt;
  for (const auto match : {match_ago, match_neighbour, match_named_day, match_month_first,
                           match_day_first, match_quarter, match_year, match_recently}) {
    if (const auto found = match(query, first)) return found;
  }
  return std::nullopt;
}

}  // namespace nacre::text
