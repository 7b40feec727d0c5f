#include "index/rows.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/json.h"

namespace nacre::index {
namespace {

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string to_string(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Reads columns of one row in a row; the first impossible one makes `ok` false.
class Columns {
 public:
  explicit Columns(const db::Statement& row) : row_(&row) {}

  template <typename T>
  T number(std::int64_t maximum = static_cast<std::int64_t>(std::numeric_limits<T>::max())) {
    const std::int64_t value = row_->integer(next_++);
    if (value < 0 || value > maximum) ok_ = false;
    return ok_ ? static_cast<T>(value) : T{};
  }
  std::int64_t integer() { return row_->integer(next_++); }
  std::string text() { return std::string(row_->text(next_++)); }
  std::string blob() { return to_string(row_->blob(next_++)); }
  template <typename Enum>
  Enum choice(Enum last) {
    return static_cast<Enum>(number<std::uint8_t>(static_cast<std::uint8_t>(last)));
  }
  bool next_is_null() {
    if (!row_->is_null(next_)) return false;
    ++next_;
    return true;
  }
  void fail() { ok_ = false; }

  Status done(std::string_view table) const {
    if (ok_) return Ok{};
    return Error{ErrorCode::Corruption, "table " + std::string(table) + ": impossible value"};
  }

 private:
  const db::Statement* row_;
  int next_ = 0;
  bool ok_ = true;
};

std::vector<std::string> strings(const base::Json& object, const char* key) {
  std::vector<std::string> out;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return out;
  for (const auto& item : *found) {
    if (item.is_string()) out.push_back(item.get<std::string>());
  }
  return out;
}

std::string string_at(const base::Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int32_t> number_at(const base::Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int32_t>();
}

std::optional<CivilDay> day_at(const base::Json& object, const char* key) {
  const auto number = number_at(object, key);
  if (!number) return std::nullopt;
  return CivilDay{*number};
}

// nullopt: there are none, the usual case, which costs no JSON.
std::optional<std::string> names_json(const text::SourceAttributes& attributes) {
  if (attributes.aliases.empty() && attributes.tags.empty() && attributes.links.empty()) {
    return std::nullopt;
  }
  base::Json json = base::Json::object();
  if (!attributes.aliases.empty()) json["aliases"] = attributes.aliases;
  if (!attributes.tags.empty()) json["tags"] = attributes.tags;
  if (!attributes.links.empty()) json["links"] = attributes.links;
  return base::dump_json(json);
}

std::optional<std::string> attributes_json(const text::Unit& unit) {
  base::Json json = base::Json::object();
  if (!unit.id.empty()) json["id"] = unit.id;
  if (unit.importance) json["importance"] = *unit.importance;
  if (!unit.triggers.empty()) json["triggers"] = unit.triggers;
  if (!unit.tags.empty()) json["tags"] = unit.tags;
  if (!unit.project.empty()) json["project"] = unit.project;
  if (unit.visibility) json["visibility"] = static_cast<int>(*unit.visibility);
  if (unit.date) json["day"] = unit.date->days;
  if (unit.valid.first) json["valid_first"] = unit.valid.first->days;
  if (unit.valid.last) json["valid_last"] = unit.valid.last->days;
  if (!unit.supersedes.empty()) json["supersedes"] = unit.supersedes;
  if (json.empty()) return std::nullopt;
  return base::dump_json(json);
}

Status parse_attributes(std::string_view text, text::Unit& unit) {
  const base::Json json = NACRE_TRY(base::parse_json(text));
  if (!json.is_object()) return Error{ErrorCode::Corruption, "table units: bad attributes"};
  unit.id = string_at(json, "id");
  unit.importance = number_at(json, "importance");
  unit.triggers = strings(json, "triggers");
  unit.tags = strings(json, "tags");
  unit.project = string_at(json, "project");
  const auto visibility = number_at(json, "visibility");
  if (visibility) {
    // Fail closed: an unknown value hides.
    const bool known = *visibility >= 0 && *visibility <= static_cast<int>(Visibility::Public);
    unit.visibility = known ? static_cast<Visibility>(*visibility) : Visibility::Private;
  }
  unit.date = day_at(json, "day");
  unit.valid = {day_at(json, "valid_first"), day_at(json, "valid_last")};
  unit.supersedes = string_at(json, "supersedes");
  return Ok{};
}

#define NACRE_UNIT_COLUMNS                                                                \
  "id, file, ordinal, kind, start_line, end_line, begin_byte, end_byte, overlap_bytes, "  \
  "partition, length, heading_length, speaker_bytes, created_at, content_hash, heading, " \
  "attributes"

Result<StoredUnit> read_unit_row(const db::Statement& row, WithText with_text) {
  Columns columns(row);
  StoredUnit stored;
  stored.id = columns.number<std::uint32_t>();
  stored.file = columns.number<std::uint32_t>();
  stored.unit.ordinal = columns.number<std::uint32_t>();
  stored.unit.kind = columns.choice(text::UnitKind::Title);
  stored.unit.start_line = columns.number<std::uint32_t>();
  stored.unit.end_line = columns.number<std::uint32_t>();
  stored.unit.begin = columns.number<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  stored.unit.end = columns.number<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  stored.unit.overlap_bytes = columns.number<std::uint32_t>();
  stored.partition = columns.number<std::uint16_t>();
  stored.length = columns.number<std::uint16_t>();
  stored.heading_length = columns.number<std::uint16_t>();
  stored.speaker_bytes = columns.number<std::uint16_t>();
  stored.created_at = columns.integer();
  stored.content_hash = columns.blob();
  stored.unit.heading = columns.text();
  if (!columns.next_is_null()) NACRE_TRY(parse_attributes(columns.text(), stored.unit));
  if (with_text == WithText::Yes) stored.unit.text = columns.text();
  NACRE_TRY(columns.done("units"));
  return stored;
}

}  // namespace

Result<FileRow> read_file_row(const db::Statement& row) {
  Columns columns(row);
  FileRow file;
  file.id = columns.number<std::uint32_t>();
  file.source = columns.text();
  file.path = columns.text();
  file.stamp.size = columns.number<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  file.stamp.modified_ns = columns.integer();
  file.stamp.changed_ns = columns.integer();
  file.stamp.inode = static_cast<std::uint64_t>(columns.integer());
  file.content_hash = columns.text();
  file.indexed_at_ns = columns.integer();
  file.attributes.layer = columns.choice(Layer::Instructions);
  file.attributes.owner = columns.text();
  file.attributes.visibility = columns.choice(Visibility::Public);
  file.attributes.origin = columns.choice(Origin::System);
  if (!columns.next_is_null()) {
    file.attributes.date = CivilDay{static_cast<std::int32_t>(columns.integer())};
  }
  file.attributes.project = columns.text();
  file.attributes.title = columns.text();
  if (!columns.next_is_null()) {
    const base::Json names = NACRE_TRY(base::parse_json(columns.text()));
    file.attributes.aliases = strings(names, "aliases");
    file.attributes.tags = strings(names, "tags");
    file.attributes.links = strings(names, "links");
  }
  file.state = columns.choice(FileState::Undecodable);
  file.reason = columns.text();
  file.units = columns.number<std::uint32_t>();
  NACRE_TRY(columns.done("files"));
  return file;
}

Status write_file_row(db::Database& database, const FileRow& row) {
  db::Statement write = NACRE_TRY(database.prepare(
      "INSERT OR REPLACE INTO files(" NACRE_FILE_COLUMNS
      ") VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
      "?19, ?20)"));
  const std::optional<std::string> names = names_json(row.attributes);
  write.bind(1, std::int64_t{row.id})
      .bind(2, std::string_view(row.source))
      .bind(3, std::string_view(row.path))
      .bind(4, static_cast<std::int64_t>(row.stamp.size))
      .bind(5, row.stamp.modified_ns)
      .bind(6, row.stamp.changed_ns)
      .bind(7, static_cast<std::int64_t>(row.stamp.inode))
      .bind(8, std::string_view(row.content_hash))
      .bind(9, row.indexed_at_ns)
      .bind(10, std::int64_t{static_cast<std::uint8_t>(row.attributes.layer)})
      .bind(11, std::string_view(row.attributes.owner))
      .bind(12, std::int64_t{static_cast<std::uint8_t>(row.attributes.visibility)})
      .bind(13, std::int64_t{static_cast<std::uint8_t>(row.attributes.origin)})
      .bind(15, std::string_view(row.attributes.project))
      .bind(16, std::string_view(row.attributes.title))
      .bind(18, std::int64_t{static_cast<std::uint8_t>(row.state)})
      .bind(19, std::string_view(row.reason))
      .bind(20, std::int64_t{row.units});
  if (row.attributes.date) write.bind(14, std::int64_t{row.attributes.date->days});
  if (names) write.bind(17, std::string_view(*names));
  return write.run();
}

Result<std::vector<StoredUnit>> read_units_of(db::Database& database, std::uint32_t file,
                                              WithText with_text) {
  db::Statement rows = NACRE_TRY(database.prepare(
      with_text == WithText::Yes
          ? "SELECT " NACRE_UNIT_COLUMNS ", text FROM units WHERE file = ?1 ORDER BY ordinal"
          : "SELECT " NACRE_UNIT_COLUMNS " FROM units WHERE file = ?1 ORDER BY ordinal"));
  rows.bind(1, std::int64_t{file});
  std::vector<StoredUnit> units;
  while (NACRE_TRY(rows.step())) units.push_back(NACRE_TRY(read_unit_row(rows, with_text)));
  return units;
}

Result<std::optional<StoredUnit>> read_unit(db::Database& database, UnitId id) {
  db::Statement rows =
      NACRE_TRY(database.prepare("SELECT " NACRE_UNIT_COLUMNS ", text FROM units WHERE id = ?1"));
  rows.bind(1, std::int64_t{id});
  const bool found = NACRE_TRY(rows.step());
  if (!found) return std::optional<StoredUnit>();
  return std::optional<StoredUnit>(NACRE_TRY(read_unit_row(rows, WithText::Yes)));
}

Result<UnitRowWriter> UnitRowWriter::make(db::Database& database) {
  return UnitRowWriter(
      NACRE_TRY(database.prepare("INSERT INTO units(" NACRE_UNIT_COLUMNS
                                 ", text) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, "
                                 "?12, ?13, ?14, ?15, ?16, ?17, ?18)")),
      NACRE_TRY(database.prepare(
          "UPDATE units SET file = ?2, ordinal = ?3, start_line = ?4, end_line = ?5, "
          "begin_byte = ?6, end_byte = ?7, overlap_bytes = ?8, partition = ?9, attributes = ?10 "
          "WHERE id = ?1")),
      NACRE_TRY(database.prepare("DELETE FROM units WHERE id = ?1")));
}

Status UnitRowWriter::insert(const StoredUnit& stored) {
  const text::Unit& unit = stored.unit;
  const std::optional<std::string> attributes = attributes_json(unit);
  insert_.bind(1, std::int64_t{stored.id})
      .bind(2, std::int64_t{stored.file})
      .bind(3, std::int64_t{unit.ordinal})
      .bind(4, std::int64_t{static_cast<std::uint8_t>(unit.kind)})
      .bind(5, std::int64_t{unit.start_line})
      .bind(6, std::int64_t{unit.end_line})
      .bind(7, static_cast<std::int64_t>(unit.begin))
      .bind(8, static_cast<std::int64_t>(unit.end))
      .bind(9, std::int64_t{unit.overlap_bytes})
      .bind(10, std::int64_t{stored.partition})
      .bind(11, std::int64_t{stored.length})
      .bind(12, std::int64_t{stored.heading_length})
      .bind(13, std::int64_t{stored.speaker_bytes})
      .bind(14, stored.created_at)
      .bind_blob(15, as_bytes(stored.content_hash))
      .bind(16, std::string_view(unit.heading))
      .bind(18, std::string_view(unit.text));
  if (attributes) insert_.bind(17, std::string_view(*attributes));
  return insert_.run();
}

Status UnitRowWriter::move(const StoredUnit& stored) {
  const text::Unit& unit = stored.unit;
  const std::optional<std::string> attributes = attributes_json(unit);
  move_.bind(1, std::int64_t{stored.id})
      .bind(2, std::int64_t{stored.file})
      .bind(3, std::int64_t{unit.ordinal})
      .bind(4, std::int64_t{unit.start_line})
      .bind(5, std::int64_t{unit.end_line})
      .bind(6, static_cast<std::int64_t>(unit.begin))
      .bind(7, static_cast<std::int64_t>(unit.end))
      .bind(8, std::int64_t{unit.overlap_bytes})
      .bind(9, std::int64_t{stored.partition});
  if (attributes) move_.bind(10, std::string_view(*attributes));
  return move_.run();
}

Status UnitRowWriter::remove(UnitId id) {
  return remove_.bind(1, std::int64_t{id}).run();
}

Result<std::vector<guard::Attributes>> read_partitions(db::Database& database) {
  db::Statement rows = NACRE_TRY(database.prepare(
      "SELECT id, owner, visibility, layer, explicit_private FROM partitions ORDER BY id"));
  std::vector<guard::Attributes> partitions;
  while (NACRE_TRY(rows.step())) {
    Columns columns(rows);
    guard::Attributes attributes;
    // Ids are given out without gaps.
    if (columns.number<std::uint16_t>() != partitions.size()) columns.fail();
    attributes.owner = columns.text();
    attributes.visibility = columns.choice(Visibility::Public);
    attributes.layer = columns.choice(Layer::Instructions);
    attributes.explicit_private = columns.number<std::uint8_t>(1) != 0;
    NACRE_TRY(columns.done("partitions"));
    partitions.push_back(std::move(attributes));
  }
  return partitions;
}

Status write_partition(db::Database& database, std::size_t id,
                       const guard::Attributes& attributes) {
  db::Statement write = NACRE_TRY(
      database.prepare("INSERT INTO partitions(id, owner, visibility, layer, explicit_private) "
                       "VALUES(?1, ?2, ?3, ?4, ?5)"));
  return write.bind(1, static_cast<std::int64_t>(id))
      .bind(2, std::string_view(attributes.owner))
      .bind(3, std::int64_t{static_cast<std::uint8_t>(attributes.visibility)})
      .bind(4, std::int64_t{static_cast<std::uint8_t>(attributes.layer)})
      .bind(5, std::int64_t{attributes.explicit_private ? 1 : 0})
      .run();
}

std::string hex_of_bytes(std::string_view bytes) {
  return base::hex(as_bytes(bytes));
}

}  // namespace nacre::index
