#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "index/store.h"
#include "memory/setting.h"
#include "nacre/memory.h"
#include "text/source.h"

namespace nacre::memory {

// Trees of more files are not indexed as a side effect of one note.
inline constexpr std::uint32_t kSmallTreeFiles = 1000;

// Brings the index to the source, the whole of it or `request.paths`. Finishes
// what killed writers left before it looks.
Result<IndexReport> build_index(const IndexRequest& request, const Setting& setting,
                                text::Source& source,
                                const std::function<void(const IndexProgress&)>& progress);

// What became of the index after a note was written.
struct Kept {
  bool indexed = false;
  std::string warning;  // The index could not take it; the note is safe.
};

// Brings one written path into the index. Without an index (or with one that is
// damaged or of another version) a small tree is indexed whole and a large one
// left to `nacre index`: an index of one file would answer for all of them.
Kept keep_indexed(const std::string& path, const Setting& setting, text::Source& source);

// Brings paths that changed into the index, all of them when `paths` is empty or there
// is no index that can be used. `stop` ends it early with what is done by then.
Result<IndexReport> keep_changes(const std::vector<std::string>& paths, const Setting& setting,
                                 text::Source& source, const std::function<bool()>& stop);

// Why the index cannot be written or made here: see why_not_writable. Empty when it can.
std::string why_index_not_writable(const Setting& setting);

}  // namespace nacre::memory
