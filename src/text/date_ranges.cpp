#include "text/date_match.h"

namespace nacre::text {

DateMatch day_match(std::size_t end, CivilDay day) {
  return {end, {day, day}, true};
}

DateMatch range_match(std::size_t end, CivilDay first, CivilDay last) {
  return {end, {first, last}, first == last};
}

DateMatch recurring(DateMatch match, Recurs recurs) {
  match.recurs = recurs;
  return match;
}

DayRange week_range(CivilDay today, int ago) {
  const CivilDay monday{today.days - base::weekday(today) - 7 * ago};
  return {monday, CivilDay{monday.days + 6}};
}

DayRange month_range(int year, int month) {
  return {base::to_day({year, month, 1}),
          base::to_day({year, month, base::days_in_month(year, month)})};
}

DayRange months_ago_range(const base::CivilDate& today, int ago) {
  const int months = today.year * 12 + today.month - 1 - ago;
  return month_range(months / 12, months % 12 + 1);
}

DayRange quarter_range(int year, int quarter) {
  const int last = quarter * 3;
  return {month_range(year, last - 2).first, month_range(year, last).last};
}

DayRange year_range(int year) {
  return {base::to_day({year, 1, 1}), base::to_day({year, 12, 31})};
}

DayRange last_days(CivilDay today, int days) {
  return {CivilDay{today.days - days}, today};
}

std::optional<CivilDay> latest_day(const DateQuery& query, int month, int day) {
  // 29 February may lie eight years back.
  for (int year = query.date.year; year >= query.date.year - 8; --year) {
    if (!base::is_valid_date(year, month, day)) continue;
    const CivilDay found = base::to_day({year, month, day});
    if (found <= query.today) return found;
  }
  return std::nullopt;
}

DayRange latest_month(const DateQuery& query, int month) {
  return month_range(query.date.year - (month > query.date.month ? 1 : 0), month);
}

DayRange latest_quarter(const DateQuery& query, int quarter) {
  const bool ahead = quarter * 3 - 2 > query.date.month;
  return quarter_range(query.date.year - (ahead ? 1 : 0), quarter);
}

CivilDay latest_weekday(CivilDay today, int weekday) {
  return CivilDay{today.days - (base::weekday(today) - weekday + 7) % 7};
}

bool is_plausible_year(int year) {
  return year >= 1900 && year <= 2199;
}

std::optional<int> read_digits(std::string_view text, std::size_t& at, std::size_t digits_max) {
  int value = 0;
  std::size_t end = at;
  for (; end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end) {
    if (end - at >= digits_max) return std::nullopt;
    value = value * 10 + (text[end] - '0');
  }
  if (end == at) return std::nullopt;
  at = end;
  return value;
}

// 2026-03-01, 2026/3/1, 2026-03.
std::optional<DateMatch> match_numeric_date(const DateQuery& query, std::size_t at) {
  const std::string_view text = query.folded;
  const std::size_t begin = at;
  const std::optional<int> year = read_digits(text, at, 4);
  if (!year || at - begin != 4 || !is_plausible_year(*year) || at >= text.size()) {
    return std::nullopt;
  }
  const char separator = text[at];
  if (separator != '-' && separator != '/') return std::nullopt;
  const std::optional<int> month = read_digits(text, ++at, 2);
  if (!month || *month < 1 || *month > 12) return std::nullopt;

  const auto goes_on = [&](std::size_t end) {
    if (end >= text.size()) return false;
    const char c = text[end];
    return (c >= '0' && c <= '9') || c == '-' || c == '/' || c == '_' || (c >= 'a' && c <= 'z');
  };
  if (at < text.size() && text[at] == separator) {
    std::size_t end = at + 1;
    const std::optional<int> day = read_digits(text, end, 2);
    const bool time = end < text.size() && text[end] == 't';
    if (!day || !base::is_valid_date(*year, *month, *day) || (goes_on(end) && !time)) {
      return std::nullopt;
    }
    return day_match(end, base::to_day({*year, *month, *day}));
  }
  if (goes_on(at) || separator == '/') return std::nullopt;
  return DateMatch{at, month_range(*year, *month), false};
}

}  // namespace nacre::text
