#include "memory/history_log.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/hash.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

constexpr std::string_view kDirectory = ".nacre/history";
constexpr std::string_view kLog = "/writes.log";
constexpr std::string_view kTemp = "/writes.tmp";
constexpr std::string_view kEnd = "/writes.end";
constexpr std::string_view kUndoLock = "/undo.lock";
constexpr std::string_view kKept = ".kept";
constexpr std::uint64_t kLogBytesMax = std::uint64_t{256} << 20;
constexpr std::uint64_t kKeptBytesMax = fs::kWritableBytesMax;
constexpr std::uint64_t kEndBytesMax = 4096;
constexpr int kLockWaitMs = 10'000;
constexpr int kUndoWaitMs = 60'000;
// Records beyond the bound before the log is written anew: an eighth, so that this costs
// little per record.
constexpr std::uint64_t kSlackMin = 16;

// Writes a private file whole, over whatever is left there.
Result<std::unique_ptr<fs::LockedFile>> write_private(fs::FileSystem& files,
                                                      const std::string& path,
                                                      std::string_view bytes) {
  auto file = NACRE_TRY(files.lock(path, true, kLockWaitMs));
  NACRE_TRY(files.close_to_others(path));
  NACRE_TRY(file->truncate(0));
  NACRE_TRY(file->write_at(0, bytes));
  NACRE_TRY(file->sync());
  return file;
}

// After the record is safe, and not synced: what a power cut leaves of it is an older number,
// or nothing.
void note_end(fs::FileSystem& files, const std::string& directory, std::uint64_t sequence) {
  const std::string path = directory + std::string(kEnd);
  const bool fresh = !files.stat(path, false).ok();
  const auto file = files.lock(path, true, 0);
  if (!file.ok()) return;
  if (fresh) static_cast<void>(files.close_to_others(path).ok());
  static_cast<void>(file.value()->write_at(0, encode_end(sequence)).ok());
}

std::uint64_t noted_end(fs::FileSystem& files, const std::string& directory) {
  const auto text = files.read(directory + std::string(kEnd), kEndBytesMax);
  return text.ok() ? decode_end(text.value()) : 0;
}

Error no_room(std::string message) {
  return Error{ErrorCode::ResourceExhausted, std::move(message),
               "raise history.bytes_max, then try again"};
}

// Takes away what no record names. What stays is a blemish that the next one finds.
void remove_orphans(fs::FileSystem& files, const std::string& directory,
                    const std::vector<WriteRecord>& records,
                    const std::vector<SequenceRange>& lost) {
  std::set<std::string> named;
  for (const WriteRecord& record : records) {
    if (record.kept_bytes > 0) named.insert(std::to_string(record.sequence) + std::string(kKept));
  }
  const auto entries = files.list(directory);
  if (!entries.ok()) return;
  for (const fs::DirectoryEntry& entry : entries.value()) {
    if (!entry.name.ends_with(kKept) || named.contains(entry.name)) continue;
    std::uint64_t sequence = 0;
    std::from_chars(entry.name.data(), entry.name.data() + entry.name.size(), sequence);
    if (contains(lost, sequence)) continue;  // Somebody's text, whose record was damaged.
    static_cast<void>(files.remove(directory + "/" + entry.name).ok());
  }
}

}  // namespace

Result<std::string> HistoryLog::directory() const {
  return root_->resolve(kDirectory);
}

Result<std::string> HistoryLog::make_directory() const {
  std::string path = NACRE_TRY(directory());
  if (root_->files().stat(path, false).ok()) return path;
  NACRE_TRY(workspace::hide_state_from_git(*root_));
  NACRE_TRY(fs::make_private_directory(root_->files(), path));
  return path;
}

