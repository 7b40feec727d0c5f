#include "memory/watch.h"

#include <poll.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "fs/watch.h"
#include "index/pending_changes.h"
#include "memory/keeping.h"
#include "text/utf8.h"
#include "workspace/ignore.h"
#include "workspace/layout.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

std::int64_t monotonic_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

index::PendingOptions pending_options(const base::Config& config) {
  return {.settle_ms = config.integer("watch.debounce_ms"),
          .delay_max_ms = config.integer("watch.delay_max_ms"),
          .paths_max = static_cast<std::size_t>(config.integer("watch.paths_max"))};
}

bool changed_anything(const IndexReport& report) {
  return report.added + report.updated + report.removed + report.moved + report.failed > 0 ||
         !report.complete;
}

constexpr std::string_view kStatePrefix = ".nacre/";

struct Watched {
  std::string prefix;  // Of the names of what is below.
  std::unique_ptr<fs::Watch> watch;
};

class Watching {
 public:
  Watching(const WatchRequest& request, Setting& setting,
           const std::function<void(const WatchReport&)>& report)
      : stop_descriptor_(request.stop_descriptor),
        setting_(&setting),
        report_(&report),
        pending_(pending_options(setting.config)) {}

  Status run() {
    if (auto recovered = setting_->root.recover(); !recovered.ok()) {
      warn("finish earlier writes: " + recovered.error().message);
    }
    // So that a configuration that is made later is seen. A workspace that may only be
    // read is watched all the same.
    [[maybe_unused]] const Status hidden = workspace::hide_state_from_git(setting_->root);
    NACRE_TRY(begin());
    NACRE_TRY(check_workspace());
    pending_.add_all(monotonic_ms());
    sync();
    while (!stopped()) {
      NACRE_TRY(wait());
      NACRE_TRY(collect());
      NACRE_TRY(find_lost());
      if (pending_.due_in_ms(monotonic_ms()) != 0 || stopped()) continue;
      NACRE_TRY(check_workspace());
      NACRE_TRY(read_configuration());
      sync();
    }
    return Ok{};
  }

 private:
  // With what is ignored now.
  Status begin() {
    source_ = workspace::make_note_source(setting_->root, setting_->notes);
    watched_.clear();
    for (workspace::NotePlace& place :
         NACRE_TRY(workspace::note_places(setting_->root, setting_->notes))) {
      auto watch = fs::open_watch(*setting_->files, place.directory, watch_options(place.prefix));
      if (watch.ok()) {
        watched_.push_back({std::move(place.prefix), std::move(watch).value()});
      } else if (place.prefix.empty()) {
        return std::move(watch).error();
      } else {
        lose(watch.error().message);
      }
    }
    watch_state();
    warn_of_polling();
    return Ok{};
  }

  // A directory in which some process stands can be removed without a word from the system;
  // and one that was made in its place is another.
  Status check_workspace() {
    const std::string& directory = setting_->root.directory();
    const auto stat = setting_->files->stat(directory, true);
    if (stat.ok() && !inode_) inode_ = stat.value().inode;
    if (stat.ok() && stat.value().inode == *inode_) return Ok{};
    return Error{ErrorCode::NotFound, "watch '" + directory + "': it was removed or moved"};
  }

  // A place that cannot be watched now may come back: a disk that is away, say.
  void lose(const std::string& why) {
    warn(why);
    look_again_ms_ = monotonic_ms() + setting_->config.integer("watch.poll_ms");
  }

  // Watches the places that are there again.
  Status find_lost() {
    if (!look_again_ms_ || monotonic_ms() < *look_again_ms_) return Ok{};
    look_again_ms_.reset();
    for (workspace::NotePlace& place :
         NACRE_TRY(workspace::note_places(setting_->root, setting_->notes))) {
      const bool is_watched =
          std::any_of(watched_.begin(), watched_.end(),
                      [&](const Watched& other) { return other.prefix == place.prefix; });
      if (is_watched) continue;
      auto watch = fs::open_watch(*setting_->files, place.directory, watch_options(place.prefix));
      if (watch.ok()) {
        watched_.push_back({std::move(place.prefix), std::move(watch).value()});
        pending_.add_all(monotonic_ms());
      } else {
        look_again_ms_ = monotonic_ms() + setting_->config.integer("watch.poll_ms");
      }
    }
    return Ok{};
  }

