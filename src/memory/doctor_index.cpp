#include <algorithm>
#include <map>
#include <tuple>

#include "db/database.h"
#include "index/schema.h"
#include "index/sync.h"
#include "memory/doctor.h"
#include "memory/keeping.h"
#include "workspace/note_source.h"

namespace nacre::memory {
namespace {

// Without --deep so much is read and compared, the newest files first.
constexpr std::size_t kSampleFiles = 200;
constexpr std::uint64_t kSampleBytes = std::uint64_t{8} << 20;
constexpr std::size_t kNamedMax = 3;

std::string named(const std::vector<std::string>& paths) {
  std::string text;
  for (std::size_t i = 0; i < paths.size() && i < kNamedMax; ++i) {
    text += (i > 0 ? ", " : "") + paths[i];
  }
  if (paths.size() > kNamedMax) text += ", ...";
  return text;
}

Result<std::string> index_anew(const Setting& setting, bool rebuild) {
  const auto source = workspace::make_note_source(setting.root, setting.notes);
  const IndexReport report = NACRE_TRY(build_index({.rebuild = rebuild}, setting, *source, {}));
  const std::string files = std::to_string(report.seen);
  const std::string units = std::to_string(report.units);
  return rebuild ? "built the index anew: " + files + " files, " + units + " units"
                 : "brought the index to the files: " + files + " files, " + units + " units";
}

Repair sync_index(const Patient& patient) {
  return {.name = "index",
          .run = [&setting = patient.setting] { return index_anew(setting, false); }};
}

Repair rebuild_index(const Patient& patient) {
  return {.name = "rebuild",
          .run = [&setting = patient.setting] { return index_anew(setting, true); }};
}

void check_usable(const Patient& patient, const Error& error, Findings& findings) {
  if (error.code == ErrorCode::NotFound) {
    findings.add(Severity::Note, "missing", "there is no index: recall reads the files each time",
                 patient.setting.index_path(), "nacre index", sync_index(patient));
    return;
  }
  // What a writer replaces by itself; an index of a newer program, and anything else,
  // needs a person.
  const bool newer = error.code == ErrorCode::Unsupported && error.message.ends_with(index::kNewer);
  const bool replaced =
      (error.code == ErrorCode::Corruption || error.code == ErrorCode::Unsupported) && !newer;
  if (replaced) {
    findings.add(error.code == ErrorCode::Corruption ? Severity::Error : Severity::Warning,
                 "unusable", error.message, patient.setting.index_path(),
                 "nacre index builds it anew", sync_index(patient));
  } else {
    findings.add(newer ? Severity::Warning : Severity::Error, newer ? "newer" : "unreadable",
                 error.message, patient.setting.index_path(), error.hint);
  }
}

struct Compared {
  std::vector<std::string> missing, changed, gone;
};

// Both ways: what lies on disk and not in the index, and the other way round.
Result<Compared> compare_listing(const Patient& patient, index::Snapshot& snapshot) {
  std::map<std::string, index::FileRow> rows;
  for (index::FileRow& row : NACRE_TRY(snapshot.files())) {
    std::string path = row.path;
    rows.emplace(std::move(path), std::move(row));
  }
  Compared compared;
  for (const text::SourceItem& item : NACRE_TRY(patient.source.list()).items) {
    const auto row = rows.find(item.path);
    if (row == rows.end()) {
      compared.missing.push_back(item.path);
    } else {
      if (row->second.stamp != item.stamp) compared.changed.push_back(item.path);
      rows.erase(row);
    }
  }
  for (const auto& [path, row] : rows) compared.gone.push_back(path);
  return compared;
}

void report_listing(const Patient& patient, const Compared& compared, Findings& findings) {
  const auto say = [&](const std::vector<std::string>& paths, std::string_view id,
                       const std::string& what) {
    if (paths.empty()) return;
    findings.add(Severity::Note, id, what, named(paths), "nacre index", sync_index(patient));
  };
  say(compared.missing, "not_indexed",
      "files that are not in the index yet: " + std::to_string(compared.missing.size()));
  say(compared.changed, "stale",
      "files that changed since they were indexed: " + std::to_string(compared.changed.size()));
  say(compared.gone, "gone",
      "files in the index that are no longer on disk: " + std::to_string(compared.gone.size()));
}

// Whether the index holds exactly the units that the file has now.
Result<bool> same_units(const text::SourceContent& content, const index::FileRow& row,
                        index::Snapshot& snapshot) {
  const auto body = snapshot.table().units_of(row.id);
  const std::vector<lexical::UnitId> ids(body.begin(), body.end());
  const auto key = [](const text::Unit& unit) {
    return std::make_tuple(unit.start_line, unit.end_line, unit.kind, unit.heading, unit.text);
  };
  std::vector<decltype(key(text::Unit()))> stored, fresh;
  for (const index::UnitRow& unit : NACRE_TRY(snapshot.units(ids))) {
    stored.push_back(key(unit.unit));
  }
  for (const text::Unit& unit : content.units) {
    if (unit.kind != text::UnitKind::Title) fresh.push_back(key(unit));
  }
  std::sort(stored.begin(), stored.end());
  std::sort(fresh.begin(), fresh.end());
  return stored == fresh;
}

struct Content {
  std::size_t files = 0, all = 0;
  std::vector<std::string> differ;
};

// Files whose stamps say that nothing changed: do their bytes and units agree?
Result<Content> compare_content(const Patient& patient, index::Snapshot& snapshot) {
  std::vector<index::FileRow> rows = NACRE_TRY(snapshot.files());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.stamp.modified_ns > b.stamp.modified_ns;
  });
  Content content{.all = rows.size()};
  std::uint64_t bytes = 0;
  for (const index::FileRow& row : rows) {
    if (!patient.deep && (content.files >= kSampleFiles || bytes >= kSampleBytes)) break;
    const auto stamp = patient.source.stamp(row.path);
    const bool comparable = stamp.ok() && stamp.value() == row.stamp &&
                            row.state != FileState::Failed && row.source == patient.source.kind();
    if (!comparable) continue;
    const auto read = patient.source.read(row.path);
    if (!read.ok()) continue;
    ++content.files;
    bytes += row.stamp.size;
    if (read.value().stamp != row.stamp) continue;  // Changed while we looked.
    if (read.value().content_hash != row.content_hash ||
        !NACRE_TRY(same_units(read.value(), row, snapshot))) {
      content.differ.push_back(row.path);
    }
  }
  return content;
}