Result<HistoryLog::Contents> HistoryLog::read() const {
  const std::string where = NACRE_TRY(directory());
  fs::FileSystem& files = root_->files();
  const auto found = files.stat(where + std::string(kLog), false);
  if (!found.ok() && !files.stat(where, false).ok()) return Contents{};
  // Before the log, which may grow meanwhile.
  const std::uint64_t end = noted_end(files, where);
  auto text = files.read(where + std::string(kLog), kLogBytesMax);
  if (!text.ok()) {
    const bool directory_stands = files.list(where).ok();
    if (text.error().code == ErrorCode::NotFound && !found.ok() && directory_stands) {
      return Contents{};
    }
    return Error{ErrorCode::Corruption, "the history cannot be read: " + text.error().message,
                 "set .nacre/history aside: nothing earlier can be undone then"};
  }
  DecodedLog log = decode_log(text.value(), end);
  return Contents{.records = within(log, limits_).records, .lost = std::move(log.lost)};
}

Result<std::unique_ptr<fs::LockedFile>> HistoryLog::lock_for_undo() const {
  const std::string where = NACRE_TRY(directory());
  const std::string path = where + std::string(kUndoLock);
  const auto found = root_->files().stat(where, true);
  if (!found.ok() || found.value().kind != fs::FileKind::Directory) {
    return std::unique_ptr<fs::LockedFile>();
  }
  const bool fresh = !root_->files().stat(path, false).ok();
  auto lock = NACRE_TRY(root_->files().lock(path, true, kUndoWaitMs));
  if (fresh) NACRE_TRY(root_->files().close_to_others(path));
  return lock;
}

// Writes the log anew without what the bounds no longer allow. `log` as it was when that
// fails: a long history is no reason to lose a record.
Result<std::unique_ptr<fs::LockedFile>> HistoryLog::compacted(std::unique_ptr<fs::LockedFile> log,
                                                              const std::string& directory,
                                                              std::string& text, std::uint64_t end,
                                                              const Incoming* incoming) const {
  fs::FileSystem& files = root_->files();
  const DecodedLog decoded = decode_log(text, end);
  const Remembered stays = within(decoded, limits_, incoming);
  if (incoming != nullptr && stays.room + incoming->room > limits_.bytes_max) {
    return no_room("undoing it needs more room than what was undone leaves of history.bytes_max (" +
                   std::to_string(limits_.bytes_max) + " bytes)");
  }
  const std::uint64_t last = std::max(summarize(text).last_sequence, end);
  std::string shorter = encode_log(stays.records, decoded.lost, last);
  const std::string temp = directory + std::string(kTemp);
  auto fresh = write_private(files, temp, shorter);
  if (!fresh.ok()) return log;
  if (!files.rename(temp, directory + std::string(kLog)).ok()) return log;
  // A name that a power cut takes back is that of the longer log: nothing is lost. Only
  // what it names must stay, so the directory comes before the removals.
  if (files.sync_directory(directory).ok()) {
    remove_orphans(files, directory, stays.records, decoded.lost);
  }
  text = std::move(shorter);
  return fresh;
}

// Of an undo: nothing makes way for it.
Status HistoryLog::check_room(const WriteRecord& record, std::uint64_t kept_bytes,
                              const DecodedLog& log) const {
  const auto write =
      std::find_if(log.records.begin(), log.records.end(),
                   [&](const WriteRecord& other) { return other.sequence == record.undoes; });
  const std::uint64_t reserved = write == log.records.end() ? 0 : room_to_undo(*write);
  if (kept_bytes <= reserved) return Ok{};
  if (within(log, limits_).room - reserved + kept_bytes <= limits_.bytes_max) return Ok{};
  return no_room("what it takes out does not fit into history.bytes_max (" +
                 std::to_string(limits_.bytes_max) + " bytes)");
}

Result<std::unique_ptr<fs::LockedFile>> HistoryLog::with_room(std::unique_ptr<fs::LockedFile> log,
                                                              const std::string& directory,
                                                              std::string& text, std::uint64_t end,
                                                              const WriteRecord& record,
                                                              std::uint64_t kept_bytes) const {
  const LogSummary summary = summarize(text);
  const std::uint64_t slack = std::max(kSlackMin, limits_.entries_max / 8);
  const bool long_log = summary.records >= std::max(limits_.entries_max, summary.rewritten) + slack;
  const Incoming incoming{.step = record.step, .room = kept_bytes + room_to_undo(record)};
  const bool wide = summary.room_bytes + incoming.room > limits_.bytes_max;
  if (record.undoes != 0 || record.redoes != 0) {
    if (kept_bytes > 0) NACRE_TRY(check_room(record, kept_bytes, decode_log(text, end)));
    if (!long_log && !wide) return log;
    return compacted(std::move(log), directory, text, end, nullptr);
  }
  if (incoming.room > limits_.bytes_max) {
    return no_room("undoing it needs more room than history.bytes_max (" +
                   std::to_string(limits_.bytes_max) + " bytes)");
  }
  if (!long_log && !wide) return log;
  return compacted(std::move(log), directory, text, end, &incoming);
}

