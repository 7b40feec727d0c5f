#include "index/delta.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <unordered_map>

#include "base/hash.h"
#include "index/schema.h"
#include "index/unit_signals.h"

namespace nacre::index {
namespace {

constexpr std::size_t kPartitionsMax = lexical::kDeadPartition;

// What postings depend on; units of one key are the same unit wherever they are.
std::string content_key(const StoredUnit& stored) {
  std::string key(1, static_cast<char>(stored.unit.kind));
  key += stored.content_hash;
  key += std::to_string(stored.speaker_bytes);
  return key + heading_text(stored.unit);
}

std::uint16_t saturate(std::uint32_t value) {
  return static_cast<std::uint16_t>(
      std::min<std::uint32_t>(value, std::numeric_limits<std::uint16_t>::max()));
}

// MEMORY.md, USER.md and the like stay true; other notes age by their date.
bool is_evergreen(Layer layer, bool dated) {
  return !dated || layer == Layer::LongTerm || layer == Layer::Profile ||
         layer == Layer::Instructions;
}

lexical::UnitRecord record_of(const StoredUnit& stored, const text::SourceAttributes& source,
                              bool chat) {
  const text::Unit& unit = stored.unit;
  const std::optional<CivilDay> day = unit.date ? unit.date : source.date;
  lexical::UnitRecord record;
  record.file = stored.file;
  record.ordinal = unit.ordinal;
  record.day = day ? day->days : lexical::kNoDay;
  record.length = stored.length;
  record.heading_length = stored.heading_length;
  record.partition = stored.partition;
  record.kind = static_cast<std::uint8_t>(unit.kind);
  record.layer = static_cast<std::uint8_t>(source.layer);
  record.importance = static_cast<std::uint8_t>(std::clamp(unit.importance.value_or(0), 0, 10));
  if (!unit.valid.open()) record.flags |= lexical::kHasValidity;
  if (!unit.id.empty()) record.flags |= lexical::kHasId;
  if (!unit.supersedes.empty()) record.flags |= lexical::kSupersedes;
  if (is_evergreen(source.layer, day.has_value())) record.flags |= lexical::kEvergreen;
  if (chat && unit.kind != text::UnitKind::Title) {
    const std::string_view words = std::string_view(unit.text).substr(stored.speaker_bytes);
    record.flags |= lexical::kChat;
    if (names_time(words)) record.flags |= lexical::kNamesTime;
    if (names_number(words)) record.flags |= lexical::kNamesNumber;
    record.questions = question_share(words);
  }
  return record;
}

// Old units by content, the earliest first.
class Leftovers {
 public:
  explicit Leftovers(std::vector<StoredUnit> old) : old_(std::move(old)), taken_(old_.size()) {
    for (std::size_t i = 0; i < old_.size(); ++i) by_key_[content_key(old_[i])].push_back(i);
  }

  const StoredUnit* take(const std::string& key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end() || found->second.empty()) return nullptr;
    const std::size_t i = found->second.front();
    found->second.pop_front();
    taken_[i] = true;
    return &old_[i];
  }

  std::vector<UnitId> rest() const {
    std::vector<UnitId> ids;
    for (std::size_t i = 0; i < old_.size(); ++i) {
      if (!taken_[i]) ids.push_back(old_[i].id);
    }
    return ids;
  }

 private:
  std::vector<StoredUnit> old_;
  std::vector<bool> taken_;
  std::unordered_map<std::string, std::deque<std::size_t>> by_key_;
};

}  // namespace

std::string not_text(const text::SourceContent& content) {
  if (content.replaced > 0) {
    return std::to_string(content.replaced) + " byte sequences are not UTF-8";
  }
  return content.undecodable ? "it holds NUL bytes, as no text does" : "";
}

namespace {

// Whether a kept unit's row is already what it should be.
bool same_row(const StoredUnit& old, const StoredUnit& now) {
  StoredUnit without_text = now;
  without_text.unit.text.clear();
  return old == without_text;
}

std::string replacement_note(const text::SourceContent& content) {
  const std::string what = not_text(content);
  if (what.empty()) return {};
  return content.undecodable ? what + "; what could be read is indexed"
                             : what + " and were replaced";
}

}  // namespace

