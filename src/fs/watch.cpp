#include "fs/watch.h"

#include "fs/inotify_watch.h"
#include "fs/polling_watch.h"

namespace nacre::fs {
namespace {

bool needs_looking(const Error& error) {
  return error.code == ErrorCode::ResourceExhausted || error.code == ErrorCode::Unsupported;
}

// Is told as long as that works, then looks.
class TellingOrLooking final : public Watch {
 public:
  TellingOrLooking(FileSystem& files, std::string_view directory, WatchOptions options)
      : files_(files), directory_(directory), options_(std::move(options)) {}

  Status open() {
    if (options_.polling) return look_because("asked to");
    auto told = InotifyWatch::make(files_, directory_, options_);
    if (!told.ok()) {
      if (!needs_looking(told.error())) return std::move(told).error();
      return look_because(told.error().message);
    }
    told_ = std::move(told).value();
    return Ok{};
  }

  int descriptor() const override { return told_ ? told_->descriptor() : -1; }

  std::optional<std::int64_t> due_in_ms(std::int64_t now_ms) const override {
    if (!looked_) return std::nullopt;
    return looked_->due_in_ms(now_ms);
  }

  Result<std::vector<WatchEvent>> take(std::int64_t now_ms) override {
    if (looked_) return looked_->take(now_ms);
    auto events = told_->take();
    if (events.ok() || !needs_looking(events.error())) return events;
    NACRE_TRY(look_because(events.error().message));
    // What was in the queue is lost.
    return std::vector<WatchEvent>{{WatchEvent::Kind::Overflow, ""}};
  }

  const std::string& polling_because() const override { return because_; }

 private:
  Status look_because(std::string reason) {
    because_ = std::move(reason);
    told_.reset();
    looked_ = NACRE_TRY(PollingWatch::make(files_, directory_, options_));
    return Ok{};
  }

  FileSystem& files_;
  std::string directory_;
  WatchOptions options_;
  std::unique_ptr<InotifyWatch> told_;
  std::optional<PollingWatch> looked_;
  std::string because_;
};

}  // namespace

Result<std::unique_ptr<Watch>> open_watch(FileSystem& files, std::string_view directory,
                                          WatchOptions options) {
  auto watch = std::make_unique<TellingOrLooking>(files, directory, std::move(options));
  NACRE_TRY(watch->open());
  return std::unique_ptr<Watch>(std::move(watch));
}

}  // namespace nacre::fs
