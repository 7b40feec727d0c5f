#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
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

// Calendar arithmetic without zones (Hinnant's days_from_civil).
CivilDay to_day(const CivilDate& date);
CivilDate to_date(CivilDay day);
bool is_valid_date(int year, int month, int day);
int days_in_month(int year, int month);
int weekday(CivilDay day);  // 0 Monday .. 6 Sunday (ISO).
std::string format_day(CivilDay day);                            // "2026-02-09"
std::optional<CivilDay> parse_day(std::string_view text);        // exactly YYYY-MM-DD, a real day
std::string format_offset(int utc_offset_seconds);               // "+08:00"
// RFC 3339 with `T` and Z or offset; also a bare day (midnight UTC).
std::optional<UnixMillis> parse_instant(std::string_view text);
std::string format_instant(UnixMillis at, int utc_offset_seconds);  // RFC 3339, seconds.

// The one source of "now", zones and calendar days.
//
// Threads: const members may be called from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual UnixMillis now() const = 0;
  virtual std::string zone_name() const = 0;  // IANA, "Asia/Shanghai"; "UTC".
  virtual LocalTime local(UnixMillis at) const = 0;

  CivilDay day_of(UnixMillis at) const { return to_day(local(at).date); }
  CivilDay today() const { return day_of(now()); }
};

// The real clock in `zone` (IANA name, "" for the host's zone). NACRE_NOW, an
// RFC 3339 instant, freezes `now()`. InvalidArgument for an unknown zone or a
// malformed NACRE_NOW. ICU is opened on the first call of `local` only.
Result<std::unique_ptr<Clock>> make_clock(std::string_view zone);

// For tests: `now` stands still until moved.
class ManualClock final : public Clock {
 public:
  static Result<std::unique_ptr<ManualClock>> make(UnixMillis now, std::string_view zone);
  ~ManualClock() override;
  UnixMillis now() const override { return now_; }
  std::string zone_name() const override;
  LocalTime local(UnixMillis at) const override;
  void set(UnixMillis now) { now_ = now; }

 private:
  explicit ManualClock(std::unique_ptr<Clock> zone) : zone_(std::move(zone)) {}
  UnixMillis now_;
  std::unique_ptr<Clock> zone_;
};

}  // namespace nacre::base
