#include <gtest/gtest.h>

#include <string>

#include "base/clock.h"
#include "text/date_examples.h"

namespace nacre::text {
namespace {

TEST(DateRelation, ReadsWhatIsBeforeOrAfterInEnglish) {
  check({{"harbor before October", "before October=..2025-09-30"},
         {"before 2025", "before 2025=..2024-12-31"},
         {"prior to last week", "prior to last week=..2026-03-01"},
         {"until 2026-03-01", "until 2026-03-01=..2026-03-01"},
         {"up to last March", "up to last March=..2025-03-31"},
         {"due by Friday", "by Friday=..2026-03-13"},
         {"by May 7, 2023", "by May 7, 2023=..2023-05-07"},
         {"since yesterday", "since yesterday=2026-03-10.."},
         {"Since March the harbor", "Since March=2026-03-01.."},
         {"since Oct", "since Oct=2025-10-01.."},
         {"ever since 2024", "ever since 2024=2024-01-01.."},
         {"after 2026-03-01", "after 2026-03-01=2026-03-02.."},
         {"after February", "after February=2026-03-01.."},
         {"after Q4 2025", "after Q4 2025=2026-01-01.."},
         {"from March on", "from March on=2026-03-01.."},
         {"from 2025-06 onwards", "from 2025-06 onwards=2025-06-01.."},
         {"from Monday until now", "from Monday until now=2026-03-09.."}});
}

TEST(DateRelation, ReadsRangesFromOneDateToAnotherInEnglish) {
  check({{"between May and July", "between May and July=2025-05-01..2025-07-31"},
         {"between 2020 and 2023", "between 2020 and 2023=2020-01-01..2023-12-31"},
         {"between today and last Monday", "between today and last Monday=2026-03-09..2026-03-11"},
         {"from Monday to Friday", "from Monday to Friday=2026-03-09..2026-03-13"},
         {"from yesterday until today", "from yesterday until today=2026-03-10..2026-03-11"},
         {"since Monday until yesterday", "since Monday until yesterday=2026-03-09..2026-03-10"},
         {"March to May", "March to May=2026-03-01..2026-05-31"},
         {"from Oct to Dec", "from Oct to Dec=2025-10-01..2025-12-31"},
         {"Monday–Friday", "Monday–Friday=2026-03-09..2026-03-13"},
         {"2026-02-01 - 2026-02-05", "2026-02-01 - 2026-02-05=2026-02-01..2026-02-05"},
         {"2026-02-01..2026-03", "2026-02-01..2026-03=2026-02-01..2026-03-31"},
         {"after October and before December",
          "after October and before December=2025-11-01..2025-11-30"},
         {"before 2026 but since 2024-05", "before 2026 but since 2024-05=2024-05-01..2025-12-31"},
         {"Q1-Q2 2025", "Q1-Q2 2025=2025-01-01..2025-06-30"}});
}

TEST(DateRelation, ReadsRelationsInChinese) {
  check({{"10月之前的港口", "10月之前=..2025-09-30"},
         {"昨天以前", "昨天以前=..2026-03-09"},
         {"3月5日前交", "3月5日前=..2026-03-04"},
         {"2025年前", "2025年前=..2024-12-31"},
         {"周五前", "周五前=..2026-03-05"},
         {"上周之后", "上周之后=2026-03-09.."},
         {"2025年以後", "2025年以後=2026-01-01.."},
         {"3月以来", "3月以来=2026-03-01.."},
         {"昨天起", "昨天起=2026-03-10.."},
         {"从昨天开始", "从昨天开始=2026-03-10.."},
         {"自2025年", "自2025年=2025-01-01.."},
         {"自从3月5日以来", "自从3月5日以来=2026-03-05.."},
         {"2024年至今", "2024年至今=2024-01-01.."},
         {"截至3月5日", "截至3月5日=..2026-03-05"},
         {"到昨天为止", "到昨天为止=..2026-03-10"},
         {"从周一到周五", "从周一到周五=2026-03-09..2026-03-13"},
         {"从 3月 到 5月", "从 3月 到 5月=2026-03-01..2026-05-31"},
         {"3月5日至昨天", "3月5日至昨天=2026-03-05..2026-03-10"},
         {"去年3月和5月之间", "去年3月和5月之间=2025-03-01..2025-05-31"},
         {"10月之后12月之前", "10月之后12月之前=2025-11-01..2025-11-30"},
         {"今天和昨天之间", "今天和昨天之间=2026-03-10..2026-03-11"}});
}

TEST(DateRelation, ReadsDatesInsideARelation) {
  check({{"since the day before yesterday", "since the day before yesterday=2026-03-09.."},
         {"before 3 days ago", "before 3 days ago=..2026-03-07"},
         {"from 3 days ago to yesterday", "from 3 days ago to yesterday=2026-03-08..2026-03-10"},
         {"between last Monday and the 5th of March 2027",
          "between last Monday and the 5th of March 2027=2026-03-09..2027-03-05"},
         {"从三天前到昨天", "从三天前到昨天=2026-03-08..2026-03-10"},
         {"三天前之前", "三天前之前=..2026-03-07"},
         {"最近三天", "最近三天=2026-03-08..2026-03-11"},
         {"the day before 2026-03-05", "2026-03-05=2026-03-05!"}});
}

TEST(DateRelation, TakesTheYearOfARangeFromItsOtherEnd) {
  check({{"from November to February", "from November to February=2025-11-01..2026-02-28"},
         {"Dec 20 to Jan 5", "Dec 20 to Jan 5=2025-12-20..2026-01-05"},
         {"from October to May", "from October to May=2025-10-01..2026-05-31"},
         {"from October to December 2024", "from October to December 2024=2024-10-01..2024-12-31"},
         {"December 2024 to February", "December 2024 to February=2024-12-01..2025-02-28"},
         {"from last week to March", "from last week to March=2026-03-02..2026-03-31"},
         {"从11月到2月", "从11月到2月=2025-11-01..2026-02-28"},
         {"11月至2024年2月", "11月至2024年2月=2023-11-01..2024-02-29"}});
  const CivilDay new_year = base::to_day({2026, 1, 1});
  EXPECT_EQ(dates("before January", new_year), "before January=..2025-12-31");
  EXPECT_EQ(dates("after 2025", new_year), "after 2025=2026-01-01..");
  EXPECT_EQ(dates("12月31日之后", new_year), "12月31日之后=2026-01-01..");
  EXPECT_EQ(dates("from December 31 to today", new_year),
            "from December 31 to today=2025-12-31..2026-01-01");
}

TEST(DateRelation, TakesRecentlyAsTheLastFourteenDays) {
  check({{"what did we decide recently?", "recently=2026-02-25..2026-03-11"},
         {"lately", "lately=2026-02-25..2026-03-11"},
         {"最近的会议", "最近=2026-02-25..2026-03-11"},
         {"近来", "近来=2026-02-25..2026-03-11"},
         {"until recently", ""},
         {"最近一次", ""},
         {"最近邻搜索", ""},
         {"附近来了人", ""}});
}

TEST(DateRelation, LeavesADateAloneWhereNoRelationIsMeant) {
  check({{"notes from March", "March=2026-03-01..2026-03-31"},
         {"notes from March on the harbor", "March=2026-03-01..2026-03-31"},
         {"from March to Rome", "March=2026-03-01..2026-03-31"},
         {"after yesterday's meeting", "yesterday=2026-03-10!"},
         {"after the May 20 meeting", "May 20=2025-05-20!"},
         {"from 2026-05-01 to 2026-04-01", "2026-05-01=2026-05-01!; 2026-04-01=2026-04-01!"},
         {"昨天前端组", "昨天=2026-03-10!"},
         {"3月前后", "3月=2026-03-01..2026-03-31"},
         {"昨天起床", "昨天=2026-03-10!"},
         {"来自3月的信", "3月=2026-03-01..2026-03-31"},
         {"从昨天的记录里找", "昨天=2026-03-10!"},
         {"昨天到公司", "昨天=2026-03-10!"},
         {"昨天和老王", "昨天=2026-03-10!"},
         {"ask yesterday - may I", "yesterday=2026-03-10!"},
         {"told yesterday to May", "yesterday=2026-03-10!"},
         {"we may - yesterday", "yesterday=2026-03-10!"}});
}

TEST(DateRelation, IsNotSeenWhereNoDateIsMeant) {
  for (const char* query :
       {"after all", "before you go", "since it broke", "since Jan left", "from Paris to Rome",
        "between us", "between 1 and 2", "after 2000 requests", "by accident", "until then",
        "before v2025.1", "marching to may", "以前", "之后再说", "从北京到上海", "我和你之间",
        "自己"}) {
    EXPECT_EQ(dates(query), "") << query;
  }
}

}  // namespace
}  // namespace nacre::text
