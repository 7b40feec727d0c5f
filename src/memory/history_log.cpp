#include "memory/history_log.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "workspace/templates.h"

namespace nacre::memory {
namespace {

constexpr std::string_view kDirectory = ".nacre/history";
constexpr std::string_view kLog = "/writes.log";
constexpr std::string_view kTemp = "/writes.tmp";
constexpr std::string_view kKept = ".kept";
constexpr std::uint64_t kLogBytesMax = std::uint64_t{256} << 20;
constexpr std::uint64_t kKeptBytesMax = fs::kWritableBytesMax;
constexpr int kLockWaitMs = 10'000;
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

// The records that stay when the oldest commands go until both bounds hold.
std::vector<WriteRecord> within(std::vector<WriteRecord> records, const HistoryLimits& limits,
                                std::uint64_t bytes_wanted) {
  std::uint64_t bytes = bytes_wanted;
  for (const WriteRecord& record : records) bytes += record.kept_bytes;
  std::size_t first = 0;
  while (first < records.size()) {
    const bool fits = records.size() - first <= limits.entries_max && bytes <= limits.bytes_max;
    const bool whole_step = first == 0 || records[first].step != records[first - 1].step;
    if (fits && whole_step) break;
    bytes -= records[first++].kept_bytes;
  }
  records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(first));
  return records;
}

void drop_void(std::vector<WriteRecord>& records) {
  records.erase(
      std::remove_if(records.begin(), records.end(),
                     [](const WriteRecord& record) { return record.state == WriteState::Void; }),
      records.end());
}

std::string encode_all(const std::vector<WriteRecord>& records) {
  std::string text;
  for (const WriteRecord& record : records) {
    text += encode(record);
    if (record.state != WriteState::Announced) text += encode_state(record.state, record.sequence);
  }
  return text;
}

// Takes away what no record names. What stays is a blemish that the next one finds.
void remove_orphans(fs::FileSystem& files, const std::string& directory,
                    const std::vector<WriteRecord>& records) {
  std::set<std::string> named;
  for (const WriteRecord& record : records) {
    if (record.kept_bytes > 0) named.insert(std::to_string(record.sequence) + std::string(kKept));
  }
  const auto entries = files.list(directory);
  if (!entries.ok()) return;
  for (const fs::DirectoryEntry& entry : entries.value()) {
    if (!entry.name.ends_with(kKept) || named.contains(entry.name)) continue;
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

Result<std::vector<WriteRecord>> HistoryLog::read() const {
  auto text = root_->files().read(NACRE_TRY(directory()) + std::string(kLog), kLogBytesMax);
  if (!text.ok()) {
    if (text.error().code == ErrorCode::NotFound) return std::vector<WriteRecord>();
    return std::move(text).error();
  }
  std::vector<WriteRecord> records = decode_log(text.value());
  drop_void(records);
  return within(std::move(records), limits_, 0);
}

// Writes the log anew without what the bounds no longer allow. `log` as it was when that
// fails: a long history is no reason to lose a record.
std::unique_ptr<fs::LockedFile> HistoryLog::compacted(std::unique_ptr<fs::LockedFile> log,
                                                      const std::string& directory,
                                                      std::string& text,
                                                      std::uint64_t bytes_wanted) const {
  fs::FileSystem& files = root_->files();
  std::vector<WriteRecord> records = decode_log(text);
  drop_void(records);
  records = within(std::move(records), limits_, bytes_wanted);
  std::string shorter = encode_all(records);
  const std::string temp = directory + std::string(kTemp);
  auto fresh = write_private(files, temp, shorter);
  if (!fresh.ok()) return log;
  if (!files.rename(temp, directory + std::string(kLog)).ok()) return log;
  // A name that a power cut takes back is that of the longer log: nothing is lost. Only
  // what it names must stay, so the directory comes before the removals.
  if (files.sync_directory(directory).ok()) remove_orphans(files, directory, records);
  text = std::move(shorter);
  return std::move(fresh).value();
}

Result<std::uint64_t> HistoryLog::add(WriteRecord record, std::string_view kept,
                                      std::uint64_t instead_of) const {
  if (kept.size() > limits_.bytes_max) {
    return Error{ErrorCode::ResourceExhausted,
                 "what it replaces is longer than history.bytes_max (" +
                     std::to_string(limits_.bytes_max) + " bytes)"};
  }
  fs::FileSystem& files = root_->files();
  const std::string directory = NACRE_TRY(make_directory());
  const std::string path = directory + std::string(kLog);
  const bool fresh = !files.stat(path, false).ok();
  auto log = NACRE_TRY(files.lock(path, true, kLockWaitMs));
  if (fresh) NACRE_TRY(files.close_to_others(path));
  std::string text = NACRE_TRY(log->read_all());
  const LogSummary summary = summarize(text);
  const std::uint64_t slack = std::max(kSlackMin, limits_.entries_max / 8);
  if (summary.records >= limits_.entries_max + slack ||
      summary.kept_bytes + kept.size() > limits_.bytes_max) {
    log = compacted(std::move(log), directory, text, kept.size());
  }

  record.sequence = summary.last_sequence + 1;
  if (record.step == 0) record.step = record.sequence;
  record.kept_bytes = kept.size();
  if (!kept.empty()) {
    const std::string name = "/" + std::to_string(record.sequence) + std::string(kKept);
    NACRE_TRY(write_private(files, directory + name, kept));
  }
  std::string lines;
  if (!text.empty() && !text.ends_with('\n')) lines += '\n';  // A torn one ends here.
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
  return root_->read(kept_name(record.sequence), kKeptBytesMax);
}

std::string HistoryLog::kept_name(std::uint64_t sequence) const {
  return std::string(kDirectory) + "/" + std::to_string(sequence) + std::string(kKept);
}

}  // namespace nacre::memory
