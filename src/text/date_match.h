#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "nacre/types.h"

// The parts of find_date_phrases. Internal to this room.
namespace nacre::text {

// How a date comes again that names no year or week: "Friday", "3月".
enum class Recurs : unsigned char { Never, Weekly, Yearly };

struct DateMatch {
  std::size_t end = 0;  // Behind the phrase, in the folded query.
  DayRange range;
  bool explicit_day = false;
  Recurs recurs = Recurs::Never;
};

// A query while phrases are looked for in it.
struct DateQuery {
  std::string_view folded;
  CivilDay today;
  base::CivilDate date;  // Of today.
  // Whether the original has a capital letter at this folded offset.
  bool (*capital_at)(const void* context, std::size_t offset) = nullptr;
  const void* context = nullptr;
  // Where the name of a month is one for certain, even "may" or "mar".
  std::size_t month_at = std::string_view::npos;

  bool capital(std::size_t offset) const {
    return capital_at != nullptr && capital_at(context, offset);
  }
};

DateMatch day_match(std::size_t end, CivilDay day);
DateMatch range_match(std::size_t end, CivilDay first, CivilDay last);
DateMatch recurring(DateMatch match, Recurs recurs);

// Relative to today, `ago` units back (negative: ahead).
DayRange week_range(CivilDay today, int ago);
DayRange month_range(int year, int month);
DayRange months_ago_range(const base::CivilDate& today, int ago);
DayRange quarter_range(int year, int quarter);
DayRange year_range(int year);
DayRange last_days(CivilDay today, int days);  // With today: "the last three days".

// The latest one that does not start after today.
std::optional<CivilDay> latest_day(const DateQuery& query, int month, int day);
DayRange latest_month(const DateQuery& query, int month);
DayRange latest_quarter(const DateQuery& query, int quarter);
CivilDay latest_weekday(CivilDay today, int weekday);  // 0 Monday.

// What "recently" and 最近 by themselves mean.
inline constexpr int kRecentDays = 14;

bool is_plausible_year(int year);

// Digits at `at`, at most `digits_max`; moves `at` behind them. A longer run gives nullopt.
std::optional<int> read_digits(std::string_view text, std::size_t& at, std::size_t digits_max);

// Each looks for one phrase that starts at `at`, a place where a word or number starts.
std::optional<DateMatch> match_numeric_date(const DateQuery& query, std::size_t at);
std::optional<DateMatch> match_chinese_date(const DateQuery& query, std::size_t at);
std::optional<DateMatch> match_english_date(const DateQuery& query, std::size_t at);

// One date in any of these ways, not ending inside a word; its range is closed.
std::optional<DateMatch> match_date(const DateQuery& query, std::size_t at);

// Dates with the words that relate them: before, since, from A to B, X以前, A到B.
// The range may be open at one end.
std::optional<DateMatch> match_date_relation(const DateQuery& query, std::size_t at);

}  // namespace nacre::text
