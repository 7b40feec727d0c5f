#include "recall/freshness.h"

#include <algorithm>
#include <set>

namespace nacre::recall {
namespace {

constexpr std::size_t kFilesReadMax = 8;
constexpr std::uint64_t kFileBytesMax = std::uint64_t{8} << 20;
constexpr std::string_view kOtherUsers = "users/";

// A scope that sees the owner's private notes sees every new note, too, but in
// the folders of other users.
bool sees_new_files(const Scope& scope, const guard::Policy& policy) {
  return guard::may_see(
      scope, {.owner = {}, .visibility = Visibility::Private, .layer = Layer::Daily}, policy);
}

}  // namespace

void Freshness::note(std::string what) {
  if (!stale_) reason_ = std::move(what);
  stale_ = true;
}

Result<const Freshness::File*> Freshness::look(std::uint32_t id) {
  const auto known = files_.find(id);
  if (known != files_.end()) return static_cast<const File*>(&known->second);
  const index::FileRow* row = NACRE_TRY(view_.file(id));
  File& file = files_[id];
  const Result<text::Stamp> stamp = source_.stamp(row->path);
  file.changed = !stamp.ok() || stamp.value() != row->stamp;
  if (!stamp.ok()) {
    file.gone = stamp.error().code == ErrorCode::NotFound;
    note("'" + row->path +
         (file.gone ? "' was removed since it was indexed"
                    : "' became unreadable since it was indexed"));
  } else if (file.changed && read_ < kFilesReadMax && stamp.value().size <= kFileBytesMax) {
    ++read_;
    Result<text::SourceContent> content = source_.read(row->path);
    if (content.ok()) file.content = std::move(content).value();
  }
  return static_cast<const File*>(&file);
}

Result<bool> Freshness::admits(const index::UnitRow& row, RecallHit& hit) {
  const File* file = NACRE_TRY(look(row.file));
  if (file->gone) return false;
  return file->changed ? admits_changed(*file, row, hit) : Result<bool>(true);
}

Result<bool> Freshness::admits_changed(const File& file, const index::UnitRow& row,
                                       RecallHit& hit) {
  const bool is_direct = scope_.context == ContextKind::Direct;
  const auto same = [&](const text::Unit& unit) {
    return unit.kind == row.unit.kind && unit.text == row.unit.text;
  };
  const std::vector<text::Unit> none;
  const std::vector<text::Unit>& units = file.content ? file.content->units : none;
  const auto found = std::find_if(units.begin(), units.end(), same);
  if (found == units.end()) {
    if (is_direct) note("'" + row.path + "' changed since it was indexed");
    return is_direct;
  }
  const auto now = guard::attributes_of(file.content->attributes, *found);
  if (!guard::may_see(scope_, now, policy_)) return false;
  hit.line = found->start_line + (hit.line - hit.start_line);
  hit.start_line = found->start_line;
  hit.end_line = found->end_line;
  // The words of a hit are still there. Whether other parts of its file changed
  // is said only to those who see the whole file.
  const auto in_file = view_.table().units_of(row.file);
  if (view_.units_of(row.file).size() == in_file.size())
    note("'" + row.path + "' changed since it was indexed");
  return true;
}

Result<Staleness> Freshness::tree(const TreeOptions& options) {
  const auto otherwise = [&](Staleness value) { return stale_ ? Staleness::Stale : value; };
  if (view_.count_files() > options.files_max) return otherwise(Staleness::Unchecked);
  const std::vector<const index::FileRow*> rows = NACRE_TRY(view_.files());
  for (const index::FileRow* row : rows) {
    const Result<text::Stamp> stamp = source_.stamp(row->path);
    if (stamp.ok() && stamp.value() == row->stamp) continue;
    // A file of which this scope sees a part may have changed in the rest.
    const auto in_file = view_.table().units_of(row->id);
    if (view_.units_of(row->id).size() != in_file.size()) continue;
    note("'" + row->path +
         (stamp.ok() ? "' changed since it was indexed" : "' was removed since it was indexed"));
  }
  if (!sees_new_files(scope_, policy_)) return otherwise(Staleness::Unchecked);
  return otherwise(NACRE_TRY(new_files(rows, options.files_max)));
}

Result<Staleness> Freshness::new_files(const std::vector<const index::FileRow*>& rows,
                                       std::size_t files_max) {
  text::SourceListing listing = NACRE_TRY(source_.list());
  std::erase_if(listing.items,
                [](const text::SourceItem& item) { return item.path.starts_with(kOtherUsers); });
  // Indexed files without a visible unit are looked up one by one.
  if (listing.items.size() > files_max * 2) return Staleness::Unchecked;
  std::set<std::string_view> known;
  for (const index::FileRow* row : rows) known.insert(row->path);
  for (const text::SourceItem& item : listing.items) {
    if (known.contains(item.path) || NACRE_TRY(view_.is_indexed(item.path))) continue;
    note("'" + item.path + "' appeared since it was indexed");
    return Staleness::Stale;
  }
  return Staleness::Fresh;
}

}  // namespace nacre::recall
