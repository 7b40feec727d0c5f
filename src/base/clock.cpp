#include "base/clock.h"

#include <time.h>
#include <unicode/strenum.h>
#include <unicode/timezone.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/environment.h"
#include "base/host_zone.h"
#include "base/log.h"
#include "base/nearest.h"

namespace nacre::base {
namespace {

// Away from both ends of the calendar, where an instant has no date in every zone.
constexpr UnixMillis kFrozenMin{-2'208'988'800'000};   // 1900-01-01T00:00:00Z
constexpr UnixMillis kFrozenEnd{253'370'764'800'000};  // 9999-01-01T00:00:00Z

UnixMillis system_now() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return {std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000};
}

std::string to_utf8(const icu::UnicodeString& text) {
  std::string out;
  return text.toUTF8String(out);
}

std::string nearest_zone(std::string_view zone) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::StringEnumeration> all(
      icu::TimeZone::createTimeZoneIDEnumeration(UCAL_ZONE_TYPE_ANY, nullptr, nullptr, status));
  if (U_FAILURE(status) != 0 || !all) return {};
  std::vector<std::string> names;
  while (const icu::UnicodeString* name = all->snext(status)) names.push_back(to_utf8(*name));
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return nearest(zone, candidates);
}

// Rules of one time zone; no ICU data is touched for UTC.
class Zone {
 public:
  static Result<Zone> open(std::string_view name) {
    Zone zone;
    if (name == "UTC" || name == "Etc/UTC") return zone;
    zone.name_ = name;
    zone.rules_.reset(icu::TimeZone::createTimeZone(
        icu::UnicodeString::fromUTF8({name.data(), static_cast<std::int32_t>(name.size())})));
    icu::UnicodeString id;
    if (zone.rules_ && to_utf8(zone.rules_->getID(id)) != UCAL_UNKNOWN_ZONE_ID) return zone;

    Error error{ErrorCode::InvalidArgument, "unknown time zone '" + zone.name_ + "'"};
    const std::string suggestion = nearest_zone(name);
    error.hint = suggestion.empty() ? "use a name such as Asia/Shanghai, or GMT+8"
                                    : "did you mean '" + suggestion + "'?";
    return error;
  }

  const std::string& name() const { return name_; }

  int utc_offset_seconds(UnixMillis at) const {
    if (!rules_) return 0;
    std::int32_t raw = 0;
    std::int32_t saving = 0;
    UErrorCode status = U_ZERO_ERROR;
    rules_->getOffset(static_cast<UDate>(at.value), false, raw, saving, status);
    NACRE_CHECK(U_SUCCESS(status) != 0);
    return (raw + saving) / 1000;
  }

 private:
  Zone() = default;
  std::string name_ = "UTC";
  // ICU allows const calls from several threads at once.
  std::unique_ptr<const icu::TimeZone> rules_;
};

class ZonedClock final : public Clock {
 public:
  ZonedClock(Zone zone, std::optional<UnixMillis> frozen)
      : zone_(std::move(zone)), frozen_(frozen) {}

  UnixMillis now() const override { return frozen_ ? *frozen_ : system_now(); }
  std::string zone_name() const override { return zone_.name(); }
  LocalTime local(UnixMillis at) const override {
    const UnixMillis bounded = std::clamp(at, kInstantMin, kInstantMax);
    return local_time(bounded, zone_.utc_offset_seconds(bounded));
  }

 private:
  Zone zone_;
  std::optional<UnixMillis> frozen_;
};

std::string unknown_host_zone(const std::string& name) {
  return "the host's time zone '" + name + "' is unknown, using UTC; set user.timezone";
}

Result<Zone> open_host_zone() {
  const std::string name = host_zone({.tz_variable = environment("TZ")});
  Result<Zone> zone = Zone::open(name);
  if (zone.ok()) return zone;
  log_once("host zone", LogLevel::Warning, "clock", unknown_host_zone(name));
  return Zone::open("UTC");
}

}  // namespace

std::string host_zone_problem() {
  const std::string name = host_zone({.tz_variable = environment("TZ")});
  return Zone::open(name).ok() ? std::string() : unknown_host_zone(name);
}

std::string icu_version() {
  UVersionInfo version{};
  u_getVersion(version);
  std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
  u_versionToString(version, text.data());
  return text.data();
}

std::string zone_rules_version() {
  UErrorCode status = U_ZERO_ERROR;
  const char* version = icu::TimeZone::getTZDataVersion(status);
  return U_FAILURE(status) != 0 ? "unknown" : version;
}

Result<std::unique_ptr<Clock>> make_clock(std::string_view zone) {
  std::optional<UnixMillis> frozen;
  if (const auto text = environment("NACRE_NOW"); text && !text->empty()) {
    frozen = parse_instant(*text);
    if (!frozen) {
      return Error{ErrorCode::InvalidArgument, "NACRE_NOW: '" + *text + "' is not an instant",
                   "write it as 2026-02-09T18:30:00+08:00"};
    }
    if (*frozen < kFrozenMin || *frozen >= kFrozenEnd) {
      return Error{ErrorCode::InvalidArgument,
                   "NACRE_NOW: '" + *text + "' does not lie in the years 1900 to 9998"};
    }
  }
  Zone opened = NACRE_TRY(zone.empty() ? open_host_zone() : Zone::open(zone));
  return std::unique_ptr<Clock>(std::make_unique<ZonedClock>(std::move(opened), frozen));
}

Result<std::unique_ptr<ManualClock>> ManualClock::make(UnixMillis now, std::string_view zone) {
  Zone opened = NACRE_TRY(zone.empty() ? open_host_zone() : Zone::open(zone));
  auto clock = std::unique_ptr<ManualClock>(
      new ManualClock(std::make_unique<ZonedClock>(std::move(opened), std::nullopt)));
  clock->set(now);
  return clock;
}

ManualClock::~ManualClock() = default;
std::string ManualClock::zone_name() const {
  return zone_->zone_name();
}
LocalTime ManualClock::local(UnixMillis at) const {
  return zone_->local(at);
}

}  // namespace nacre::base
