#include <array>
#include <utility>

#include "text/date_match.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

struct Named {
  std::string_view text;
  int value;
};

// Longer names first.
constexpr std::array<Named, 17> kDays = {{{"大前天", -3},
                                          {"大后天", 3},
                                          {"前天", -2},
                                          {"昨天", -1},
                                          {"昨日", -1},
                                          {"昨晚", -1},
                                          {"昨夜", -1},
                                          {"今天", 0},
                                          {"今日", 0},
                                          {"今晚", 0},
                                          {"今早", 0},
                                          {"今晨", 0},
                                          {"明天", 1},
                                          {"明日", 1},
                                          {"明早", 1},
                                          {"明晚", 1},
                                          {"后天", 2}}};
constexpr std::array<Named, 5> kYears = {
    {{"今年", 0}, {"去年", -1}, {"前年", -2}, {"明年", 1}, {"后年", 2}}};
constexpr std::array<Named, 7> kWeekdays = {
    {{"一", 0}, {"二", 1}, {"三", 2}, {"四", 3}, {"五", 4}, {"六", 5}, {"日", 6}}};
constexpr std::array<Named, 13> kNumerals = {{{"〇", 0},
                                              {"零", 0},
                                              {"一", 1},
                                              {"二", 2},
                                              {"两", 2},
                                              {"三", 3},
                                              {"四", 4},
                                              {"五", 5},
                                              {"六", 6},
                                              {"七", 7},
                                              {"八", 8},
                                              {"九", 9},
                                              {"十", 10}}};
constexpr int kWeekend = 7;

// Reads from left to right; every `eat` moves on only when it succeeds.
class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  std::size_t at() const { return at_; }

  bool sees(std::string_view word) const { return text_.substr(at_, word.size()) == word; }
  bool eat(std::string_view word) {
    if (!sees(word)) return false;
    at_ += word.size();
    return true;
  }
  template <std::size_t N>
  bool eat_one_of(const std::array<std::string_view, N>& words) {
    for (const std::string_view word : words) {
      if (eat(word)) return true;
    }
    return false;
  }
  template <std::size_t N>
  std::optional<int> eat_named(const std::array<Named, N>& names) {
    for (const Named& name : names) {
      if (eat(name.text)) return name.value;
    }
    return std::nullopt;
  }

  // 3, 12, 三, 十二, 二十一, 两.
  std::optional<int> eat_number(std::size_t digits_max = 3) {
    std::size_t after = at_;
    if (const std::optional<int> digits = read_digits(text_, after, digits_max)) {
      at_ = after;
      return digits;
    }
    const std::size_t begin = at_;
    const std::optional<int> first = eat_named(kNumerals);
    if (!first || *first == 0) return back(begin);
    if (*first == 10) return 10 + eat_unit();
    if (!eat("十")) return *first;
    return *first * 10 + eat_unit();
  }

  // 2025, 二〇二五.
  std::optional<int> eat_year() {
    const std::size_t begin = at_;
    std::size_t after = at_;
    std::optional<int> year = read_digits(text_, after, 4);
    if (year && after - begin == 4) {
      at_ = after;
    } else {
      year = 0;
      for (int i = 0; i < 4; ++i) {
        const std::optional<int> digit = eat_named(kNumerals);
        if (!digit || *digit > 9) return back(begin);
        year = *year * 10 + *digit;
      }
    }
    if (!is_plausible_year(*year) || !eat("年")) return back(begin);
    return year;
  }

  std::optional<int> back(std::size_t begin) {
    at_ = begin;
    return std::nullopt;
  }

 private:
  int eat_unit() {
    const std::size_t begin = at_;
    const std::optional<int> unit = eat_named(kNumerals);
    if (unit && *unit > 0 && *unit < 10) return *unit;
    at_ = begin;
    return 0;
  }

  std::string_view text_;
  std::size_t at_;
};

char32_t before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  std::size_t begin = utf8::floor_boundary(text, at - 1);
  return utf8::next(text, begin);
}

// "目前天气", "以后天天": the word is not the one we read.
bool is_cut_from_longer(std::string_view text, std::size_t at) {
  const Reader reader(text, at);
  if (!reader.sees("前") && !reader.sees("后")) return false;
  static constexpr std::u32string_view kFront = U"目以之从先提然最今往此";
  return kFront.find(before(text, at)) != std::u32string_view::npos;
}

std::optional<int> eat_quarter(Reader& reader) {
  Reader ahead = reader;
  const bool ordinal = ahead.eat("第");
  const bool letter = !ordinal && ahead.eat("q");
  const std::optional<int> number = ahead.eat_number(1);
  if (!number || *number < 1 || *number > 4) return std::nullopt;
  if (!letter && !ahead.eat("季度")) return std::nullopt;
  reader = ahead;
  return number;
}

