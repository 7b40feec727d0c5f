#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "nacre/types.h"

namespace nacre::text {

// A date phrase in a query: where it stands and which days it means.
struct DatePhrase {
  std::uint32_t begin = 0, end = 0;  // Bytes in the query.
  DayRange range;                    // Absolute, inclusive; with a relation maybe open at one end.
  bool explicit_day = false;         // One certain day ("yesterday", 2026-03-01, 昨天).
};

// English and Chinese: today, yesterday, 3 days ago, last week, last Wednesday,
// this month, in March, March 2025, May 7, 2023, 2026-03-01, 2026-03, Q1 2026,
// last year; 今天 昨天 前天 大前天 3天前 三天前 上周 上周三 这周 本月 上个月 去年三月
// 3月 3月5日 2025年3月 2024年 今年 最近三天. Weeks start on Monday. A month or day without a year
// is the latest one not after `today`. "recently", "lately", 最近 and 近来 are the last 14 days.
//
// A relation belongs to the phrase: before, until, by, since, after X; from X on; between
// A and B; from A to B; A to B, A–B, A..B; X之前 X以前 X前 X之后 X以后 X后 X以来 X起 自X 截至X
// 从A到B A到B A至B A和B之间. "before" and "after" leave X out, the others take it in. An end
// without a year is the next one behind the start. "may" alone and "march" as a verb are no dates,
// "before you go" and "from Paris to Rome" no relations.
std::vector<DatePhrase> find_date_phrases(std::string_view query, CivilDay today);

// The value of a date filter: YYYY, YYYY-MM, YYYY-MM-DD, A..B (either end may
// be missing), or one phrase of the above. nullopt when it is none of these.
std::optional<DayRange> parse_date_filter(std::string_view text, CivilDay today);

}  // namespace nacre::text
