#include "base/clock.h"

#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <vector>

#include "support/scoped_variable.h"

namespace nacre::base {
namespace {

using test::ScopedVariable;

UnixMillis instant(std::string_view text) {
  return parse_instant(text).value();
}

std::unique_ptr<ManualClock> clock_at(std::string_view now, std::string_view zone) {
  auto clock = ManualClock::make(instant(now), zone);
  EXPECT_TRUE(clock.ok());
  return std::move(clock).value();
}

std::string wall(const Clock& clock, std::string_view at) {
  return format_instant(instant(at), clock.local(instant(at)).utc_offset_seconds);
}

TEST(Clock, ShowsTheWallOfItsZone) {
  const auto shanghai = clock_at("2026-02-09T15:59:59Z", "Asia/Shanghai");
  EXPECT_EQ(shanghai->zone_name(), "Asia/Shanghai");
  EXPECT_EQ(format_day(shanghai->today()), "2026-02-09");
  shanghai->set(instant("2026-02-09T16:00:00Z"));
  EXPECT_EQ(format_day(shanghai->today()), "2026-02-10");

  const LocalTime local = shanghai->local(instant("2026-02-09T16:07:08Z"));
  EXPECT_EQ(local.date, (CivilDate{2026, 2, 10}));
  EXPECT_EQ(local.hour, 0);
  EXPECT_EQ(local.minute, 7);
  EXPECT_EQ(local.second, 8);
  EXPECT_EQ(local.utc_offset_seconds, 8 * 3600);
}

TEST(Clock, SkipsAnHourInSpring) {
  const auto berlin = clock_at("2026-03-29T00:00:00Z", "Europe/Berlin");
  EXPECT_EQ(wall(*berlin, "2026-03-29T00:59:59Z"), "2026-03-29T01:59:59+01:00");
  EXPECT_EQ(wall(*berlin, "2026-03-29T01:00:00Z"), "2026-03-29T03:00:00+02:00");
}

TEST(Clock, RepeatsAnHourInAutumn) {
  const auto berlin = clock_at("2026-10-25T00:00:00Z", "Europe/Berlin");
  EXPECT_EQ(wall(*berlin, "2026-10-25T00:30:00Z"), "2026-10-25T02:30:00+02:00");
  EXPECT_EQ(wall(*berlin, "2026-10-25T01:30:00Z"), "2026-10-25T02:30:00+01:00");
}

TEST(Clock, AShortDayAndALongDayAreOneDay) {
  const auto berlin = clock_at("2026-03-28T23:00:00Z", "Europe/Berlin");
  for (const auto& [first, last, day] :
       {std::tuple{"2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29"},
        std::tuple{"2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25"}}) {
    const CivilDay expected = parse_day(day).value();
    EXPECT_EQ(berlin->day_of(instant(first)), expected);
    EXPECT_EQ(berlin->day_of(instant(last)), expected);
    EXPECT_EQ(berlin->day_of(UnixMillis{instant(first).value - 1}).days, expected.days - 1);
    EXPECT_EQ(berlin->day_of(UnixMillis{instant(last).value + 1000}).days, expected.days + 1);
  }
}

TEST(Clock, ToleratesInstantsThatNoWallShows) {
  const auto shanghai = clock_at("2026-02-09", "Asia/Shanghai");
  for (const std::int64_t at :
       {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    const CivilDate date = shanghai->local(UnixMillis{at}).date;
    EXPECT_TRUE(is_valid_date(date.year, date.month, date.day)) << date.year;
  }
}

TEST(Clock, RefusesAnUnknownZoneWithASuggestion) {
  const auto clock = make_clock("Asia/Shangai");
  ASSERT_FALSE(clock.ok());
  EXPECT_EQ(clock.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(clock.error().message, "unknown time zone 'Asia/Shangai'");
  EXPECT_EQ(clock.error().hint, "did you mean 'Asia/Shanghai'?");
  EXPECT_FALSE(make_clock("Etc/Unknown").ok());
  EXPECT_FALSE(make_clock("\xff\xfe").ok());
  EXPECT_EQ(make_clock("nowhere at all").error().hint,
            "use a name such as Asia/Shanghai, or GMT+8");
}

TEST(Clock, TakesFixedOffsets) {
  EXPECT_EQ(clock_at("2026-02-09", "GMT+8")->local({}).utc_offset_seconds, 8 * 3600);
  EXPECT_EQ(clock_at("2026-02-09", "UTC")->local({}).utc_offset_seconds, 0);
  EXPECT_EQ(clock_at("2026-02-09", "Etc/UTC")->zone_name(), "UTC");
}

TEST(Clock, NacreNowFreezesNow) {
  const ScopedVariable now("NACRE_NOW", "2026-02-09T18:30:00+08:00");
  const auto clock = make_clock("UTC");
  ASSERT_TRUE(clock.ok());
  EXPECT_EQ(clock.value()->now(), instant("2026-02-09T10:30:00Z"));
}

TEST(Clock, RefusesAMalformedNacreNow) {
  const ScopedVariable now("NACRE_NOW", "yesterday");
  const auto clock = make_clock("UTC");
  ASSERT_FALSE(clock.ok());
  EXPECT_EQ(clock.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(clock.error().message, "NACRE_NOW: 'yesterday' is not an instant");
}

TEST(Clock, RefusesANacreNowAtTheEndsOfTheCalendar) {
  for (const char* text :
       {"0001-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "9999-01-01T00:00:00Z"}) {
    const ScopedVariable now("NACRE_NOW", text);
    const auto clock = make_clock("UTC");
    ASSERT_FALSE(clock.ok()) << text;
    EXPECT_EQ(clock.error().message,
              "NACRE_NOW: '" + std::string(text) + "' does not lie in the years 1900 to 9998");
  }
  for (const char* text : {"1900-01-01T00:00:00Z", "9998-12-31T23:59:59Z"}) {
    const ScopedVariable now("NACRE_NOW", text);
    EXPECT_TRUE(make_clock("UTC").ok()) << text;
  }
}

TEST(Clock, RunsWhenNacreNowIsUnsetOrEmpty) {
  for (const std::optional<std::string>& value : {std::optional<std::string>(), {""}}) {
    const ScopedVariable now("NACRE_NOW", value);
    const auto clock = make_clock("UTC");
    ASSERT_TRUE(clock.ok());
    const UnixMillis before = clock.value()->now();
    EXPECT_GT(before, instant("2026-01-01"));
    EXPECT_LE(before, clock.value()->now());
  }
}

TEST(Clock, AnEmptyZoneIsTheHosts) {
  const ScopedVariable tz("TZ", "Asia/Tokyo");
  EXPECT_EQ(make_clock("").value()->zone_name(), "Asia/Tokyo");
}

TEST(Clock, AHostWithoutAKnownZoneCountsAsUtc) {
  const ScopedVariable tz("TZ", "Nowhere/Atlantis");
  testing::internal::CaptureStderr();
  EXPECT_EQ(make_clock("").value()->zone_name(), "UTC");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("Nowhere/Atlantis"), std::string::npos);
}

TEST(Clock, AnswersSeveralThreadsAtOnce) {
  const auto berlin = clock_at("2026-03-29T00:00:00Z", "Europe/Berlin");
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&berlin] {
      for (int day = 0; day < 2000; ++day) {
        const UnixMillis at{std::int64_t{day} * 86'400'000 * 7};
        const int offset = berlin->local(at).utc_offset_seconds;
        EXPECT_TRUE(offset == 3600 || offset == 7200) << offset;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace nacre::base