  // Of .nacre only the configuration.
  void watch_state() {
    fs::WatchOptions options;
    options.enter = [](std::string_view) { return false; };
    options.want = [](std::string_view path) {
      return std::string(kStatePrefix) + std::string(path) == workspace::kConfigFile;
    };
    options.poll_ms = setting_->config.integer("watch.poll_ms");
    options.polling = setting_->config.boolean("watch.polling");
    const std::string directory =
        setting_->root.directory() + "/" + std::string(workspace::kStateDirectory);
    auto watch = fs::open_watch(*setting_->files, directory, std::move(options));
    if (watch.ok()) watched_.push_back({std::string(kStatePrefix), std::move(watch).value()});
  }

  fs::WatchOptions watch_options(const std::string& prefix) const {
    fs::WatchOptions options;
    options.enter = [this, prefix](std::string_view path) {
      return workspace::is_entered(prefix + std::string(path), setting_->notes);
    };
    options.want = [this, prefix](std::string_view path) {
      const std::string name = prefix + std::string(path);
      return name == workspace::kIgnoreFile ||
             (workspace::is_listed(name, setting_->notes) && text::utf8::is_valid(name));
    };
    options.poll_ms = setting_->config.integer("watch.poll_ms");
    options.polling = setting_->config.boolean("watch.polling");
    return options;
  }

  bool stopped() const {
    if (stop_descriptor_ < 0) return false;
    pollfd stop{.fd = stop_descriptor_, .events = POLLIN, .revents = 0};
    return ::poll(&stop, 1, 0) > 0;
  }

  Status wait() const {
    const std::int64_t now_ms = monotonic_ms();
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    std::int64_t due_ms = pending_.due_in_ms(now_ms).value_or(kNever);
    if (look_again_ms_)
      due_ms = std::min(due_ms, std::max<std::int64_t>(0, *look_again_ms_ - now_ms));
    // poll() passes over negative descriptors.
    std::vector<pollfd> waited = {{.fd = stop_descriptor_, .events = POLLIN, .revents = 0}};
    for (const Watched& place : watched_) {
      due_ms = std::min(due_ms, place.watch->due_in_ms(now_ms).value_or(kNever));
      waited.push_back({.fd = place.watch->descriptor(), .events = POLLIN, .revents = 0});
    }
    const int timeout_ms =
        due_ms == kNever ? -1 : static_cast<int>(std::min<std::int64_t>(due_ms, 1 << 30));
    if (::poll(waited.data(), waited.size(), timeout_ms) < 0 && errno != EINTR) {
      return Error{ErrorCode::Io, std::string("wait for changes: ") + std::strerror(errno)};
    }
    return Ok{};
  }

