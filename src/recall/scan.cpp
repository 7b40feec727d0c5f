#include "recall/scan.h"

#include <algorithm>
#include <utility>

namespace nacre::recall {
namespace {

// Files that the scope may not see cost reading but do not count, or their size
// would show in what else is found; this bounds the reading.
constexpr std::uint64_t kReadFactorMax = 16;
constexpr std::size_t kBatch = 256;

bool sees_some(const text::SourceContent& content, const Scope& scope,
               const guard::Policy& policy) {
  const text::SourceAttributes& file = content.attributes;
  return std::any_of(content.units.begin(), content.units.end(), [&](const text::Unit& unit) {
    return guard::may_see(scope,
                          {.owner = file.owner,
                           .visibility = unit.visibility.value_or(file.visibility),
                           .layer = file.layer},
                          policy);
  });
}

}  // namespace

Result<ScanIndex> read_into_memory(text::Source& source, const Scope& scope,
                                   const guard::Policy& policy, std::uint64_t bytes_max,
                                   text::Runs runs) {
  ScanIndex scan;
  scan.store = NACRE_TRY(index::open_store({.path = ":memory:", .read_only = false, .runs = runs}));
  text::SourceListing listing = NACRE_TRY(source.list());
  std::stable_sort(listing.items.begin(), listing.items.end(),
                   [](const text::SourceItem& a, const text::SourceItem& b) {
                     return a.stamp.modified_ns > b.stamp.modified_ns;
                   });
  std::uint64_t visible = 0, read = 0;
  std::vector<index::FileDelta> deltas;
  const auto apply = [&]() -> Status {
    if (deltas.empty()) return Ok{};
    NACRE_TRY(scan.store->apply(std::exchange(deltas, {})));
    return Ok{};
  };
  for (const text::SourceItem& item : listing.items) {
    if (visible + item.stamp.size > bytes_max || read > bytes_max * kReadFactorMax) {
      scan.complete = false;
      continue;
    }
    Result<text::SourceContent> content = source.read(item.path);
    if (!content.ok()) continue;
    read += item.stamp.size;
    if (!sees_some(content.value(), scope, policy)) continue;
    visible += item.stamp.size;
    index::FileDelta delta;
    delta.source = source.kind();
    delta.path = item.path;
    delta.content = std::move(content).value();
    deltas.push_back(std::move(delta));
    if (deltas.size() == kBatch) NACRE_TRY(apply());
  }
  NACRE_TRY(apply());
  return scan;
}

}  // namespace nacre::recall
