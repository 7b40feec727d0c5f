#include <algorithm>
#include <array>

#include "text/date_cursor.h"
#include "text/date_match.h"

namespace nacre::text {
namespace {

constexpr std::array<Related, 9> kEnglish = {{{"before", Relation::Before},
                                              {"prior to", Relation::Before},
                                              {"until", Relation::Until},
                                              {"till", Relation::Until},
                                              {"up to", Relation::Until},
                                              {"by", Relation::Until},
                                              {"ever since", Relation::Since},
                                              {"since", Relation::Since},
                                              {"after", Relation::After}}};
// Longer words first.
constexpr std::array<Related, 5> kChineseFront = {{{"自从", Relation::Since},
                                                   {"自", Relation::Since},
                                                   {"截至", Relation::Until},
                                                   {"截止", Relation::Until},
                                                   {"直到", Relation::Until}}};
constexpr std::array<Related, 5> kChineseBack = {{{"之前", Relation::Before},
                                                  {"以前", Relation::Before},
                                                  {"之后", Relation::After},
                                                  {"以后", Relation::After},
                                                  {"以来", Relation::Since}}};
// One character that more often starts another word; `not_before` lists how those go on.
struct Short {
  std::string_view word;
  Relation relation;
  std::u32string_view not_before;
};
constexpr std::array<Short, 3> kChineseShort = {
    {{"前", Relation::Before,
      U"端台往后面任夕途方景进辈缀提言锋天年几沿线排者半列科驱段头部十一二两三四五六七八九"},
     {"后", Relation::After, U"端台面来悔天果续勤方代年半期备门者几院"},
     {"起", Relation::Since, U"床来飞诉草码身火名因价步初点始源诺重风哄伏居作"}}};

constexpr std::array<std::string_view, 12> kJoiners = {
    "until", "through", "thru", "till", "to", "..", "-", "–", "~", "直到", "到", "至"};

struct Date {
  std::size_t at = 0;
  DateMatch match;
  bool introduced = true;  // By a word such as "from".
};

std::optional<DateMatch> match_certain(DateQuery query, std::size_t at) {
  query.month_at = at;
  return match_date(query, at);
}

// "before 2025", "between 2020 and 2023", not "after 2000 requests".
std::optional<DateMatch> match_bare_year(const DateQuery& query, std::size_t at) {
  std::size_t end = at;
  const std::optional<int> year = read_digits(query.folded, end, 4);
  if (!year || end - at != 4 || !is_plausible_year(*year)) return std::nullopt;
  const Cursor behind(query.folded, end);
  if (behind.number_goes_on() || !behind.closes()) return std::nullopt;
  return DateMatch{end, year_range(*year), false};
}

// The date behind a relation word. An abbreviated month must stand by itself:
// "since Jan left". So must a date with an article: "after the May 20 meeting".
std::optional<Date> read_date(const DateQuery& query, Cursor& cursor, bool in_range) {
  Cursor ahead = cursor;
  const bool article = ahead.eat("the");
  const std::size_t at = ahead.behind_blanks().at();
  const auto take = [&](const std::optional<DateMatch>& match, bool sure) -> std::optional<Date> {
    if (!match) return std::nullopt;
    const Cursor end(query.folded, match->end);
    if (end.possessive() || (!sure && !end.closes())) return std::nullopt;
    cursor = end;
    return Date{at, *match};
  };
  const bool sure = in_range || !article;
  if (const auto plain = match_date(query, at)) return take(plain, sure);
  if (const auto month = match_certain(query, at)) return take(month, in_range);
  return take(match_bare_year(query, at), sure);
}

// The same words, said on another day.
DateMatch read_again(DateQuery query, const Date& date, CivilDay today) {
  query.today = today;
  query.date = base::to_date(today);
  const std::optional<DateMatch> again = match_certain(query, date.at);
  return again && again->end == date.match.end ? *again : date.match;
}

// From the first day of `from` to the last of `to`. What names no year takes it from
// the other: "October to December 2024"; else `to` is the next one behind `from`.
std::optional<DateMatch> join(const DateQuery& query, const Date& from, const Date& to,
                              std::size_t end) {
  DateMatch a = from.match, b = to.match;
  const bool brief = a.range.last->days - a.range.first->days < 92;
  if (b.recurs == Recurs::Never) {
    if (a.recurs != Recurs::Never) a = read_again(query, from, *b.range.last);
  } else if (*b.range.last < *a.range.first || (b.recurs == Recurs::Yearly && brief)) {
    const int ahead = b.recurs == Recurs::Weekly ? 6 : 364;
    b = read_again(query, to, CivilDay{a.range.first->days + ahead});
    const DateMatch earlier = read_again(query, to, CivilDay{b.range.first->days - 1});
    if (*a.range.first <= *earlier.range.last) b = earlier;
  }
  if (*b.range.last < *a.range.first) return std::nullopt;
  return DateMatch{end, {a.range.first, b.range.last}, false};
}

DateMatch relate(Relation relation, const DayRange& range, std::size_t end) {
  switch (relation) {
    case Relation::Before:
      return {end, {std::nullopt, CivilDay{range.first->days - 1}}, false};
    case Relation::Until:
      return {end, {std::nullopt, range.last}, false};
    case Relation::Since:
      return {end, {range.first, std::nullopt}, false};
    case Relation::After:
      return {end, {CivilDay{range.last->days + 1}, std::nullopt}, false};
  }
  return {};
}

// March, Dec 20, March 2025: beside it even "may" is a month.
bool names_a_month(const DateQuery& query, const DateMatch& match) {
  const char32_t last = char_before(query.folded, match.end);
  return match.recurs == Recurs::Yearly || (!match.explicit_day && last >= '0' && last <= '9');
}

// What follows the first date of a range: "to March", "until now", 到3月, 至今.
std::optional<DateMatch> match_rest(const DateQuery& query, const Date& from) {
  static constexpr std::array<std::string_view, 7> kNow = {
      "to now", "until now", "till now", "to date", "至今", "到现在", "到目前"};
  Cursor cursor(query.folded, from.match.end);
  if (cursor.eat_one_of(kNow)) return relate(Relation::Since, from.match.range, cursor.at());
  if (!cursor.eat_one_of(kJoiners)) return std::nullopt;
  const std::optional<Date> to = read_date(query, cursor, true);
  if (!to) return std::nullopt;
  const bool doubtful = !from.introduced && (!match_date(query, from.at).has_value() ||
                                             !match_date(query, to->at).has_value());
  if (doubtful && !(names_a_month(query, from.match) && names_a_month(query, to->match))) {
    return std::nullopt;
  }
  Cursor behind = cursor;
  if (behind.eat("之间") || behind.eat("期间") || behind.eat("为止")) cursor = behind;
  return join(query, from, *to, cursor.at());
}

// A to B without a word in front. "March to May" makes months of both; "yesterday -
// may I ask" does not.
std::optional<DateMatch> match_bare_range(const DateQuery& query, std::size_t at) {
  const std::optional<DateMatch> first = match_certain(query, at);
  if (!first) return std::nullopt;
  return match_rest(query, {at, *first, false});
}

std::optional<DateMatch> match_between(const DateQuery& query, Cursor cursor) {
  const std::optional<Date> from = read_date(query, cursor, true);
  if (!from || !cursor.eat("and")) return std::nullopt;
  const std::optional<Date> to = read_date(query, cursor, true);
  if (!to) return std::nullopt;
  if (const auto joined = join(query, *from, *to, cursor.at())) return joined;
  return join(query, *to, *from, cursor.at());
}

// from A to B, from A on. "notes from March" are of March, and "notes from March on
// the harbor" too.
std::optional<DateMatch> match_from(const DateQuery& query, Cursor cursor) {
  const std::optional<Date> from = read_date(query, cursor, true);
  if (!from) return std::nullopt;
  if (const auto range = match_rest(query, *from)) return range;
  if (!cursor.eat("onwards") && !cursor.eat("onward") && !cursor.eat("forward")) {
    if (!cursor.eat("on") || !cursor.ends()) return std::nullopt;
  }
  return relate(Relation::Since, from->match.range, cursor.at());
}

// "the day before 5 March" and "a week after it" are single spans.
bool counts_a_span(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 8> kSpans = {"day",   "days",   "week", "weeks",
                                                             "month", "months", "year", "years"};
  const std::size_t last = at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
  if (last == std::string_view::npos || last + 1 == at) return false;
  std::size_t begin = last + 1;
  while (begin > 0 && is_word_char(text[begin - 1])) --begin;
  return std::find(kSpans.begin(), kSpans.end(), text.substr(begin, last + 1 - begin)) !=
         kSpans.end();
}

std::optional<DateMatch> match_english(const DateQuery& query, std::size_t at) {
  Cursor cursor(query.folded, at);
  if (cursor.eat("between")) return match_between(query, cursor);
  if (cursor.eat("from")) return match_from(query, cursor);
  const bool by = Cursor(cursor).eat("by");  // A day to come: "due by Friday".
  const std::optional<Relation> relation = cursor.eat_related(kEnglish);
  if (!relation || counts_a_span(query.folded, at)) return std::nullopt;
  const std::optional<Date> date = read_date(query, cursor, false);
  if (!date) return std::nullopt;
  if (*relation == Relation::Since) {
    if (const auto range = match_rest(query, *date)) return range;
  }
  if (by && date->match.recurs == Recurs::Weekly) {
    const DateMatch next = read_again(query, *date, CivilDay{query.today.days + 6});
    return relate(*relation, next.range, cursor.at());
  }
  return relate(*relation, date->match.range, cursor.at());
}

// A date that says which it is, so that 前, 后 and 起 may follow: 3月5日, 2025年, 周五.
bool is_real(const DateQuery& query, const DateMatch& match) {
  const char32_t last = char_before(query.folded, match.end);
  return match.recurs != Recurs::Never || one_of(last, U"月日号年份0123456789");
}

std::optional<DateMatch> match_chinese_back(const DateQuery& query, const Date& date) {
  Cursor cursor(query.folded, date.match.end);
  if (cursor.eat("和") || cursor.eat("与") || cursor.eat("跟")) {
    const std::optional<Date> to = read_date(query, cursor, true);
    if (!to || !cursor.eat("之间")) return std::nullopt;
    if (const auto joined = join(query, date, *to, cursor.at())) return joined;
    return join(query, *to, date, cursor.at());
  }
  if (const auto relation = cursor.eat_related(kChineseBack)) {
    return relate(*relation, date.match.range, cursor.at());
  }
  for (const Short& one : kChineseShort) {
    Cursor ahead = cursor;
    if (!ahead.eat(one.word) || one_of(char_at(query.folded, ahead.at()), one.not_before)) continue;
    if (one.relation != Relation::Since && !is_real(query, date.match)) continue;
    return relate(one.relation, date.match.range, ahead.at());
  }
  return std::nullopt;
}

// 自3月以来, 从昨天起, 截至3月, 到3月5日为止.
std::optional<DateMatch> match_chinese_front(const DateQuery& query, std::size_t at) {
  if (one_of(char_before(query.folded, at), U"来各独亲出源")) return std::nullopt;
  Cursor cursor(query.folded, at);
  const std::optional<Relation> relation = cursor.eat_related(kChineseFront);
  const bool from = !relation && cursor.eat("从");
  if (!relation && !from && !cursor.eat("到")) return std::nullopt;
  const std::optional<Date> date = read_date(query, cursor, true);
  if (!date) return std::nullopt;
  if (!relation && !from) {
    if (!cursor.eat("为止")) return std::nullopt;
    return relate(Relation::Until, date->match.range, cursor.at());
  }
  if (const auto range = match_rest(query, *date)) return range;
  if (const auto back = match_chinese_back(query, *date)) return back;
  if (from && !cursor.eat("开始")) return std::nullopt;
  if (relation == Relation::Until) cursor.eat("为止");
  return relate(relation.value_or(Relation::Since), date->match.range, cursor.at());
}

std::optional<DateMatch> match_one(const DateQuery& query, std::size_t at) {
  if (const auto english = match_english(query, at)) return english;
  if (const auto chinese = match_chinese_front(query, at)) return chinese;
  // The date itself comes first: A to B, X以前.
  if (const auto range = match_bare_range(query, at)) return range;
  const std::optional<DateMatch> first = match_date(query, at);
  if (!first) return std::nullopt;
  return match_chinese_back(query, {at, *first});
}

}  // namespace

std::optional<DateMatch> match_date_relation(const DateQuery& query, std::size_t at) {
  if (at >= query.folded.size() || query.folded[at] == ' ') return std::nullopt;
  const std::optional<DateMatch> one = match_one(query, at);
  if (!one || (one->range.first && one->range.last)) return one;

  // "after A and before B" is one range.
  Cursor cursor(query.folded, one->end);
  if (!cursor.eat("and")) cursor.eat("but");
  const std::size_t next = cursor.behind_blanks().at();
  const std::optional<DateMatch> two = match_one(query, next);
  if (!two || (two->range.first && two->range.last)) return one;
  if (one->range.first.has_value() == two->range.first.has_value()) return one;
  const DayRange& from = one->range.first ? one->range : two->range;
  const DayRange& to = one->range.first ? two->range : one->range;
  if (*to.last < *from.first) return one;
  return DateMatch{two->end, {from.first, to.last}, false};
}

}  // namespace nacre::text