  Status collect() {
    bool ignore_changed = false;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
      auto events = watched_[i].watch->take(monotonic_ms());
      if (!events.ok()) {
        if (i == 0) return std::move(events).error();
        // Another disk that went away takes nothing of the workspace with it.
        if (watched_[i].prefix != kStatePrefix) lose(events.error().message);
        watched_.erase(watched_.begin() + static_cast<std::ptrdiff_t>(i--));
        pending_.add_all(monotonic_ms());
        continue;
      }
      ignore_changed = add_events(watched_[i].prefix, events.value()) || ignore_changed;
    }
    if (ignore_changed) NACRE_TRY(read_ignored());
    warn_of_polling();
    return Ok{};
  }

  // Whether what is ignored may have changed.
  bool add_events(const std::string& prefix, const std::vector<fs::WatchEvent>& events) {
    bool ignore_changed = false;
    const std::int64_t now_ms = monotonic_ms();
    for (const fs::WatchEvent& event : events) {
      const std::string path = prefix + event.path;
      if (event.kind == fs::WatchEvent::Kind::Overflow) {
        pending_.add_all(now_ms);
        // A polling watch says that something is gone, not what.
        ignore_changed = true;
      } else if (path == workspace::kIgnoreFile) {
        ignore_changed = true;
      } else if (path == workspace::kConfigFile) {
        // Read when it has come to rest: it may be half written.
        configuration_changed_ = true;
        pending_.add_all(now_ms);
      } else if (text::utf8::is_valid(path)) {
        pending_.add(path, now_ms);
      } else {
        pending_.add_all(now_ms);
      }
    }
    return ignore_changed;
  }

  // Where it cannot be read, the one before holds until the next.
  Status read_configuration() {
    if (!std::exchange(configuration_changed_, false)) return Ok{};
    auto now = read_again(*setting_);
    if (!now.ok()) {
      warn(now.error().message + "; going on with the configuration as it was");
      return Ok{};
    }
    source_.reset();
    *setting_ = std::move(now).value();
    pending_ = index::PendingChanges(pending_options(setting_->config));
    pending_.add_all(monotonic_ms());
    return begin();
  }

  Status read_ignored() {
    std::vector<std::string> warnings;
    auto patterns = ignore_patterns(setting_->config, setting_->root, warnings);
    for (std::string& warning : warnings) warn(std::move(warning));
    if (patterns == setting_->notes.ignore) return Ok{};
    setting_->notes.ignore = std::move(patterns);
    pending_.add_all(monotonic_ms());
    return begin();
  }

  // Without the directories around them, when the notes alone are all that changed.
  std::vector<std::string> changed_paths(const std::vector<std::string>& paths,
                                         const IndexReport& report) const {
    std::vector<std::string> notes;
    for (const std::string& path : paths) {
      if (workspace::is_listed(path, setting_->notes)) notes.push_back(path);
    }
    const std::uint64_t changes =
        report.added + report.updated + report.moved + report.removed + report.failed;
    return notes.size() < changes ? paths : notes;
  }

  void sync() {
    const index::ChangeBatch batch = pending_.take();
    auto synced = keep_changes(batch.paths, *setting_, *source_, [this] { return stopped(); });
    if (!synced.ok()) {
      pending_.failed(batch, monotonic_ms());
      if (synced.error().message != warned_) warn(warned_ = synced.error().message);
      return;
    }
    pending_.done();
    warned_.clear();
    if (stopped()) return;
    WatchReport report{.kind = ready_ ? WatchReport::Kind::Synced : WatchReport::Kind::Ready,
                       .all = batch.all,
                       .paths = changed_paths(batch.paths, synced.value()),
                       .index = std::move(synced).value()};
    if (ready_ && !changed_anything(report.index)) return;
    ready_ = true;
    say(std::move(report));
  }

  // Once, and not to those who asked for it.
  void warn_of_polling() {
    const std::string because = polling_because();
    if (warned_of_polling_ || because.empty()) return;
    warned_of_polling_ = true;
    if (setting_->config.boolean("watch.polling")) return;
    warn(because + "; looking at all files every " +
         std::to_string(setting_->config.integer("watch.poll_ms")) + " ms instead (watch.poll_ms)");
  }

  // Of the first place that is polled; empty when none is.
  std::string polling_because() const {
    for (const Watched& place : watched_) {
      if (!place.watch->polling_because().empty()) return place.watch->polling_because();
    }
    return {};
  }

  void warn(std::string reason) {
    say({.kind = WatchReport::Kind::Warning, .reason = std::move(reason)});
  }

  void say(WatchReport report) {
    report.polling = !polling_because().empty();
    if (*report_) (*report_)(report);
  }

  int stop_descriptor_;
  Setting* setting_;
  const std::function<void(const WatchReport&)>* report_;
  index::PendingChanges pending_;
  std::unique_ptr<text::Source> source_;
  std::vector<Watched> watched_;
  bool ready_ = false, warned_of_polling_ = false;
  std::optional<std::uint64_t> inode_;  // Of the workspace.
  bool configuration_changed_ = false;
  std::optional<std::int64_t> look_again_ms_;  // At places that were lost.
  std::string warned_;
};

}  // namespace

Status watch(const WatchRequest& request, Setting& setting,
             const std::function<void(const WatchReport&)>& report) {
  return Watching(request, setting, report).run();
}

}  // namespace nacre::memory
