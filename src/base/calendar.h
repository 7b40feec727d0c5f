#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "nacre/types.h"

namespace nacre::base {

struct CivilDate {
  int year = 1970, month = 1, day = 1;  // month and day from 1.
  bool operator==(const CivilDate&) const = default;
};

// A moment as the user's wall shows it.
struct LocalTime {
  CivilDate date;
  int hour = 0, minute = 0, second = 0;
  int utc_offset_seconds = 0;
};

// The instants that have a four-digit year, in any zone. Whatever lies outside
// is taken for the nearer end wherever an instant becomes a date.
inline constexpr UnixMillis kInstantMin{-62'135'510'400'000};  // 0001-01-02T00:00:00Z
inline constexpr UnixMillis kInstantMax{253'402'214'400'000};  // 9999-12-31T00:00:00Z

// Calendar arithmetic without zones (Hinnant's days_from_civil). `month` must
// lie in 1..12; `day` may lie outside its month and then counts on from it.
CivilDay to_day(const CivilDate& date);
CivilDate to_date(CivilDay day);
bool is_valid_date(int year, int month, int day);  // Years 1..9999.
int days_in_month(int year, int month);
int weekday(CivilDay day);  // 0 Monday .. 6 Sunday (ISO).

std::string format_day(CivilDay day);                      // "2026-02-09"
std::optional<CivilDay> parse_day(std::string_view text);  // exactly YYYY-MM-DD, a real day

// What a wall shows that is `utc_offset_seconds` ahead of UTC.
LocalTime local_time(UnixMillis at, int utc_offset_seconds);

std::string format_offset(int utc_offset_seconds);  // "+08:00"; whole minutes, towards zero.
// RFC 3339 with `T` and Z or offset; also a bare day (midnight UTC). Fractions
// beyond milliseconds are cut; a leap second is the second that follows it.
std::optional<UnixMillis> parse_instant(std::string_view text);
// RFC 3339 to the second; offset 0 is "Z".
std::string format_instant(UnixMillis at, int utc_offset_seconds);

}  // namespace nacre::base
