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
  return record;
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
  return line_of(kWrite, std::to_string(record.sequence) + " " + std::to_string(record.kept_bytes) +
                             " " + base::dump_json(json));
}

std::string encode_state(WriteState state, std::uint64_t sequence) {
  return line_of(state == WriteState::Done ? kDone : kVoid, std::to_string(sequence));
}

std::vector<WriteRecord> decode_log(std::string_view log) {
  std::map<std::uint64_t, WriteRecord> records;
  for_each_line(log, [&](std::string_view text) {
    const auto line = checked(text);
    if (!line) return;
    if (line->letter == kWrite) {
      auto record = record_of(line->rest);
      if (record) records.insert_or_assign(record->sequence, std::move(*record));
      return;
    }
    if (line->letter != kDone && line->letter != kVoid) return;
    std::string_view rest = line->rest;
    const auto sequence = take_number(rest);
    const auto found = sequence ? records.find(*sequence) : records.end();
    if (found == records.end()) return;
    found->second.state = line->letter == kDone ? WriteState::Done : WriteState::Void;
  });
  std::vector<WriteRecord> sorted;
  sorted.reserve(records.size());
  for (auto& [sequence, record] : records) sorted.push_back(std::move(record));
  return sorted;
}

LogSummary summarize(std::string_view log) {
  LogSummary summary;
  // Checksums only from the end back to the last whole record: sequences only grow.
  std::vector<std::string_view> writes;
  for_each_line(log, [&](std::string_view line) {
    if (line.front() != kWrite || line.size() < kCheckCharacters + 2) return;
    writes.push_back(line);
    std::string_view rest = line.substr(kCheckCharacters + 2);
    if (take_number(rest)) summary.kept_bytes += take_number(rest).value_or(0);
  });
  summary.records = writes.size();
  for (auto line = writes.rbegin(); line != writes.rend(); ++line) {
    const auto whole = checked(*line);
    if (!whole) continue;
    std::string_view rest = whole->rest;
    summary.last_sequence = take_number(rest).value_or(0);
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
