#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/calendar.h"  // IWYU pragma: export
#include "base/result.h"
#include "nacre/types.h"

namespace nacre::base {

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

// The real clock in `zone` (IANA name, "GMT+8", "" for the host's zone).
// NACRE_NOW, an RFC 3339 instant, freezes `now()`. InvalidArgument for an unknown
// zone or a malformed NACRE_NOW; a host whose zone is unknown counts as UTC, with
// a warning in the log.
Result<std::unique_ptr<Clock>> make_clock(std::string_view zone);

// What is wrong with the zone that the host names; empty when it is known.
std::string host_zone_problem();
// Of the libraries: "72.1", and of the rules of zones: "2024a".
std::string icu_version();
std::string zone_rules_version();

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
