#include "index/unit_signals.h"

#include <algorithm>
#include <map>
#include <span>

#include "text/fold.h"
#include "text/utf8.h"

namespace nacre::index {
namespace {

constexpr std::size_t kTurnsMin = 4;
constexpr std::size_t kNamesMin = 2;
constexpr double kNamedShareMin = 0.6;
constexpr std::size_t kNameCharactersMax = 40;
constexpr std::size_t kNameWordsMax = 4;

constexpr std::string_view kTimeWords[] = {
    "ago",     "april",    "august",  "december", "evening",  "february",  "friday",    "january",
    "july",    "june",     "last",    "march",    "may",      "monday",    "month",     "morning",
    "next",    "november", "october", "recently", "saturday", "september", "since",     "soon",
    "sunday",  "thursday", "today",   "tomorrow", "tonight",  "tuesday",   "wednesday", "week",
    "weekend", "year",     "years",   "yesterday"};
constexpr std::string_view kNumberWords[] = {
    "couple", "dozen",  "eight", "few", "first", "five",  "four",     "hundred", "nine",  "once",
    "one",    "second", "seven", "six", "ten",   "third", "thousand", "three",   "twice", "two"};
constexpr std::string_view kTimeParts[] = {"昨天", "今天", "明天", "前天", "后天", "上周",
                                           "下周", "周一", "周二", "月",   "号",   "日",
                                           "年",   "点",   "小时", "天",   "刚"};
constexpr std::string_view kHanNumbers = "一二两三四五六七八九十百千万";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

bool is_question_mark(char32_t c) {
  return c == U'?' || c == U'？';
}

bool ends_sentence(char32_t c) {
  return is_question_mark(c) || c == U'!' || c == U'.' || c == U'\n' || c == U'。' || c == U'！';
}

// Whether `wanted` says so of a run of letters and digits of folded text.
template <typename Wanted>
bool any_word(std::string_view folded, const Wanted& wanted) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= folded.size(); ++at) {
    if (at < folded.size() && (is_digit(folded[at]) || is_letter(folded[at]))) continue;
    if (at > begin && wanted(folded.substr(begin, at - begin))) return true;
    begin = at + 1;
  }
  return false;
}

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A year, or a day of the month: 2023, 8, 8th.
bool is_date_number(std::string_view word) {
  const auto digits =
      static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_digit) - word.begin());
  const std::string_view suffix = word.substr(digits);
  if (digits == 4) return suffix.empty() && (word.starts_with("19") || word.starts_with("20"));
  return (digits == 1 || digits == 2) &&
         (suffix.empty() || suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th");
}

struct Speaker {
  std::string name;       // Folded.
  std::size_t bytes = 0;  // Of mark, name, colon and the blank after it.
};

// The name before the first colon of a turn, after the marks of a list; without
// bytes: there is none.
Speaker speaker_of(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t-*+>");
  if (begin == std::string_view::npos) return {};
  std::size_t at = begin, words = 1;
  for (std::size_t characters = 0; at < text.size() && characters <= kNameCharactersMax;
       ++characters) {
    const std::size_t before = at;
    const char32_t c = text::utf8::next(text, at);
    if (c == U'\n') return {};
    if (c == U' ' && ++words > kNameWordsMax) return {};
    const bool blank_follows = at < text.size() && (text[at] == ' ' || text[at] == '\n');
    if (c != U'：' && !(c == U':' && blank_follows)) continue;
    if (before == begin) return {};
    return {text::fold_text(text.substr(begin, before - begin)), at + (blank_follows ? 1U : 0U)};
  }
  return {};
}

}  // namespace

std::vector<std::uint16_t> speaker_prefixes(const std::vector<text::Unit>& units) {
  std::vector<Speaker> speakers;
  std::map<std::string_view, std::size_t> names;
  speakers.reserve(units.size());
  std::size_t turns = 0;
  for (const text::Unit& unit : units) {
    Speaker& speaker = speakers.emplace_back();
    if (unit.kind == text::UnitKind::Title) continue;
    ++turns;
    speaker = speaker_of(unit.text);
  }
  for (const Speaker& speaker : speakers) {
    if (speaker.bytes != 0) ++names[speaker.name];
  }
  std::size_t repeated = 0, named = 0;
  for (const auto& [name, count] : names) {
    if (count < 2) continue;
    ++repeated;
    named += count;
  }
  if (turns < kTurnsMin || repeated < kNamesMin ||
      static_cast<double>(named) < kNamedShareMin * static_cast<double>(turns)) {
    return {};
  }
  std::vector<std::uint16_t> bytes;
  bytes.reserve(units.size());
  for (const Speaker& speaker : speakers) {
    const bool again = speaker.bytes != 0 && names[speaker.name] >= 2;
    bytes.push_back(again ? static_cast<std::uint16_t>(speaker.bytes) : std::uint16_t{0});
  }
  return bytes;
}

std::uint8_t question_share(std::string_view text) {
  std::size_t asked = 0, told = 0, sentence = 0, at = 0;
  bool bracketed = false;
  while (at < text.size()) {
    const char32_t c = text::utf8::next(text, at);
    if (c == U'[') bracketed = true;
    if (c == U']') bracketed = false;
    if (bracketed || c == U']') continue;
    ++sentence;
    if (!ends_sentence(c)) continue;
    // "v2.2.0" does not end at its dots; only before a blank or at the end does '.'.
    if (c == U'.' && at < text.size() && text[at] != ' ' && text[at] != '\n') continue;
    (is_question_mark(c) ? asked : told) += sentence;
    sentence = 0;
  }
  const std::size_t all = asked + told + sentence;
  return all == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(asked * 255 / all);
}

bool names_time(std::string_view text) {
  const std::string folded = text::fold_text(text);
  const auto stands_in = [&](std::string_view part) {
    return folded.find(part) != std::string::npos;
  };
  return std::any_of(std::begin(kTimeParts), std::end(kTimeParts), stands_in) ||
         any_word(folded, [](std::string_view word) {
           return is_one_of(kTimeWords, word) || is_date_number(word);
         });
}

bool names_number(std::string_view text) {
  const std::string folded = text::fold_text(text);
  if (std::any_of(folded.begin(), folded.end(), is_digit)) return true;
  for (std::size_t at = 0; at < kHanNumbers.size(); at += 3) {
    if (folded.find(kHanNumbers.substr(at, 3)) != std::string::npos) return true;
  }
  return any_word(folded, [](std::string_view word) { return is_one_of(kNumberWords, word); });
}

std::string heading_text(const text::Unit& unit) {
  std::string text = unit.heading;
  for (const auto* words : {&unit.triggers, &unit.tags}) {
    for (const std::string& word : *words) {
      text += '\n';
      text += word;
    }
  }
  return text;
}

}  // namespace nacre::index
