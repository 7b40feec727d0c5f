#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "guard/policy.h"
#include "nacre/types.h"
#include "recall/view.h"
#include "text/source.h"

namespace nacre::recall {

// Compares what the index knows with what the source has now, for the files of
// an answer and, where that is cheap, for all that the scope may see.
//
// Threads: one.
class Freshness {
 public:
  Freshness(View& view, text::Source& source, const Scope& scope, const guard::Policy& policy)
      : view_(view), source_(source), scope_(scope), policy_(policy) {}

  // Whether the hit may be shown. When its file changed, it is corrected to where
  // its text stands now, and the index is stale. It is dropped when its file is
  // gone, when the file now says that this scope may not see it, and, outside
  // direct contexts, whenever that cannot be told.
  Result<bool> admits(const index::UnitRow& row, RecallHit& hit);

  struct TreeOptions {
    std::uint32_t files_max = 1000;
  };
  // Unchecked above `files_max` visible files, and for scopes that may not know
  // of new files before they are read.
  Result<Staleness> tree(const TreeOptions& options);

  bool stale() const { return stale_; }
  const std::string& reason() const { return reason_; }

 private:
  struct File {
    bool changed = false;
    bool gone = false;
    std::optional<text::SourceContent> content;  // When it changed and could be read.
  };

  Result<const File*> look(std::uint32_t id);
  Result<bool> admits_changed(const File& file, const index::UnitRow& row, RecallHit& hit);
  Result<Staleness> new_files(const std::vector<const index::FileRow*>& rows,
                              std::size_t files_max);
  void note(std::string what);

  View& view_;
  text::Source& source_;
  Scope scope_;
  guard::Policy policy_;
  std::map<std::uint32_t, File> files_;
  std::size_t read_ = 0;
  bool stale_ = false;
  std::string reason_;
};

}  // namespace nacre::recall
