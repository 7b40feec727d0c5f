#include "base/calendar.h"

#include <algorithm>
#include <array>

#include "base/result.h"

namespace nacre::base {
namespace {

constexpr int kSecondsPerDay = 86'400;

template <typename Integer>
constexpr Integer floor_divide(Integer value, Integer divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

void append_number(std::string& out, int value, int width) {
  const std::string digits = std::to_string(value < 0 ? -value : value);
  if (value < 0) out += '-';
  for (int i = static_cast<int>(digits.size()); i < width; ++i) out += '0';
  out += digits;
}

// Reads what it is asked for from the front, and remembers the first refusal.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool take(char a, char b) {
    if (rest_.empty() || (rest_.front() != a && rest_.front() != b)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char a, char b) { ok_ = take(a, b) && ok_; }

  int number(std::size_t width) {
    if (rest_.size() < width) {
      ok_ = false;
      return 0;
    }
    int value = 0;
    for (const char c : rest_.substr(0, width)) {
      if (c < '0' || c > '9') ok_ = false;
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(width);
    return value;
  }

  int fraction_millis() {
    if (!take('.', '.')) return 0;
    int value = 0;
    int digits = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1)) {
      if (digits++ < 3) value = value * 10 + (rest_.front() - '0');
    }
    if (digits == 0) ok_ = false;
    for (; digits < 3; ++digits) value *= 10;
    return value;
  }

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::optional<CivilDay> read_day(Reader& in) {
  const int year = in.number(4);
  in.expect('-', '-');
  const int month = in.number(2);
  in.expect('-', '-');
  const int day = in.number(2);
  if (!in.ok() || !is_valid_date(year, month, day)) return std::nullopt;
  return to_day({year, month, day});
}

// Minutes east of UTC.
std::optional<int> read_offset(Reader& in) {
  if (in.take('Z', 'z')) return 0;
  const bool west = in.take('-', '-');
  if (!west) in.expect('+', '+');
  const int hours = in.number(2);
  in.expect(':', ':');
  const int minutes = in.number(2);
  if (!in.ok() || hours > 23 || minutes > 59) return std::nullopt;
  return (west ? -1 : 1) * (hours * 60 + minutes);
}

}  // namespace

CivilDay to_day(const CivilDate& date) {
  NACRE_CHECK(date.month >= 1 && date.month <= 12);
  // Years start in March, so that the leap day is the last of its year.
  const int year = date.month <= 2 ? date.year - 1 : date.year;
  const int era = floor_divide(year, 400);
  const int year_of_era = year - era * 400;
  const int day_of_year = (153 * ((date.month + 9) % 12) + 2) / 5 + date.day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return {era * 146'097 + day_of_era - 719'468};
}

CivilDate to_date(CivilDay day) {
  const std::int64_t shifted = std::int64_t{day.days} + 719'468;
  const std::int64_t era = floor_divide(shifted, std::int64_t{146'097});
  const int day_of_era = static_cast<int>(shifted - era * 146'097);
  const int year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int month_from_march = (5 * day_of_year + 2) / 153;
  const int month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const int year = static_cast<int>(era) * 400 + year_of_era + (month <= 2 ? 1 : 0);
  return {year, month, day_of_year - (153 * month_from_march + 2) / 5 + 1};
}

int days_in_month(int year, int month) {
  NACRE_CHECK(month >= 1 && month <= 12);
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month == 2 && is_leap(year)) return 29;
  return kDays[static_cast<std::size_t>(month - 1)];
}

bool is_valid_date(int year, int month, int day) {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
         day <= days_in_month(year, month);
}

int weekday(CivilDay day) {
  const std::int64_t since_monday = std::int64_t{day.days} + 3;  // 1970-01-01 was a Thursday.
  return static_cast<int>(since_monday - floor_divide(since_monday, std::int64_t{7}) * 7);
}

std::string format_day(CivilDay day) {
  const CivilDate date = to_date(day);
  std::string out;
  append_number(out, date.year, 4);
  out += '-';
  append_number(out, date.month, 2);
  out += '-';
  append_number(out, date.day, 2);
  return out;
}

std::optional<CivilDay> parse_day(std::string_view text) {
  Reader in(text);
  const std::optional<CivilDay> day = read_day(in);
  return in.at_end() ? day : std::nullopt;
}

LocalTime local_time(UnixMillis at, int utc_offset_seconds) {
  const UnixMillis bounded = std::clamp(at, kInstantMin, kInstantMax);
  const std::int64_t seconds = floor_divide(bounded.value, std::int64_t{1000}) + utc_offset_seconds;
  const std::int64_t days = floor_divide(seconds, std::int64_t{kSecondsPerDay});
  const int second_of_day = static_cast<int>(seconds - days * kSecondsPerDay);
  return {.date = to_date({static_cast<std::int32_t>(days)}),
          .hour = second_of_day / 3600,
          .minute = second_of_day / 60 % 60,
          .second = second_of_day % 60,
          .utc_offset_seconds = utc_offset_seconds};
}

std::string format_offset(int utc_offset_seconds) {
  const int minutes = utc_offset_seconds / 60;
  std::string out(1, minutes < 0 ? '-' : '+');
  append_number(out, std::abs(minutes) / 60, 2);
  out += ':';
  append_number(out, std::abs(minutes) % 60, 2);
  return out;
}

std::optional<UnixMillis> parse_instant(std::string_view text) {
  Reader in(text);
  const std::optional<CivilDay> day = read_day(in);
  if (!day) return std::nullopt;
  const std::int64_t midnight = std::int64_t{day->days} * kSecondsPerDay * 1000;
  if (in.at_end()) return UnixMillis{midnight};

  in.expect('T', 't');
  const int hour = in.number(2);
  in.expect(':', ':');
  const int minute = in.number(2);
  in.expect(':', ':');
  const int second = in.number(2);
  const int millis = in.fraction_millis();
  const std::optional<int> offset = read_offset(in);
  if (!in.at_end() || !offset || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const int seconds = (hour * 60 + minute - *offset) * 60 + second;
  return UnixMillis{midnight + std::int64_t{seconds} * 1000 + millis};
}

std::string format_instant(UnixMillis at, int utc_offset_seconds) {
  // The offset as it can be written, so that the text names the same instant.
  const int offset = utc_offset_seconds / 60 * 60;
  const LocalTime local = local_time(at, offset);
  std::string out = format_day(to_day(local.date));
  out += 'T';
  append_number(out, local.hour, 2);
  out += ':';
  append_number(out, local.minute, 2);
  out += ':';
  append_number(out, local.second, 2);
  out += offset == 0 ? "Z" : format_offset(offset);
  return out;
}

}  // namespace nacre::base