// What may follow a year: a month with or without a day, a quarter, a half.
std::optional<DateMatch> match_in_year(Reader reader, int year) {
  if (const auto quarter = eat_quarter(reader)) {
    return DateMatch{reader.at(), quarter_range(year, *quarter), false};
  }
  const bool first_half = reader.eat("上半年");
  if (first_half || reader.eat("下半年")) {
    const int quarter = first_half ? 1 : 3;
    return range_match(reader.at(), *quarter_range(year, quarter).first,
                       *quarter_range(year, quarter + 1).last);
  }
  const std::size_t end = reader.at();
  const std::optional<int> month = reader.eat_number(2);
  if (!month || *month < 1 || *month > 12 || !reader.eat("月")) {
    return DateMatch{end, year_range(year), false};
  }
  Reader ahead = reader;
  const std::optional<int> day = ahead.eat_number(2);
  if (day && (ahead.eat("日") || ahead.eat("号")) && base::is_valid_date(year, *month, *day)) {
    return day_match(ahead.at(), base::to_day({year, *month, *day}));
  }
  reader.eat("份");
  return DateMatch{reader.at(), month_range(year, *month), false};
}

// 3月, 三月份, 3月5日.
std::optional<DateMatch> match_month(const DateQuery& query, std::size_t at) {
  static constexpr std::u32string_view kFront = U"第每满数几.-/";
  Reader reader(query.folded, at);
  const std::optional<int> month = reader.eat_number(2);
  if (!month || *month < 1 || *month > 12 || !reader.eat("月")) return std::nullopt;
  if (kFront.find(before(query.folded, at)) != std::u32string_view::npos) return std::nullopt;
  Reader ahead = reader;
  const std::optional<int> day = ahead.eat_number(2);
  if (day && (ahead.eat("日") || ahead.eat("号"))) {
    const std::optional<CivilDay> found = latest_day(query, *month, *day);
    if (!found) return std::nullopt;
    return recurring(day_match(ahead.at(), *found), Recurs::Yearly);
  }
  reader.eat("份");
  return DateMatch{reader.at(), latest_month(query, *month), false, Recurs::Yearly};
}

enum class Span { Day, Week, Month, Year };

std::optional<Span> eat_span(Reader& reader) {
  static constexpr std::array<std::string_view, 3> kWeek = {"周", "星期", "礼拜"};
  const Reader begin = reader;
  const bool counted = reader.eat("个");
  if (reader.eat_one_of(kWeek)) return Span::Week;
  if (counted && reader.eat("月")) return Span::Month;
  if (!counted && (reader.eat("天") || reader.eat("日"))) return Span::Day;
  if (!counted && reader.eat("年")) return Span::Year;
  reader = begin;
  return std::nullopt;
}

// 3天前, 两周前, 三个月之前, 一年以前.
std::optional<DateMatch> match_ago(const DateQuery& query, std::size_t at) {
  Reader reader(query.folded, at);
  const std::optional<int> number = reader.eat_number();
  if (!number) return std::nullopt;
  const std::optional<Span> span = eat_span(reader);
  if (!span || !(reader.eat("前") || reader.eat("之前") || reader.eat("以前"))) return std::nullopt;
  const std::size_t end = reader.at();
  switch (*span) {
    case Span::Day:
      return day_match(end, CivilDay{query.today.days - *number});
    case Span::Week:
      return DateMatch{end, week_range(query.today, *number), false};
    case Span::Month:
      return DateMatch{end, months_ago_range(query.date, *number), false};
    case Span::Year:
      return DateMatch{end, year_range(query.date.year - *number), false};
  }
  return std::nullopt;
}

// 最近三天, 过去一周, 近两个月, 前几天, 这几天.
std::optional<DateMatch> match_recent(const DateQuery& query, std::size_t at) {
  static constexpr std::array<std::string_view, 6> kFront = {"最近这", "最近", "过去",
                                                             "近",     "前",   "这"};
  if (is_cut_from_longer(query.folded, at)) return std::nullopt;
  Reader reader(query.folded, at);
  const bool before_today = reader.sees("前");
  if (!reader.eat_one_of(kFront)) return std::nullopt;
  const bool some = reader.eat("几");
  const std::optional<int> number = some ? 7 : reader.eat_number();
  if (!number) return std::nullopt;
  const std::optional<Span> span = eat_span(reader);
  if (!span || (some && *span != Span::Day)) return std::nullopt;
  const int days_each = *span == Span::Day     ? 1
                        : *span == Span::Week  ? 7
                        : *span == Span::Month ? 31
                                               : 366;
  DayRange range = last_days(query.today, *number * days_each);
  if (before_today) range.last = CivilDay{query.today.days - 1};
  return DateMatch{reader.at(), range, false};
}

