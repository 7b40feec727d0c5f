#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "embed/space.h"
#include "embed/static_files.h"
#include "embed/static_table.h"

namespace nacre::embed {

// English and Chinese words in one space: the tables behind StaticEmbedder and nearest_words.
// Either language may be missing; the id of the space says so too, since a text in that language
// then has another vector or none.
//
// Threads: any, at the same time.
class StaticSpace {
 public:
  // nullopt when neither file is there (`files.missing()` says the rest). Corruption, Unsupported
  // or Io when a file cannot be used, Conflict when the two were not made together.
  static Result<std::optional<StaticSpace>> open(const StaticFiles& files);
  // At least one; of one recipe, as open() checks.
  static Result<StaticSpace> of(std::optional<StaticTable> english,
                                std::optional<StaticTable> chinese);

  const SpaceId& id() const { return id_; }
  const SpaceDescription& description() const { return description_; }
  std::size_t dimensions() const { return description_.dimensions; }
  // Null where it is not there.
  const StaticTable* english() const { return english_ ? &*english_ : nullptr; }
  const StaticTable* chinese() const { return chinese_ ? &*chinese_ : nullptr; }

 private:
  StaticSpace() = default;

  std::optional<StaticTable> english_, chinese_;
  SpaceDescription description_;
  SpaceId id_;
};

}  // namespace nacre::embed
