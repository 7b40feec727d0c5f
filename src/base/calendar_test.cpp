#include "base/calendar.h"

#include <gtest/gtest.h>
#include <time.h>

#include <limits>
#include <random>

namespace nacre::base {
namespace {

constexpr int kHour = 3600;

TEST(Calendar, CountsDaysFromTheEpoch) {
  EXPECT_EQ(to_day({1970, 1, 1}).days, 0);
  EXPECT_EQ(to_day({1969, 12, 31}).days, -1);
  EXPECT_EQ(to_day({2000, 3, 1}).days, 11'017);
  EXPECT_EQ(to_day({2026, 2, 9}).days, 20'493);
  EXPECT_EQ(to_date(CivilDay{20'493}), (CivilDate{2026, 2, 9}));
}

TEST(Calendar, WalksEveryDayOfTenThousandYearsInOrder) {
  CivilDate expected{1, 1, 1};
  for (std::int32_t days = to_day(expected).days; expected.year <= 9999; ++days) {
    ASSERT_EQ(to_date(CivilDay{days}), expected) << days;
    ASSERT_EQ(to_day(expected).days, days);
    if (++expected.day <= days_in_month(expected.year, expected.month)) continue;
    expected.day = 1;
    if (++expected.month <= 12) continue;
    expected.month = 1;
    ++expected.year;
  }
}

TEST(Calendar, SurvivesTheEndsOfTheirRange) {
  for (const std::int32_t days :
       {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()}) {
    EXPECT_FALSE(format_day(CivilDay{days}).empty());
    EXPECT_GE(weekday(CivilDay{days}), 0);
  }
}

TEST(Calendar, ADayBeyondItsMonthCountsOn) {
  EXPECT_EQ(to_day({2026, 2, 30}), to_day({2026, 3, 2}));
  EXPECT_EQ(to_day({2026, 3, 0}), to_day({2026, 2, 28}));
}

TEST(Calendar, KnowsLeapYears) {
  EXPECT_EQ(days_in_month(2024, 2), 29);
  EXPECT_EQ(days_in_month(2026, 2), 28);
  EXPECT_EQ(days_in_month(2000, 2), 29);
  EXPECT_EQ(days_in_month(1900, 2), 28);
  EXPECT_EQ(days_in_month(2026, 12), 31);
}

TEST(Calendar, WeeksStartOnMonday) {
  EXPECT_EQ(weekday(to_day({1970, 1, 1})), 3);
  EXPECT_EQ(weekday(to_day({2026, 2, 9})), 0);
  EXPECT_EQ(weekday(to_day({2026, 2, 15})), 6);
  EXPECT_EQ(weekday(to_day({1969, 12, 28})), 6);
}

TEST(Calendar, RefusesDatesThatDoNotExist) {
  EXPECT_TRUE(is_valid_date(2024, 2, 29));
  EXPECT_FALSE(is_valid_date(2026, 2, 29));
  EXPECT_FALSE(is_valid_date(2026, 4, 31));
  EXPECT_FALSE(is_valid_date(2026, 13, 1));
  EXPECT_FALSE(is_valid_date(2026, 0, 1));
  EXPECT_FALSE(is_valid_date(2026, 1, 0));
  EXPECT_FALSE(is_valid_date(0, 1, 1));
  EXPECT_FALSE(is_valid_date(10'000, 1, 1));
}

TEST(Calendar, ParsesExactlyWhatItFormats) {
  EXPECT_EQ(format_day(to_day({2026, 2, 9})), "2026-02-09");
  EXPECT_EQ(format_day(to_day({33, 4, 3})), "0033-04-03");
  EXPECT_EQ(parse_day("2026-02-09"), to_day({2026, 2, 9}));
  for (const char* text : {"", "2026-02-9", "2026-02-30", "2026-2-09", "2026/02/09", "2026-02-09 ",
                           " 2026-02-09", "2026-02-0x", "20260209", "-026-02-09", "2026-99-99"}) {
    EXPECT_EQ(parse_day(text), std::nullopt) << text;
  }
}

TEST(Calendar, ParsesInstants) {
  const UnixMillis at{1'770'633'000'000};  // 2026-02-09T10:30:00Z
  EXPECT_EQ(parse_instant("2026-02-09T10:30:00Z"), at);
  EXPECT_EQ(parse_instant("2026-02-09t10:30:00z"), at);
  EXPECT_EQ(parse_instant("2026-02-09T18:30:00+08:00"), at);
  EXPECT_EQ(parse_instant("2026-02-09T05:00:00-05:30"), at);
  EXPECT_EQ(parse_instant("2026-02-09T10:30:00-00:00"), at);
  EXPECT_EQ(parse_instant("2026-02-09T10:30:00.25Z"), UnixMillis{at.value + 250});
  EXPECT_EQ(parse_instant("2026-02-09T10:30:00.123999Z"), UnixMillis{at.value + 123});
  EXPECT_EQ(parse_instant("2026-02-09"), UnixMillis{1'770'595'200'000});
  EXPECT_EQ(parse_instant("2016-12-31T23:59:60Z"), parse_instant("2017-01-01T00:00:00Z"));
  EXPECT_EQ(parse_instant("1969-12-31T23:59:59.999Z"), UnixMillis{-1});
}

TEST(Calendar, RefusesInstantsThatDoNotExist) {
  for (const char* text :
       {"", "2026-02-30T10:30:00Z", "2026-02-09T24:00:00Z", "2026-02-09T10:60:00Z",
        "2026-02-09T10:30:61Z", "2026-02-09T10:30:00", "2026-02-09T10:30Z", "2026-02-09 10:30:00Z",
        "2026-02-09T10:30:00+8:00", "2026-02-09T10:30:00+0800", "2026-02-09T10:30:00+24:00",
        "2026-02-09T10:30:00+08:60", "2026-02-09T10:30:00.Z", "2026-02-09T10:30:00Zz",
        "2026-02-09T", "T10:30:00Z"}) {
    EXPECT_EQ(parse_instant(text), std::nullopt) << text;
  }
}

TEST(Calendar, FormatsInstantsWithTheirOffset) {
  const UnixMillis at{1'770'633'000'999};
  EXPECT_EQ(format_instant(at, 0), "2026-02-09T10:30:00Z");
  EXPECT_EQ(format_instant(at, 8 * kHour), "2026-02-09T18:30:00+08:00");
  EXPECT_EQ(format_instant(at, -11 * kHour), "2026-02-08T23:30:00-11:00");
  // Shanghai's offset before 1901 has seconds, which cannot be written.
  EXPECT_EQ(format_instant(at, 8 * kHour + 5 * 60 + 43), "2026-02-09T18:35:00+08:05");
  EXPECT_EQ(format_offset(8 * kHour), "+08:00");
  EXPECT_EQ(format_offset(-3 * kHour - 1800), "-03:30");
  EXPECT_EQ(format_offset(0), "+00:00");
}

TEST(Calendar, TakesInstantsOfNoFourDigitYearForTheNearest) {
  EXPECT_EQ(format_instant(kInstantMin, 0), "0001-01-02T00:00:00Z");
  EXPECT_EQ(format_instant(kInstantMax, 0), "9999-12-31T00:00:00Z");
  const UnixMillis first{std::numeric_limits<std::int64_t>::min()};
  const UnixMillis last{std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(format_instant(first, -18 * kHour), "0001-01-01T06:00:00-18:00");
  EXPECT_EQ(format_instant(last, 18 * kHour), "9999-12-31T18:00:00+18:00");
}

TEST(CalendarProperty, InstantsSurviveFormattingInAnyOffset) {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::int64_t seconds =
        static_cast<std::int64_t>(random() % 400'000'000'000) - 62'000'000'000;
    if (seconds * 1000 > kInstantMax.value) continue;
    const int offset = (static_cast<int>(random() % 2879) - 1439) * 60;
    const UnixMillis at{seconds * 1000};
    ASSERT_EQ(parse_instant(format_instant(at, offset)), at) << format_instant(at, offset);
  }
}

TEST(CalendarProperty, AgreesWithTheSystemsCalendar) {
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto seconds = static_cast<time_t>(random() % 200'000'000'000) - 50'000'000'000;
    tm expected{};
    ::gmtime_r(&seconds, &expected);
    const LocalTime actual = local_time(UnixMillis{seconds * 1000 + 7}, 0);
    ASSERT_EQ(actual.date.year, expected.tm_year + 1900);
    ASSERT_EQ(actual.date.month, expected.tm_mon + 1);
    ASSERT_EQ(actual.date.day, expected.tm_mday);
    ASSERT_EQ(actual.hour, expected.tm_hour);
    ASSERT_EQ(actual.minute, expected.tm_min);
    ASSERT_EQ(actual.second, expected.tm_sec);
    ASSERT_EQ(weekday(to_day(actual.date)), (expected.tm_wday + 6) % 7);
  }
}

}  // namespace
}  // namespace nacre::base
