#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/config.h"
#include "base/result.h"
#include "fs/root.h"
#include "memory/history_log.h"
#include "memory/setting.h"
#include "workspace/entry_sink.h"

namespace nacre::memory {

HistoryLimits history_limits(const base::Config& config);

// Engine writes with a record kept first, so that `nacre undo` can take them back. What one
// object writes is one step: a command makes one.
//
// A history that cannot be written stops no write: `warning` says what cannot be undone.
//
// Threads: one per object; processes: any number.
class History {
 public:
  // Borrow what they are given.
  explicit History(const Setting& setting);
  History(const fs::Root& root, const base::Clock& clock, const HistoryLimits& limits);

  // As Root::append, Root::replace and workspace::put_entry. `verb` names the command
  // ("remember", "config set", ...).
  Result<std::optional<fs::Root::AppendResult>> append(std::string_view verb, std::string_view path,
                                                       const fs::Root::Compose& compose);
  Result<bool> replace(std::string_view verb, std::string_view path, const fs::Root::Edit& edit);
  Status put_entry(std::string_view verb, std::string_view path,
                   const workspace::PlaceEntry& place);

  // Why a write of this object cannot be undone; empty when all can.
  const std::string& warning() const { return warning_; }
  // The number of the step; 0 before anything was recorded.
  std::uint64_t step() const { return step_; }

 private:
  friend class Recording;
  const fs::Root* root_;
  const base::Clock* clock_;
  HistoryLog log_;
  std::uint64_t step_ = 0;
  std::string warning_;
};

// One write on its way: each attempt at it gets a record before it, and the last one counts.
class Recording {
 public:
  Recording(History& history, std::string_view verb, std::string_view path)
      : history_(&history), verb_(verb), path_(path) {}

  // The write is tried, once more perhaps: what was announced has not happened.
  void begin() { stands_ = false; }
  // Under the file's lock, before the write. Fails when there is no record; the write may go
  // on without one.
  Status announce(WriteRecord record, std::string_view kept);
  // After it. Of an error only the file knows what it left: a rename may stand whose
  // directory could not be synced.
  template <typename T>
  Result<T> conclude(Result<T> written) {
    conclude(written.ok());
    return written;
  }

 private:
  void conclude(bool written);

  History* history_;
  std::string verb_, path_;
  std::uint64_t sequence_ = 0;
  std::string failure_;
  bool stands_ = false;
};

// For an EntryWriter.
class HistorySink final : public workspace::EntrySink {
 public:
  HistorySink(History& history, std::string_view verb) : history_(&history), verb_(verb) {}
  Status put(std::string_view path, const workspace::PlaceEntry& place) const override {
    return history_->put_entry(verb_, path, place);
  }

 private:
  History* history_;
  std::string verb_;
};

}  // namespace nacre::memory
