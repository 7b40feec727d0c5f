#include "recall/empty_filters.h"

#include <algorithm>
#include <map>

#include "base/nearest.h"
#include "recall/query_filters.h"
#include "text/fold.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kRowsAtOnce = 256;

// Folded name → name as it is written.
using Names = std::map<std::string, std::string>;

void add_name(Names& names, const std::string& name) {
  if (!name.empty()) names.emplace(text::fold_text(name), name);
}

class Explanation {
 public:
  Explanation(const Filters& filters, View& view) : filters_(filters), view_(view) {}

  Result<std::string> run() {
    layers();
    NACRE_TRY(projects());
    NACRE_TRY(paths());
    for (const std::string& entity : filters_.entities) {
      add("entity '" + entity + "': no entities are indexed");
    }
    for (const std::string& session : filters_.sessions) {
      add("session '" + session + "': no conversations are indexed");
    }
    return std::move(text_);
  }

 private:
  void add(const std::string& reason) {
    if (!text_.empty()) text_ += "; ";
    text_ += reason;
  }

  template <typename Take>
  void each_visible(Take take) const {
    for (std::size_t i = 1; i < view_.table().size(); ++i) {
      const auto unit = static_cast<lexical::UnitId>(i);
      if (view_.sees(unit)) take(unit);
    }
  }

  void layers() {
    if (filters_.layers.empty()) return;
    std::vector<bool> present(kLayerCount);
    each_visible([&](lexical::UnitId unit) { present.at(view_.table()[unit].layer) = true; });
    for (const Layer layer : filters_.layers) {
      if (present.at(static_cast<std::size_t>(layer))) continue;
      add("layer '" + std::string(name(layer)) + "': 0 files");
    }
  }

  Status projects() {
    if (filters_.projects.empty()) return Ok{};
    const Names known = NACRE_TRY(visible_projects());
    for (const std::string& project : filters_.projects) {
      if (!known.contains(project))
        add(missing("project '" + project + "': no notes", project, known));
    }
    return Ok{};
  }

  // Of the entries that the scope sees, or of their files: a file whose visible part
  // says that it is of another project counts as that.
  Result<Names> visible_projects() {
    Names names;
    std::vector<lexical::UnitId> batch;
    const auto take = [&]() -> Status {
      for (const index::UnitRow& row : NACRE_TRY(view_.rows(batch))) {
        const index::FileRow* file = NACRE_TRY(view_.file(row.file));
        add_name(names, row.unit.project.empty() ? file->attributes.project : row.unit.project);
      }
      batch.clear();
      return Ok{};
    };
    std::vector<lexical::UnitId> units;
    each_visible([&](lexical::UnitId unit) { units.push_back(unit); });
    for (const lexical::UnitId unit : units) {
      batch.push_back(unit);
      if (batch.size() == kRowsAtOnce) NACRE_TRY(take());
    }
    NACRE_TRY(take());
    return names;
  }

  Status paths() {
    if (filters_.paths.empty()) return Ok{};
    Names known;
    for (const index::FileRow* file : NACRE_TRY(view_.files())) add_name(known, file->path);
    for (const std::string& pattern : filters_.paths) {
      const bool fits = std::any_of(known.begin(), known.end(), [&](const auto& entry) {
        return path_matches(pattern, entry.first);
      });
      if (!fits) add(missing("path '" + pattern + "': 0 files", pattern, with_folders(known)));
    }
    return Ok{};
  }

  static Names with_folders(const Names& paths) {
    Names names = paths;
    for (const auto& [folded, path] : paths) {
      for (std::size_t slash = path.find('/'); slash != std::string::npos;
           slash = path.find('/', slash + 1)) {
        add_name(names, path.substr(0, slash + 1));
      }
    }
    return names;
  }

  static std::string missing(std::string reason, std::string_view wanted, const Names& known) {
    std::vector<std::string_view> candidates;
    for (const auto& [folded, written] : known) candidates.push_back(folded);
    const std::string near = base::nearest(wanted, candidates);
    if (near.empty()) return reason;
    return reason + ", did you mean '" + known.at(near) + "'?";
  }

  const Filters& filters_;
  View& view_;
  std::string text_;
};

}  // namespace

Result<std::string> explain_empty_filters(const Filters& filters, View& view) {
  return Explanation(filters, view).run();
}

}  // namespace nacre::recall
