#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "guard/policy.h"
#include "index/store.h"
#include "lexical/search.h"

namespace nacre::recall {

// What one scope may see of a snapshot. Everything that recall reads comes
// through here, so that what is not visible cannot matter.
//
// Threads: one.
class View {
 public:
  View(index::Snapshot& snapshot, const Scope& scope, const guard::Policy& policy);

  const lexical::UnitTable& table() const { return snapshot_.table(); }
  const lexical::PostingsReader& postings() const { return snapshot_.postings(); }
  const lexical::VisiblePartitions& visible() const { return visible_; }
  bool sees(lexical::UnitId unit) const;
  // Visible body units of a file, in order.
  std::vector<lexical::UnitId> units_of(std::uint32_t file) const;

  // Kept for the life of the view.
  Result<const index::FileRow*> file(std::uint32_t id);
  // All files of which something is visible, sorted by path.
  Result<std::vector<const index::FileRow*>> files();
  // How many files have something visible, without reading their rows.
  std::size_t count_files() const;
  Result<bool> is_indexed(std::string_view path);
  // Rows are kept too: a question asks for a few hundred at most.
  Result<const index::UnitRow*> unit(lexical::UnitId id);
  Status load(std::span<const lexical::UnitId> ids);
  // Not kept: for walks over many units.
  Result<std::vector<index::UnitRow>> rows(const std::vector<lexical::UnitId>& ids) {
    return snapshot_.units(ids);
  }

 private:
  std::vector<bool> visible_files() const;

  index::Snapshot& snapshot_;
  lexical::VisiblePartitions visible_;
  std::unordered_map<std::uint32_t, std::unique_ptr<index::FileRow>> files_;
  std::unordered_map<lexical::UnitId, std::unique_ptr<index::UnitRow>> units_;
};

}  // namespace nacre::recall
