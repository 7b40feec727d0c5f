#pragma once

#include "base/result.h"
#include "index/sync.h"

namespace nacre::index {

// Builds an index from nothing beside the one in use and puts it into its place in one
// transaction: until then readers have the old one, whole. What others bring to the old
// index meanwhile is brought to the new one by a last comparison.
//
// Needs room for both. The index in use must be usable (open_store). Unavailable when
// another process is at it; after any failure the old index stays as it was.
Result<IndexReport> rebuild(text::Source& source, const StoreOptions& options,
                            const SyncOptions& sync_options);

// Takes away what a rebuild of the index at `path` left that was killed; nothing while
// one is running.
Status sweep_rebuild(const std::string& path);

// The files of a rebuild that was killed, by their names in the directory of the index;
// none while one is running.
inline constexpr std::string_view kRebuildSuffix = ".new";

}  // namespace nacre::index