Result<Counters> read_counters(db::Database& database) {
  Counters counters;
  counters.generation = NACRE_TRY(meta_number(database, kGeneration));
  counters.next_unit = NACRE_TRY(meta_number(database, kNextUnit));
  counters.next_file = NACRE_TRY(meta_number(database, kNextFile));
  counters.dead_units = NACRE_TRY(meta_number(database, kDeadUnits));
  return counters;
}

DeltaPlanner::DeltaPlanner(db::Database& database, Counters counters,
                           std::vector<guard::Attributes> partitions)
    : database_(&database),
      counters_(counters),
      partitions_(std::move(partitions)),
      partitions_known_(partitions_.size()) {
  for (std::size_t id = 0; id < partitions_.size(); ++id) {
    partition_ids_.emplace(partitions_[id], static_cast<std::uint16_t>(id));
  }
}

Result<DeltaPlanner> DeltaPlanner::make(db::Database& database) {
  const Counters counters = NACRE_TRY(read_counters(database));
  return DeltaPlanner(database, counters, NACRE_TRY(read_partitions(database)));
}

Result<std::optional<FileRow>> DeltaPlanner::find_file(std::string_view source,
                                                       std::string_view path) {
  db::Statement rows = NACRE_TRY(database_->prepare("SELECT " NACRE_FILE_COLUMNS
                                                    " FROM files WHERE path = ?1 AND source = ?2"));
  rows.bind(1, path).bind(2, source);
  const bool found = NACRE_TRY(rows.step());
  if (!found) return std::optional<FileRow>();
  return std::optional<FileRow>(NACRE_TRY(read_file_row(rows)));
}

Result<PlannedFile> DeltaPlanner::plan(FileDelta& delta) {
  PlannedFile planned;
  planned.kind = delta.kind;
  std::optional<FileRow> row = NACRE_TRY(find_file(delta.source, delta.path));
  if (!delta.moved_from.empty()) {
    std::optional<FileRow> from = NACRE_TRY(find_file(delta.source, delta.moved_from));
    if (from && !row) {
      row = std::move(from);
    } else if (from) {
      NACRE_TRY(kill_units(from->id, planned));
      planned.removed_files.push_back(from->id);
    }
  }
  planned.row_exists = row.has_value();
  if (row) {
    planned.row = std::move(*row);
  } else if (delta.kind == FileDelta::Kind::Put || delta.kind == FileDelta::Kind::Fail) {
    if (counters_.next_file >= std::numeric_limits<std::uint32_t>::max()) {
      return Error{ErrorCode::ResourceExhausted, "the index has no file ids left",
                   "run `nacre index --rebuild`"};
    }
    planned.row.id = static_cast<std::uint32_t>(counters_.next_file++);
    planned.row.source = delta.source;
    planned.row.attributes = delta.content.attributes;
  }
  planned.row.path = delta.path;
  planned.row.indexed_at_ns = delta.indexed_at_ns;
  switch (delta.kind) {
    case FileDelta::Kind::Put:
      NACRE_TRY(plan_put(delta, planned));
      break;
    case FileDelta::Kind::Remove:
      if (!planned.row_exists) break;
      NACRE_TRY(kill_units(planned.row.id, planned));
      planned.removed_files.push_back(planned.row.id);
      break;
    case FileDelta::Kind::Touch:
      planned.row.stamp = delta.stamp;
      break;
    case FileDelta::Kind::Fail:
      planned.row.stamp = delta.stamp;
      planned.row.state = FileState::Failed;
      planned.row.reason = delta.reason;
      break;
  }
  return planned;
}

