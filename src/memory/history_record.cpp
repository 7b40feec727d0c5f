#include "memory/history_record.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/json.h"

namespace nacre::memory {
namespace {

using base::Json;

constexpr std::size_t kCheckCharacters = 16;
constexpr std::size_t kNeckBytes = 128;
constexpr char kWrite = 'w', kDone = 'd', kVoid = 'v';
constexpr char kRewritten = 'b', kLetGo = 'g', kLost = 'x', kEnd = 'e';

std::string line_of(char letter, const std::string& rest) {
  return letter + base::hex(base::sha256(rest)).substr(0, kCheckCharacters) + " " + rest + "\n";
}

// A line that is whole, without its mark and checksum.
struct Line {
  char letter = 0;
  std::string_view rest;
};
std::optional<Line> checked(std::string_view line) {
  if (line.size() < kCheckCharacters + 2 || line[kCheckCharacters + 1] != ' ') return std::nullopt;
  const std::string_view rest = line.substr(kCheckCharacters + 2);
  const std::string check = base::hex(base::sha256(rest)).substr(0, kCheckCharacters);
  if (line.substr(1, kCheckCharacters) != check) return std::nullopt;
  return Line{line.front(), rest};
}

// Takes a number and the blank behind it from the front.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
  return number;
}

std::string_view name_of(WriteKind kind) {
  switch (kind) {
    case WriteKind::Insert:
      return "insert";
    case WriteKind::Cut:
      return "cut";
    case WriteKind::Replace:
      return "replace";
  }
  return "";
}

std::optional<WriteKind> kind_named(std::string_view name) {
  for (const WriteKind kind : {WriteKind::Insert, WriteKind::Cut, WriteKind::Replace}) {
    if (name == name_of(kind)) return kind;
  }
  return std::nullopt;
}

std::uint64_t number(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<WriteRecord> record_of(std::string_view rest) {
  WriteRecord record;
  const auto sequence = take_number(rest);
  const auto kept = take_number(rest);
  if (!sequence || !kept) return std::nullopt;
  const auto parsed = base::parse_json(rest);
  if (!parsed.ok() || !parsed.value().is_object()) return std::nullopt;
  const Json& json = parsed.value();
  const auto kind = kind_named(text(json, "kind"));
  if (!kind) return std::nullopt;
  record.sequence = *sequence;
  record.kept_bytes = *kept;
  record.kind = *kind;
  record.step = number(json, "step");
  const auto time = json.find("time");
  if (time != json.end() && time->is_number_integer()) record.time = {time->get<std::int64_t>()};
  record.verb = text(json, "verb");
  record.path = text(json, "path");
  record.id = text(json, "id");
  record.undoes = number(json, "undoes");
  record.redoes = number(json, "redoes");
  record.offset = number(json, "offset");
  record.length = number(json, "length");
  record.sha256 = text(json, "sha256");
  record.rolling = number(json, "rolling");
  record.before_length = number(json, "before_length");
  record.after_length = number(json, "after_length");
  record.joined_sha256 = text(json, "joined_sha256");
  record.start_shape = text(json, "start_shape");
  record.head_sha256 = text(json, "head_sha256");
  record.before_sha256 = text(json, "before_sha256");
  record.after_sha256 = text(json, "after_sha256");
  record.whole_file = number(json, "whole_file") != 0;
  record.closed = number(json, "closed") != 0;
  return record;
}

std::string range_line(char letter, const SequenceRange& range) {
  return line_of(letter, std::to_string(range.first) + " " + std::to_string(range.last));
}

std::optional<SequenceRange> range_of(std::string_view rest) {
  const auto first = take_number(rest);
  const auto last = take_number(rest);
  if (!first || !last || *last < *first) return std::nullopt;
  return SequenceRange{*first, *last};
}

// The number behind a member of the JSON in a line: quotes inside its texts are escaped.
std::uint64_t member(std::string_view line, std::string_view quoted_key) {
  const std::size_t at = line.find(quoted_key);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = line.substr(at + quoted_key.size());
  return take_number(rest).value_or(0);
}

template <typename Each>
void for_each_line(std::string_view log, const Each& each) {
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    if (end > 0) each(log.substr(0, end));
    log.remove_prefix(std::min(end + 1, log.size()));
  }
}

}  // namespace

std::string encode(const WriteRecord& record) {
  Json json;
  json["step"] = record.step;
  json["time"] = record.time.value;
  json["verb"] = record.verb;
  json["path"] = record.path;
  json["kind"] = name_of(record.kind);
  const auto add = [&](const char* key, std::uint64_t value) {
    if (value != 0) json[key] = value;
  };
  const auto add_text = [&](const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
  };
  add_text("id", record.id);
  add("undoes", record.undoes);
  add("redoes", record.redoes);
  add("offset", record.offset);
  add("length", record.length);
  add_text("sha256", record.sha256);
  add("rolling", record.rolling);
  add("before_length", record.before_length);
  add("after_length", record.after_length);
  add_text("joined_sha256", record.joined_sha256);
  add_text("start_shape", record.start_shape);
  add_text("head_sha256", record.head_sha256);
  add_text("before_sha256", record.before_sha256);
  add_text("after_sha256", record.after_sha256);
  add("whole_file", record.whole_file ? 1 : 0);
  add("closed", record.closed ? 1 : 0);
  return line_of(kWrite, std::to_string(record.sequence) + " " + std::to_string(record.kept_bytes) +
                             " " + base::dump_json(json));
}

