#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "index/store.h"
#include "text/source.h"

namespace nacre::index {

enum class Change { None, Changed, New };

// An item that the source has.
struct ComparedItem {
  std::string path;
  text::Stamp stamp;
  Change change = Change::New;
  const FileRow* row = nullptr;  // What the store has; null when new.
};

// Source and store side by side, without reading any content.
struct Comparison {
  std::vector<FileRow> rows;        // Of this source, sorted by path.
  std::vector<ComparedItem> items;  // Sorted by path; point into `rows`.
  std::vector<FileRow> vanished;    // Rows of what is certainly gone.
  std::vector<text::SourceProblem> problems;
  std::size_t known = 0;  // Rows in all.
};

// `paths` empty: everything. Else only those files and what lies below those
// directories.
Result<Comparison> compare_all(text::Source& source, Snapshot& snapshot,
                               const std::vector<std::string>& paths);
Result<Comparison> compare_all(text::Source& source, Store& store,
                               const std::vector<std::string>& paths);

// A stamp that was taken less than 2 s after the file changed proves nothing:
// clocks of file systems tick slowly, and another write may follow within one
// tick without changing the size.
bool is_too_young(const FileRow& row);

bool same_attributes(const text::SourceAttributes& a, const text::SourceAttributes& b);

}  // namespace nacre::index