Result<std::unique_ptr<index::Store>> open_index(const Patient& patient) {
  return index::open_store(patient.setting.store());
}

// A check that fails on the way has found damage that only reading shows.
void damaged(const Patient& patient, const Error& error, Findings& findings) {
  findings.add(Severity::Error, "damaged", error.message, patient.setting.index_path(),
               "nacre index --rebuild", rebuild_index(patient));
}

}  // namespace

void check_index(const Patient& patient, Findings& findings) {
  findings.fine("the index is whole and knows every file");
  const auto store = open_index(patient);
  if (!store.ok()) return check_usable(patient, store.error(), findings);
  const auto database =
      db::Database::open(patient.setting.index_path(), {.mode = db::OpenMode::ReadOnly});
  const Status whole =
      database.ok() ? database.value()->check_integrity() : Status(database.error());
  if (!whole.ok()) return damaged(patient, whole.error(), findings);
  const auto compared = [&]() -> Result<Compared> {
    const auto snapshot = NACRE_TRY(store.value()->snapshot());
    return compare_listing(patient, *snapshot);
  }();
  if (!compared.ok()) return damaged(patient, compared.error(), findings);
  report_listing(patient, compared.value(), findings);
}

void check_content(const Patient& patient, Findings& findings) {
  const auto store = open_index(patient);
  if (!store.ok()) {
    findings.fine("there is no index to compare");
    return;
  }
  const auto content = [&]() -> Result<Content> {
    const auto snapshot = NACRE_TRY(store.value()->snapshot());
    return compare_content(patient, *snapshot);
  }();
  if (!content.ok()) return damaged(patient, content.error(), findings);
  const Content& seen = content.value();
  const std::string looked = std::to_string(seen.files), all = std::to_string(seen.all);
  findings.fine(seen.files < seen.all && !patient.deep
                    ? "the index holds what the files say; looked at " + looked + " of " + all +
                          ", --deep looks at all"
                    : "the index holds what the files say; looked at " + looked + " of " + all);
  if (seen.differ.empty()) return;
  findings.add(Severity::Warning, "differs",
               "files that look unchanged and say something else than the index: " +
                   std::to_string(seen.differ.size()),
               named(seen.differ), "nacre index --rebuild", rebuild_index(patient));
}

}  // namespace nacre::memory