// 最近, 近来 by themselves. "最近一次" is as long ago as it is, 最近邻 is near, and so
// is 附近来.
std::optional<DateMatch> match_recently(const DateQuery& query, std::size_t at) {
  static constexpr std::array<std::string_view, 2> kWords = {"最近", "近来"};
  static constexpr std::u32string_view kFront = U"附将接靠临";
  Reader reader(query.folded, at);
  if (!reader.eat_one_of(kWords)) return std::nullopt;
  if (kFront.find(before(query.folded, at)) != std::u32string_view::npos) return std::nullopt;
  Reader ahead = reader;
  const bool counts = ahead.eat("几") || ahead.eat("那") || ahead.eat_number().has_value();
  if (counts || reader.sees("邻")) return std::nullopt;
  return DateMatch{reader.at(), last_days(query.today, kRecentDays), false};
}

// 上周, 上上个星期三, 这周末, 本月, 上个月, 上个季度.
std::optional<DateMatch> match_neighbour(const DateQuery& query, std::size_t at) {
  static constexpr std::array<Named, 6> kFront = {
      {{"上上", 2}, {"上", 1}, {"这", 0}, {"本", 0}, {"下下", -2}, {"下", -1}}};
  static constexpr std::array<std::string_view, 3> kWeek = {"周", "星期", "礼拜"};
  Reader reader(query.folded, at);
  const std::optional<int> ago = reader.eat_named(kFront);
  if (!ago) return std::nullopt;
  const bool counted = reader.eat("个");
  if (reader.eat_one_of(kWeek)) {
    const DayRange week = week_range(query.today, *ago);
    if (reader.eat("末")) {
      return range_match(reader.at(), CivilDay{week.first->days + 5}, *week.last);
    }
    std::optional<int> weekday = reader.eat_named(kWeekdays);
    if (!weekday && reader.eat("天")) weekday = 6;
    if (weekday) return day_match(reader.at(), CivilDay{week.first->days + *weekday});
    return DateMatch{reader.at(), week, false};
  }
  if (reader.eat("季度")) {
    const int index = query.date.year * 4 + (query.date.month - 1) / 3 - *ago;
    return DateMatch{reader.at(), quarter_range(index / 4, index % 4 + 1), false};
  }
  if (!reader.eat("月")) return std::nullopt;
  if (!counted && (reader.sees("球") || reader.sees("亮") || reader.sees("饼"))) {
    return std::nullopt;
  }
  return DateMatch{reader.at(), months_ago_range(query.date, *ago), false};
}

// 周三, 星期天, 礼拜三, 周末: the latest one.
std::optional<DateMatch> match_weekday(const DateQuery& query, std::size_t at) {
  static constexpr std::array<std::string_view, 3> kWeek = {"周", "星期", "礼拜"};
  static constexpr std::u32string_view kFront = U"每一二两三四五六七八九十几个整半";
  const char32_t front = before(query.folded, at);
  if (kFront.find(front) != std::u32string_view::npos || (front >= '0' && front <= '9')) {
    return std::nullopt;
  }
  Reader reader(query.folded, at);
  const bool short_form = reader.sees("周");
  if (!reader.eat_one_of(kWeek)) return std::nullopt;
  std::optional<int> weekday = reader.eat_named(kWeekdays);
  if (!weekday && !short_form && reader.eat("天")) weekday = 6;
  if (!weekday && reader.eat("末")) weekday = kWeekend;
  if (!weekday) return std::nullopt;
  if (*weekday == kWeekend) {
    const CivilDay saturday = latest_weekday(query.today, 5);
    return recurring(range_match(reader.at(), saturday, CivilDay{saturday.days + 1}),
                     Recurs::Weekly);
  }
  return recurring(day_match(reader.at(), latest_weekday(query.today, *weekday)), Recurs::Weekly);
}

}  // namespace

std::optional<DateMatch> match_chinese_date(const DateQuery& query, std::size_t at) {
  if (const auto ago = match_ago(query, at)) return ago;
  if (const auto recent = match_recent(query, at)) return recent;
  if (const auto recently = match_recently(query, at)) return recently;
  Reader reader(query.folded, at);
  if (!is_cut_from_longer(query.folded, at)) {
    const auto days = reader.eat_named(kDays);
    if (days && !reader.sees("性")) {  // 后天性: acquired.
      return day_match(reader.at(), CivilDay{query.today.days + *days});
    }
    if (const auto years = reader.eat_named(kYears)) {
      return match_in_year(reader, query.date.year + *years);
    }
  }
  if (const auto year = reader.eat_year()) return match_in_year(reader, *year);
  if (const auto neighbour = match_neighbour(query, at)) return neighbour;
  if (const auto weekday = match_weekday(query, at)) return weekday;
  if (const auto month = match_month(query, at)) return month;
  if (reader.sees("第")) {
    if (const auto quarter = eat_quarter(reader)) {
      return DateMatch{reader.at(), latest_quarter(query, *quarter), false, Recurs::Yearly};
    }
  }
  const bool second_half = reader.sees("下半年");
  if (reader.sees("上半年") || second_half) {
    const int ahead = second_half && query.date.month < 7 ? 1 : 0;
    return match_in_year(reader, query.date.year - ahead);
  }
  return std::nullopt;
}

}  // namespace nacre::text
