#include "text/date_phrase.h"

#include "text/date_examples.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/clock.h"
#include "text/random_text.h"

namespace nacre::text {
namespace {

TEST(DatePhrase, ReadsEnglishDays) {
  check({{"what did we do yesterday?", "yesterday=2026-03-10!"},
         {"Today", "Today=2026-03-11!"},
         {"the day before yesterday", "day before yesterday=2026-03-09!"},
         {"3 days ago", "3 days ago=2026-03-08!"},
         {"three days ago", "three days ago=2026-03-08!"},
         {"a couple of days ago", "a couple of days ago=2026-03-09!"},
         {"last Wednesday", "last Wednesday=2026-03-04!"},
         {"last friday", "last friday=2026-03-06!"},
         {"on Monday", "Monday=2026-03-09!"},
         {"this Friday", "this Friday=2026-03-13!"},
         {"last night", "last night=2026-03-10!"}});
}

TEST(DatePhrase, ReadsEnglishRanges) {
  check({{"last week", "last week=2026-03-02..2026-03-08"},
         {"this week", "this week=2026-03-09..2026-03-15"},
         {"two weeks ago", "two weeks ago=2026-02-23..2026-03-01"},
         {"this month", "this month=2026-03-01..2026-03-31"},
         {"last month", "last month=2026-02-01..2026-02-28"},
         {"last year", "last year=2025-01-01..2025-12-31"},
         {"last weekend", "last weekend=2026-03-07..2026-03-08"},
         {"the past three days", "past three days=2026-03-08..2026-03-11"},
         {"Q1 2026", "Q1 2026=2026-01-01..2026-03-31"},
         {"Q4", "Q4=2025-10-01..2025-12-31"},
         {"decided in 2025", "2025=2025-01-01..2025-12-31"}});
}

TEST(DatePhrase, ReadsMonthsAndDaysOfTheCalendar) {
  check({{"in March", "March=2026-03-01..2026-03-31"},
         {"in April", "April=2025-04-01..2025-04-30"},
         {"March 2025", "March 2025=2025-03-01..2025-03-31"},
         {"May 7, 2023", "May 7, 2023=2023-05-07!"},
         {"8 May 2023", "8 May 2023=2023-05-08!"},
         {"the 8th of May", "8th of May=2025-05-08!"},
         {"Mar 5", "Mar 5=2026-03-05!"},
         {"last March", "last March=2025-03-01..2025-03-31"},
         {"in may", "may=2025-05-01..2025-05-31"},
         {"the May 20 meeting", "May 20=2025-05-20!"},
         {"Feb 29", "Feb 29=2024-02-29!"}});
}

TEST(DatePhrase, ReadsNumericDates) {
  check({{"2026-03-01", "2026-03-01=2026-03-01!"},
         {"in 2026-03", "2026-03=2026-03-01..2026-03-31"},
         {"2026/3/1.", "2026/3/1=2026-03-01!"},
         {"2026-02-30", ""},
         {"from 2026-03-01T10:00:00Z", ""}});
}

TEST(DatePhrase, ReadsChineseDays) {
  check({{"昨天的测试优化做到哪了", "昨天=2026-03-10!"},
         {"今天", "今天=2026-03-11!"},
         {"前天", "前天=2026-03-09!"},
         {"大前天", "大前天=2026-03-08!"},
         {"3天前", "3天前=2026-03-08!"},
         {"三天前", "三天前=2026-03-08!"},
         {"３天前", "３天前=2026-03-08!"},
         {"上周三", "上周三=2026-03-04!"},
         {"上週五把護照交給了簽證中心", "上週五=2026-03-06!"},
         {"后天取", "后天=2026-03-13!"},
         {"星期三", "星期三=2026-03-11!"},
         {"礼拜五", "礼拜五=2026-03-06!"},
         {"上上周日", "上上周日=2026-03-01!"},
         {"下周一", "下周一=2026-03-16!"}});
}

TEST(DatePhrase, ReadsChineseRanges) {
  check({{"上周", "上周=2026-03-02..2026-03-08"},
         {"这周", "这周=2026-03-09..2026-03-15"},
         {"上个星期", "上个星期=2026-03-02..2026-03-08"},
         {"上周末", "上周末=2026-03-07..2026-03-08"},
         {"周末", "周末=2026-03-07..2026-03-08"},
         {"本月", "本月=2026-03-01..2026-03-31"},
         {"上个月", "上个月=2026-02-01..2026-02-28"},
         {"去年三月", "去年三月=2025-03-01..2025-03-31"},
         {"2025年3月", "2025年3月=2025-03-01..2025-03-31"},
         {"2024年", "2024年=2024-01-01..2024-12-31"},
         {"二〇二四年五月", "二〇二四年五月=2024-05-01..2024-05-31"},
         {"今年", "今年=2026-01-01..2026-12-31"},
         {"最近三天", "最近三天=2026-03-08..2026-03-11"},
         {"前几天", "前几天=2026-03-04..2026-03-10"},
         {"两周前", "两周前=2026-02-23..2026-03-01"},
         {"三个月前", "三个月前=2025-12-01..2025-12-31"},
         {"2026年第一季度", "2026年第一季度=2026-01-01..2026-03-31"},
         {"去年下半年", "去年下半年=2025-07-01..2025-12-31"}});
}

TEST(DatePhrase, ReadsChineseMonthsAndDays) {
  check({{"3月", "3月=2026-03-01..2026-03-31"},
         {"四月份", "四月份=2025-04-01..2025-04-30"},
         {"3月5日", "3月5日=2026-03-05!"},
         {"十二月二十一号", "十二月二十一号=2025-12-21!"},
         {"2025年3月5日", "2025年3月5日=2025-03-05!"},
         {"去年3月5号", "去年3月5号=2025-03-05!"}});
}

TEST(DatePhrase, TakesTheLatestOneNotAfterToday) {
  const CivilDay new_year = base::to_day({2026, 1, 1});
  EXPECT_EQ(dates("yesterday", new_year), "yesterday=2025-12-31!");
  EXPECT_EQ(dates("上个月", new_year), "上个月=2025-12-01..2025-12-31");
  EXPECT_EQ(dates("12月31日", new_year), "12月31日=2025-12-31!");
  EXPECT_EQ(dates("1月1日", new_year), "1月1日=2026-01-01!");
  EXPECT_EQ(dates("1月2日", new_year), "1月2日=2025-01-02!");
  EXPECT_EQ(dates("last week", new_year), "last week=2025-12-22..2025-12-28");
  EXPECT_EQ(dates("last month", new_year), "last month=2025-12-01..2025-12-31");
}

TEST(DatePhrase, FindsSeveral) {
  EXPECT_EQ(dates("from March 2025 to 2026-03-01, or 昨天"),
            "from March 2025 to 2026-03-01=2025-03-01..2026-03-01; 昨天=2026-03-10!");
  EXPECT_EQ(dates("March 2025, 2026-03-01, or 昨天"),
            "March 2025=2025-03-01..2025-03-31; 2026-03-01=2026-03-01!; 昨天=2026-03-10!");
}

TEST(DatePhrase, IsNotSeenWhereNoneIsMeant) {
  for (const char* query : {"may I ask",
                            "it may fail",
                            "may 20 people join",
                            "we march forward",
                            "march on",
                            "wait a second",
                            "version 1.2.3",
                            "3.5 GB",
                            "release 2026.3",
                            "v2026-03",
                            "目前天气",
                            "先天后天性",
                            "每周三",
                            "一周一次",
                            "三个月",
                            "第3月",
                            "June's cake",
                            "the sun",
                            "mon ami",
                            "port 2025",
                            "10:30",
                            "day one",
                            "上月球",
                            "13月",
                            "2月30日",
                            "12345678-01-01",
                            "dec",
                            "以后天天",
                            "last but not least",
                            "next time",
                            "yesterdays2"}) {
    EXPECT_EQ(dates(query), "") << query;
  }
}

TEST(DateFilter, ReadsDaysMonthsYearsRangesAndPhrases) {
  const auto filter = [](std::string_view text) {
    const auto range = parse_date_filter(text, kToday);
    return range ? show(*range) : "none";
  };
  EXPECT_EQ(filter("2026"), "2026-01-01..2026-12-31");
  EXPECT_EQ(filter("2026-03"), "2026-03-01..2026-03-31");
  EXPECT_EQ(filter(" 2026-03-01 "), "2026-03-01");
  EXPECT_EQ(filter("2026-03..2026-04"), "2026-03-01..2026-04-30");
  EXPECT_EQ(filter("2026-03-01.."), "2026-03-01..");
  EXPECT_EQ(filter("..2026-03-01"), "..2026-03-01");
  EXPECT_EQ(filter("last week"), "2026-03-02..2026-03-08");
  EXPECT_EQ(filter("上周..昨天"), "2026-03-02..2026-03-10");
  EXPECT_EQ(filter("may"), "2025-05-01..2025-05-31");
  EXPECT_EQ(filter("before October"), "..2025-09-30");
  EXPECT_EQ(filter("since 2025"), "2025-01-01..");
  EXPECT_EQ(filter("from March 2025 to May"), "2025-03-01..2025-05-31");
  EXPECT_EQ(filter("3月以来"), "2026-03-01..");
  EXPECT_EQ(filter("recently"), "2026-02-25..2026-03-11");
  EXPECT_EQ(filter("最近"), "2026-02-25..2026-03-11");
  EXPECT_EQ(filter("since March..May"), "none");
  EXPECT_EQ(filter("after all"), "none");
  EXPECT_EQ(filter(""), "none");
  EXPECT_EQ(filter(".."), "none");
  EXPECT_EQ(filter("soon"), "none");
  EXPECT_EQ(filter("2026-13"), "none");
  EXPECT_EQ(filter("2026-04..2026-03"), "none");
  EXPECT_EQ(filter("yesterday evening"), "none");
}

TEST(DatePhraseProperty, RangesAreWholeAndPhrasesInOrder) {
  static constexpr std::string_view kParts[] = {
      "yesterday", "last ", "week", "3 ",   "days ",    "ago",     "May ",   "7, ",   "2023",
      "-03",       "-01",   "上",   "周",   "三",       "月",      "天",     "前",    "去年",
      "5",         "日",    "Q1 ",  "in ",  "最近",     "几",      "the ",   " ",     "of ",
      "年",        "星期",  "末",   "..",   "二〇二五", "before ", "since ", "from ", "to ",
      "between ",  "and ",  "之前", "以来", "从",       "到",      "和",     "之间"};
  for (std::uint64_t seed = 0; seed < 30'000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string query;
    for (std::size_t i = random() % 10; i > 0; --i) {
      query += kParts[random() % std::size(kParts)];
      if (random() % 12 == 0) query += random_text(random, 3);
    }
    std::uint32_t at = 0;
    for (const DatePhrase& phrase : find_date_phrases(query, kToday)) {
      ASSERT_GE(phrase.begin, at);
      ASSERT_GT(phrase.end, phrase.begin);
      ASSERT_LE(phrase.end, query.size());
      ASSERT_FALSE(phrase.range.open()) << query;
      if (phrase.range.first && phrase.range.last) {
        ASSERT_LE(*phrase.range.first, *phrase.range.last) << query;
      }
      if (phrase.explicit_day) {
        ASSERT_TRUE(phrase.range.first.has_value());
        ASSERT_EQ(phrase.range.first, phrase.range.last);
      }
      at = phrase.end;
    }
    parse_date_filter(query, kToday);
  }
}

}  // namespace
}  // namespace nacre::text