Status DeltaPlanner::plan_put(FileDelta& delta, PlannedFile& planned) {
  text::SourceContent& content = delta.content;
  FileRow& row = planned.row;
  Leftovers old(planned.row_exists ? NACRE_TRY(read_units_of(*database_, row.id, WithText::No))
                                   : std::vector<StoredUnit>());
  row.stamp = content.stamp;
  row.content_hash = content.content_hash;
  row.attributes = content.attributes;
  row.state = content.undecodable ? FileState::Undecodable : FileState::Indexed;
  row.reason = replacement_note(content);
  row.units = 0;

  const std::vector<std::uint16_t> speakers = speaker_prefixes(content.units);
  planned.units.reserve(content.units.size());
  for (text::Unit& unit : content.units) {
    if (unit.kind != text::UnitKind::Title) ++row.units;
    PlannedUnit& one = planned.units.emplace_back();
    const base::Sha256 hash = base::sha256(unit.text);
    one.stored.content_hash.assign(hash.begin(), hash.end());
    one.stored.file = row.id;
    one.stored.partition = NACRE_TRY(partition_of(guard::attributes_of(row.attributes, unit)));
    if (!speakers.empty()) one.stored.speaker_bytes = speakers[planned.units.size() - 1];
    one.stored.unit = std::move(unit);
    const StoredUnit* const kept = old.take(content_key(one.stored));
    if (kept != nullptr) {
      one.stored.id = kept->id;
      one.stored.length = kept->length;
      one.stored.heading_length = kept->heading_length;
      one.stored.created_at = kept->created_at;
      one.moved = !same_row(*kept, one.stored);
    } else {
      if (counters_.next_unit >= std::numeric_limits<UnitId>::max()) {
        return Error{ErrorCode::ResourceExhausted, "the index has no unit ids left",
                     "run `nacre index --rebuild`"};
      }
      one.is_new = true;
      one.stored.id = static_cast<UnitId>(counters_.next_unit++);
      one.stored.created_at = delta.indexed_at_ns / 1'000'000;
    }
    one.record = record_of(one.stored, row.attributes, !speakers.empty());
  }
  const std::vector<UnitId> dead = old.rest();
  planned.dead.insert(planned.dead.end(), dead.begin(), dead.end());
  counters_.dead_units += static_cast<std::int64_t>(dead.size());
  return Ok{};
}

Status DeltaPlanner::kill_units(std::uint32_t file, PlannedFile& planned) {
  for (const StoredUnit& unit : NACRE_TRY(read_units_of(*database_, file, WithText::No))) {
    planned.dead.push_back(unit.id);
    ++counters_.dead_units;
  }
  return Ok{};
}

Result<std::uint16_t> DeltaPlanner::partition_of(const guard::Attributes& attributes) {
  const auto found = partition_ids_.find(attributes);
  if (found != partition_ids_.end()) return found->second;
  if (partitions_.size() >= kPartitionsMax) {
    return Error{ErrorCode::ResourceExhausted, "the index holds " + std::to_string(kPartitionsMax) +
                                                   " combinations of owner and visibility"};
  }
  const auto id = static_cast<std::uint16_t>(partitions_.size());
  partitions_.push_back(attributes);
  partition_ids_.emplace(attributes, id);
  return id;
}

void tokenize(PlannedUnit& planned, lexical::PostingsWriter& postings) {
  using lexical::Field;
  if (!planned.is_new) return;
  StoredUnit& stored = planned.stored;
  if (stored.unit.kind == text::UnitKind::Title) {
    stored.heading_length = saturate(postings.add(stored.id, Field::Title, stored.unit.text));
  } else {
    const std::string_view text = stored.unit.text;
    const std::string_view speaker = text.substr(0, stored.speaker_bytes);
    if (!speaker.empty()) postings.add(stored.id, Field::Speaker, speaker);
    stored.length =
        saturate(postings.add(stored.id, Field::Body, text.substr(stored.speaker_bytes)));
    const std::string heading = heading_text(stored.unit);
    if (!heading.empty()) {
      stored.heading_length = saturate(postings.add(stored.id, Field::Heading, heading));
    }
  }
  planned.record.length = stored.length;
  planned.record.heading_length = stored.heading_length;
}

}  // namespace nacre::index