std::string encode_state(WriteState state, std::uint64_t sequence) {
  return line_of(state == WriteState::Done ? kDone : kVoid, std::to_string(sequence));
}

std::string encode_rewritten(std::uint64_t records) {
  return line_of(kRewritten, std::to_string(records));
}

std::string encode_let_go(const SequenceRange& range) {
  return range_line(kLetGo, range);
}

std::string encode_lost(const SequenceRange& range) {
  return range_line(kLost, range);
}

std::string encode_end(std::uint64_t sequence) {
  return line_of(kEnd, std::to_string(sequence));
}

std::uint64_t decode_end(std::string_view text) {
  const auto line = checked(text.substr(0, text.find('\n')));
  if (!line || line->letter != kEnd) return 0;
  std::string_view rest = line->rest;
  return take_number(rest).value_or(0);
}

namespace {

// Reads the lines in their order, and sees which sequences are missing.
class LogReader {
 public:
  void take(std::string_view text) {
    const auto line = checked(text);
    if (!line) {
      damaged_ = true;
      return;
    }
    switch (line->letter) {
      case kWrite:
        if (auto record = record_of(line->rest)) take(std::move(*record));
        return;
      case kDone:
      case kVoid:
        take_state(line->letter == kDone ? WriteState::Done : WriteState::Void, line->rest);
        return;
      case kLetGo:
      case kLost:
        if (const auto range = range_of(line->rest)) take(*range, line->letter == kLost);
        return;
      default:
        return;
    }
  }

  DecodedLog finish(std::uint64_t end) {
    if (end >= next_) lose({std::max<std::uint64_t>(next_, 1), end});
    DecodedLog log{.records = {}, .lost = std::move(lost_)};
    log.records.reserve(records_.size());
    for (auto& [sequence, record] : records_) log.records.push_back(std::move(record));
    return log;
  }

 private:
  void take(WriteRecord record) {
    reach(record.sequence, record.sequence);
    records_.insert_or_assign(record.sequence, std::move(record));
  }
  void take(const SequenceRange& range, bool lost) {
    reach(range.first, range.last);
    if (lost) lose(range);
  }
  void take_state(WriteState state, std::string_view rest) {
    const auto sequence = take_number(rest);
    const auto found = sequence ? records_.find(*sequence) : records_.end();
    if (found != records_.end()) found->second.state = state;
  }
  // An old log may begin anywhere.
  void reach(std::uint64_t first, std::uint64_t last) {
    const bool gap = next_ == 0 ? damaged_ && first > 1 : first > next_;
    if (gap) lose({std::max<std::uint64_t>(next_, 1), first - 1});
    next_ = std::max(next_, last + 1);
  }
  void lose(const SequenceRange& range) {
    if (!lost_.empty() && lost_.back().last + 1 >= range.first) {
      lost_.back().last = std::max(lost_.back().last, range.last);
    } else {
      lost_.push_back(range);
    }
  }

  std::map<std::uint64_t, WriteRecord> records_;
  std::vector<SequenceRange> lost_;
  std::uint64_t next_ = 0;
  bool damaged_ = false;
};

}  // namespace

DecodedLog decode_log(std::string_view log, std::uint64_t end) {
  LogReader reader;
  for_each_line(log, [&](std::string_view line) { reader.take(line); });
  return reader.finish(end);
}

bool contains(const std::vector<SequenceRange>& ranges, std::uint64_t sequence) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const SequenceRange& range) {
    return range.first <= sequence && sequence <= range.last;
  });
}

std::uint64_t room_to_undo(const WriteRecord& record) {
  if (record.undoes != 0 || record.redoes != 0) return 0;
  return record.length + record.before_length + record.after_length;
}

LogSummary summarize(std::string_view log) {
  LogSummary summary;
  // Checksums only from the end back to the last whole record: sequences only grow.
  std::vector<std::string_view> numbered;
  for_each_line(log, [&](std::string_view line) {
    if (line.size() < kCheckCharacters + 2) return;
    std::string_view rest = line.substr(kCheckCharacters + 2);
    if (line.front() == kRewritten) summary.rewritten = take_number(rest).value_or(0);
    if (line.front() == kLetGo || line.front() == kLost) numbered.push_back(line);
    if (line.front() != kWrite) return;
    numbered.push_back(line);
    ++summary.records;
    if (take_number(rest)) summary.room_bytes += take_number(rest).value_or(0);
    if (member(rest, "\"undoes\":") != 0 || member(rest, "\"redoes\":") != 0) return;
    summary.room_bytes += member(rest, "\"length\":") + member(rest, "\"before_length\":") +
                          member(rest, "\"after_length\":");
  });
  for (auto line = numbered.rbegin(); line != numbered.rend(); ++line) {
    const auto whole = checked(*line);
    if (!whole) continue;
    std::string_view rest = whole->rest;
    summary.last_sequence = take_number(rest).value_or(0);
    if (whole->letter != kWrite) summary.last_sequence = take_number(rest).value_or(0);
    break;
  }
  return summary;
}

std::string_view neck(std::string_view head) {
  return head.substr(head.size() - std::min<std::size_t>(head.size(), kNeckBytes));
}

std::string shape(std::string_view text) {
  base::Sha256Hasher hasher;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r\n", at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    hasher.update(text.substr(at, end - at));
    at = end;
  }
  return base::hex(hasher.finish());
}

}  // namespace nacre::memory