Result<std::uint64_t> HistoryLog::add(WriteRecord record, std::string_view kept,
                                      std::uint64_t instead_of) const {
  fs::FileSystem& files = root_->files();
  const std::string directory = NACRE_TRY(make_directory());
  const std::string path = directory + std::string(kLog);
  const bool fresh = !files.stat(path, false).ok();
  auto log = NACRE_TRY(files.lock(path, true, kLockWaitMs));
  if (fresh) NACRE_TRY(files.close_to_others(path));
  std::string text = NACRE_TRY(log->read_all());
  const std::uint64_t end = noted_end(files, directory);
  log = NACRE_TRY(with_room(std::move(log), directory, text, end, record, kept.size()));
  const std::uint64_t present = summarize(text).last_sequence;

  record.sequence = std::max(present, end) + 1;
  if (record.step == 0) record.step = record.sequence;
  record.kept_bytes = kept.size();
  if (!kept.empty()) {
    const std::string name = "/" + std::to_string(record.sequence) + std::string(kKept);
    NACRE_TRY(write_private(files, directory + name, kept));
  }
  std::string lines;
  if (!text.empty() && !text.ends_with('\n')) lines += '\n';  // A torn one ends here.
  // Its end was cut off.
  if (end > present && !fresh) lines += encode_lost({present + 1, end});
  if (instead_of != 0) lines += encode_state(WriteState::Void, instead_of);
  lines += encode(record);
  const Status written = [&]() -> Status {
    NACRE_TRY(log->write_at(text.size(), lines));
    NACRE_TRY(log->sync());
    // The name of the log, or of what was kept.
    if (fresh || !kept.empty()) NACRE_TRY(files.sync_directory(directory));
    return Ok{};
  }();
  if (!written.ok()) {
    // The caller goes on without it, so no half of it may stay and no whole one count.
    static_cast<void>(log->truncate(text.size()).ok());
    return written.error();
  }
  note_end(files, directory, record.sequence);
  return record.sequence;
}

void HistoryLog::conclude(std::uint64_t sequence, WriteState state) const {
  const auto path = directory();
  if (!path.ok()) return;
  const auto log = root_->files().lock(path.value() + std::string(kLog), false, kLockWaitMs);
  if (!log.ok()) return;
  const auto size = log.value()->size();
  if (!size.ok() || size.value() == 0) return;
  // A line of its own, also behind a torn one.
  const std::string line = "\n" + encode_state(state, sequence);
  static_cast<void>(log.value()->write_at(size.value(), line).ok());
}

Result<std::string> HistoryLog::kept(const WriteRecord& record) const {
  if (record.kept_bytes == 0) return std::string();
  const std::string name = kept_name(record.sequence);
  auto text = root_->read(name, kKeptBytesMax);
  if (!text.ok()) {
    return Error{ErrorCode::Corruption, "'" + name + "' cannot be read: " + text.error().message,
                 "nothing was changed"};
  }
  const std::string& expected =
      record.kind == WriteKind::Replace ? record.before_sha256 : record.sha256;
  if (text.value().size() == record.kept_bytes &&
      (expected.empty() || base::hex(base::sha256(text.value())) == expected)) {
    return text;
  }
  return Error{ErrorCode::Corruption, "'" + name + "' was changed since it was kept",
               "nothing was changed; read it, and take over by hand what is right"};
}

std::string HistoryLog::kept_name(std::uint64_t sequence) const {
  return std::string(kDirectory) + "/" + std::to_string(sequence) + std::string(kKept);
}

}  // namespace nacre::memory
