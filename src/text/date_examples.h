#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "base/clock.h"
#include "text/date_phrase.h"

// For the tests of date phrases: examples as one line each.
namespace nacre::text {

inline const CivilDay kToday = base::to_day({2026, 3, 11});  // A Wednesday.

inline std::string show(const DayRange& range) {
  const std::string first = range.first ? base::format_day(*range.first) : "";
  const std::string last = range.last ? base::format_day(*range.last) : "";
  return first == last ? first : first + ".." + last;  // "2026-03-01.." has no end.
}

// All phrases as "phrase=range", with '!' for one certain day.
inline std::string dates(const std::string& query, CivilDay today = kToday) {
  std::string out;
  for (const DatePhrase& phrase : find_date_phrases(query, today)) {
    if (!out.empty()) out += "; ";
    out += query.substr(phrase.begin, phrase.end - phrase.begin) + "=" + show(phrase.range);
    if (phrase.explicit_day) out += "!";
  }
  return out;
}

struct Example {
  const char* query;
  const char* expected;
};

inline void check(std::initializer_list<Example> examples) {
  for (const Example& example : examples) EXPECT_EQ(dates(example.query), example.expected);
}

}  // namespace nacre::text
