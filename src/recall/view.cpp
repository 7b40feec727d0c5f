#include "recall/view.h"

#include <algorithm>
#include <utility>

namespace nacre::recall {

View::View(index::Snapshot& snapshot, const Scope& scope, const guard::Policy& policy)
    : snapshot_(snapshot) {
  for (const guard::Attributes& partition : snapshot.partitions()) {
    visible_.push_back(guard::may_see(scope, partition, policy));
  }
}

bool View::sees(lexical::UnitId unit) const {
  const std::uint16_t partition = table()[unit].partition;
  return partition < visible_.size() && visible_[partition];
}

std::vector<lexical::UnitId> View::units_of(std::uint32_t file) const {
  std::vector<lexical::UnitId> units;
  for (const lexical::UnitId unit : table().units_of(file)) {
    if (sees(unit)) units.push_back(unit);
  }
  return units;
}

Result<const index::FileRow*> View::file(std::uint32_t id) {
  std::unique_ptr<index::FileRow>& known = files_[id];
  if (!known) known = std::make_unique<index::FileRow>(NACRE_TRY(snapshot_.file(id)));
  return static_cast<const index::FileRow*>(known.get());
}

std::vector<bool> View::visible_files() const {
  std::vector<bool> seen;
  for (std::size_t i = 1; i < table().size(); ++i) {
    const auto unit = static_cast<lexical::UnitId>(i);
    if (!sees(unit)) continue;
    const std::uint32_t file = table()[unit].file;
    if (file >= seen.size()) seen.resize(file + std::size_t{1});
    seen[file] = true;
  }
  return seen;
}

std::size_t View::count_files() const {
  const std::vector<bool> seen = visible_files();
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

Result<bool> View::is_indexed(std::string_view path) {
  return NACRE_TRY(snapshot_.file_by_path(path)).has_value();
}

Result<std::vector<const index::FileRow*>> View::files() {
  std::vector<index::FileRow> all = NACRE_TRY(snapshot_.files());
  const std::vector<bool> seen = visible_files();
  std::vector<const index::FileRow*> visible;
  for (index::FileRow& row : all) {
    if (row.id >= seen.size() || !seen[row.id]) continue;
    std::unique_ptr<index::FileRow>& known = files_[row.id];
    if (!known) known = std::make_unique<index::FileRow>(std::move(row));
    visible.push_back(known.get());
  }
  return visible;
}

Result<const index::UnitRow*> View::unit(lexical::UnitId id) {
  std::unique_ptr<index::UnitRow>& known = units_[id];
  if (!known) known = std::make_unique<index::UnitRow>(NACRE_TRY(snapshot_.unit(id)));
  return static_cast<const index::UnitRow*>(known.get());
}

Status View::load(std::span<const lexical::UnitId> ids) {
  std::vector<lexical::UnitId> missing;
  for (const lexical::UnitId id : ids) {
    if (!units_.contains(id)) missing.push_back(id);
  }
  if (missing.empty()) return Ok{};
  std::vector<index::UnitRow> rows = NACRE_TRY(snapshot_.units(missing));
  NACRE_CHECK(rows.size() == missing.size());
  for (index::UnitRow& row : rows) {
    const lexical::UnitId id = row.id;
    units_[id] = std::make_unique<index::UnitRow>(std::move(row));
  }
  return Ok{};
}

}  // namespace nacre::recall
