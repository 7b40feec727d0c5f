#include "memory/history.h"

#include <algorithm>

#include "base/hash.h"
#include "memory/byte_search.h"
#include "text/utf8.h"

namespace nacre::memory {
namespace {

WriteRecord insertion(std::size_t at, std::string_view bytes) {
  const BytePrint print = print_of(bytes);
  WriteRecord record;
  record.joined_sha256 = print.sha256;
  record.kind = WriteKind::Insert;
  record.offset = at;
  record.length = print.length;
  record.rolling = print.rolling;
  record.sha256 = print.sha256;
  return record;
}

std::string hash(std::string_view bytes) {
  return base::hex(base::sha256(bytes));
}

}  // namespace

Status Recording::announce(WriteRecord record, std::string_view kept) {
  stands_ = true;
  const HistoryLog& log = history_->log_;
  // What can be brought back has a record all the same.
  const bool turns = record.undoes != 0 || record.redoes != 0;
  if (log.limits().entries_max == 0 && !turns) return Ok{};
  record.step = history_->step_;
  record.time = history_->clock_->now();
  record.verb = verb_;
  record.path = path_;
  // The log is JSON.
  const auto added =
      text::utf8::is_valid(path_)
          ? log.add(std::move(record), kept, sequence_)
          : Result<std::uint64_t>(Error{ErrorCode::Unsupported, "its name is not UTF-8"});
  if (added.ok()) {
    sequence_ = added.value();
    if (history_->step_ == 0) history_->step_ = sequence_;
    failure_.clear();
    return Ok{};
  }
  failure_ = added.error().message;
  // The attempt before did not happen, whatever becomes of this one.
  if (sequence_ != 0) log.conclude(sequence_, WriteState::Void);
  sequence_ = 0;
  return added.error();
}

void Recording::conclude(bool written) {
  if (sequence_ != 0 && (written || !stands_)) {
    history_->log_.conclude(sequence_, stands_ ? WriteState::Done : WriteState::Void);
  }
  if (written && stands_ && !failure_.empty()) {
    history_->warning_ = "this write to " + path_ + " cannot be undone: " + failure_;
  }
}

HistoryLimits history_limits(const base::Config& config) {
  return {.entries_max = static_cast<std::uint64_t>(config.integer("history.entries_max")),
          .bytes_max = static_cast<std::uint64_t>(config.integer("history.bytes_max"))};
}

History::History(const Setting& setting)
    : History(setting.root, *setting.clock, history_limits(setting.config)) {}

History::History(const fs::Root& root, const base::Clock& clock, const HistoryLimits& limits)
    : root_(&root), clock_(&clock), log_(root, limits) {}

Result<std::optional<fs::Root::AppendResult>> History::append(std::string_view verb,
                                                              std::string_view path,
                                                              const fs::Root::Compose& compose) {
  Recording recording(*this, verb, path);
  const bool fresh = !root_->exists(path);
  const fs::Root::Compose recorded =
      [&](std::string_view present) -> Result<std::optional<std::string>> {
    recording.begin();
    auto bytes = compose(present);
    if (!bytes.ok() || !bytes.value() || bytes.value()->empty()) return bytes;
    WriteRecord record = insertion(present.size(), *bytes.value());
    record.head_sha256 = hash(neck(present));
    record.whole_file = fresh && present.empty();
    static_cast<void>(recording.announce(std::move(record), {}).ok());  // Becomes a warning.
    return bytes;
  };
  return recording.conclude(root_->append(path, recorded));
}

Result<bool> History::replace(std::string_view verb, std::string_view path,
                              const fs::Root::Edit& edit) {
  Recording recording(*this, verb, path);
  const bool fresh = !root_->exists(path);
  const fs::Root::Edit recorded =
      [&](std::string_view present) -> Result<std::optional<std::string>> {
    recording.begin();
    auto content = edit(present);
    if (!content.ok() || !content.value() || *content.value() == present) return content;
    WriteRecord record;
    record.kind = WriteKind::Replace;
    record.length = content.value()->size();
    record.before_sha256 = hash(present);
    record.after_sha256 = hash(*content.value());
    record.whole_file = fresh && present.empty();
    static_cast<void>(recording.announce(std::move(record), present).ok());
    return content;
  };
  return recording.conclude(root_->replace(path, recorded));
}

Status History::put_entry(std::string_view verb, std::string_view path,
                          const workspace::PlaceEntry& place) {
  Recording recording(*this, verb, path);
  const bool fresh = !root_->exists(path);
  const auto announce = [&](std::string_view present, const workspace::EntryPiece& piece) {
    WriteRecord record = insertion(piece.at + piece.before.size(), piece.text);
    record.joined_sha256 = hash(piece.joined());
    record.head_sha256 = hash(neck(present.substr(0, piece.at)));
    record.id = piece.id;
    record.before_length = piece.before.size();
    record.after_length = piece.after.size();
    record.whole_file = fresh && present.empty();
    if (record.whole_file) record.start_shape = shape(piece.before + piece.after);
    static_cast<void>(recording.announce(std::move(record), {}).ok());
  };
  const workspace::PlaceEntry attempted = [&](std::string_view present) {
    recording.begin();
    return place(present);
  };
  return recording.conclude(workspace::put_entry(*root_, path, attempted, announce));
}

}  // namespace nacre::memory
