#include "recall/unit_filter.h"

#include <algorithm>
#include <string>

#include "recall/query_filters.h"
#include "text/fold.h"

namespace nacre::recall {
namespace {

bool holds(const std::vector<std::string>& folded, std::string_view value) {
  return std::find(folded.begin(), folded.end(), text::fold_text(value)) != folded.end();
}

// Each wanted tag, or one below it (house/roof below house), stands among one of the two lists.
bool has_tags(const std::vector<std::string>& wanted, const std::vector<std::string>& own,
              const std::vector<std::string>& file) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& tag) {
    const auto is = [&](const std::string& other) {
      const std::string folded = text::fold_text(other);
      std::string_view own_tag = folded;
      if (own_tag.starts_with('#')) own_tag.remove_prefix(1);
      return own_tag == tag ||
             (own_tag.starts_with(tag) && own_tag.substr(tag.size()).starts_with('/'));
    };
    return std::any_of(own.begin(), own.end(), is) || std::any_of(file.begin(), file.end(), is);
  });
}

// "pages/Kestrel Shop" and "Kestrel Shop" name one page to Obsidian and Logseq.
std::string_view page_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// The file links to each wanted page, and the unit itself holds such a link.
bool has_links(const std::vector<std::string>& wanted, const index::UnitRow& row,
               const index::FileRow& file) {
  std::string text;
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& page) {
    const auto& links = file.attributes.links;
    return std::any_of(links.begin(), links.end(), [&](const std::string& link) {
      const std::string folded = text::fold_text(link);
      const bool is_page = folded == page || page_name(folded) == page_name(page);
      if (!is_page) return false;
      if (text.empty()) text = text::fold_text(row.unit.text);
      return text.find("[[" + folded) != std::string::npos;
    });
  });
}

}  // namespace

bool UnitFilter::narrows() const {
  return any_filter(filters_);
}

bool UnitFilter::admits_record(const lexical::UnitRecord& record) const {
  // Entities and sessions are not indexed yet: nothing has them.
  if (!filters_.entities.empty() || !filters_.sessions.empty()) return false;
  if (!filters_.layers.empty()) {
    const auto layer = static_cast<Layer>(record.layer);
    const auto& wanted = filters_.layers;
    if (std::find(wanted.begin(), wanted.end(), layer) == wanted.end()) return false;
  }
  if (filters_.days.open()) return true;
  return record.day != lexical::kNoDay && filters_.days.contains(CivilDay{record.day});
}

Result<bool> UnitFilter::admits_file(std::uint32_t file) {
  if (filters_.paths.empty()) return true;
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  const std::string path = text::fold_text(NACRE_TRY(view_.file(file))->path);
  const bool fits =
      std::any_of(filters_.paths.begin(), filters_.paths.end(),
                  [&](const std::string& pattern) { return path_matches(pattern, path); });
  files_.emplace(file, fits);
  return fits;
}

bool UnitFilter::is_valid(const DayRange& valid) const {
  if (filters_.history) return true;
  if (filters_.as_of) return valid.contains(*filters_.as_of);
  return valid.contains(today_);
}

Result<bool> UnitFilter::admits_row(lexical::UnitId unit) {
  // A filter may look at every unit, so the rows are not kept.
  const std::vector<index::UnitRow> rows = NACRE_TRY(view_.rows({unit}));
  NACRE_CHECK(rows.size() == 1);
  const index::UnitRow* row = &rows.front();
  if (!filters_.projects.empty() || !filters_.tags.empty() || !filters_.links.empty()) {
    const index::FileRow* file = NACRE_TRY(view_.file(row->file));
    const std::string& project =
        row->unit.project.empty() ? file->attributes.project : row->unit.project;
    if (!filters_.projects.empty() && !holds(filters_.projects, project)) return false;
    if (!has_tags(filters_.tags, row->unit.tags, file->attributes.tags)) return false;
    if (!has_links(filters_.links, *row, *file)) return false;
  }
  const bool replaced = !filters_.history && !filters_.as_of && !row->unit.id.empty() &&
                        superseded_->contains(row->unit.id);
  if (!replaced && is_valid(row->unit.valid)) return true;
  ++expired_;
  return false;
}

Status UnitFilter::read_superseded() {
  superseded_.emplace();
  std::vector<lexical::UnitId> units;
  for (std::size_t i = 1; i < view_.table().size(); ++i) {
    const auto unit = static_cast<lexical::UnitId>(i);
    const bool supersedes = (view_.table()[unit].flags & lexical::kSupersedes) != 0;
    if (supersedes && view_.sees(unit)) units.push_back(unit);
  }
  for (const index::UnitRow& row : NACRE_TRY(view_.rows(units))) {
    // An entry that is not valid yet, or no more, takes no place.
    if (is_valid(row.unit.valid)) superseded_->insert(row.unit.supersedes);
  }
  return Ok{};
}

Result<bool> UnitFilter::admits(lexical::UnitId unit) {
  if (!superseded_) NACRE_TRY(read_superseded());
  const lexical::UnitRecord& record = view_.table()[unit];
  if (!admits_record(record)) return false;
  if (!NACRE_TRY(admits_file(record.file))) return false;
  const bool needs_row = !filters_.projects.empty() || !filters_.tags.empty() ||
                         !filters_.links.empty() || (record.flags & lexical::kHasValidity) != 0 ||
                         (!superseded_->empty() && (record.flags & lexical::kHasId) != 0);
  return needs_row ? admits_row(unit) : Result<bool>(true);
}

}  // namespace nacre::recall
