#include "index/store.h"

#include <gtest/gtest.h>

#include <random>

#include "index/test_source.h"

namespace nacre::index {
namespace {

FileDelta put(const std::string& path, std::string text, text::SourceAttributes attributes = {}) {
  FileDelta delta{.source = "notes", .path = path, .indexed_at_ns = kTestNow};
  delta.content = TestSource::content_of(
      path, {.text = std::move(text), .stamp = {}, .attributes = std::move(attributes)});
  return delta;
}

FileDelta remove(const std::string& path) {
  return {.kind = FileDelta::Kind::Remove, .source = "notes", .path = path};
}

ApplyReport apply(Store& store, std::vector<FileDelta> deltas) {
  auto report = store.apply(std::move(deltas));
  NACRE_CHECK(report.ok());
  return report.value();
}

template <typename... Deltas>
ApplyReport apply(Store& store, FileDelta first, Deltas... rest) {
  std::vector<FileDelta> deltas;
  deltas.push_back(std::move(first));
  (deltas.push_back(std::move(rest)), ...);
  return apply(store, std::move(deltas));
}

std::vector<UnitRow> all_units(Store& store) {
  const auto snapshot = store.snapshot();
  std::vector<UnitId> ids;
  const lexical::UnitTable& table = snapshot.value()->table();
  for (UnitId id = 0; id < table.size(); ++id) {
    if (table[id].partition != lexical::kDeadPartition) ids.push_back(id);
  }
  return snapshot.value()->units(ids).value();
}

TEST(Store, GivesBackAUnitAsItWasPut) {
  const auto store = memory_store();
  text::SourceAttributes attributes{.layer = Layer::Project,
                                    .owner = "ann",
                                    .visibility = Visibility::Public,
                                    .origin = Origin::Agent,
                                    .date = CivilDay{20000},
                                    .project = "nacre",
                                    .title = "Title",
                                    .aliases = {"x"},
                                    .tags = {"t"},
                                    .links = {"l"}};
  FileDelta delta = put("p.md", "hello\n", attributes);
  text::Unit& unit = delta.content.units[1];
  unit.heading = "A > B";
  unit.overlap_bytes = 3;
  unit.id = "id1";
  unit.importance = 7;
  unit.triggers = {"go"};
  unit.tags = {"own"};
  unit.visibility = Visibility::Shared;
  unit.valid = {CivilDay{1}, std::nullopt};
  unit.supersedes = "id0";
  text::Unit expected = unit;
  expected.date = CivilDay{20000};
  expected.project = "nacre";
  expected.tags = {"own", "t"};
  const std::string content_hash = delta.content.content_hash;
  apply(*store, std::move(delta));

  const std::vector<UnitRow> rows = all_units(*store);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].unit, expected);
  EXPECT_EQ(rows[1].path, "p.md");
  EXPECT_EQ(rows[1].content_hash, base::hex(base::sha256("hello")));
  EXPECT_EQ(rows[1].origin, Origin::Agent);
  EXPECT_EQ(rows[1].owner, "ann");
  EXPECT_EQ(rows[1].visibility, Visibility::Shared);
  EXPECT_EQ(rows[1].layer, Layer::Project);

  const auto snapshot = store->snapshot();
  const FileRow file = snapshot.value()->file(rows[1].file).value();
  EXPECT_EQ(file.content_hash, content_hash);
  EXPECT_EQ(file.attributes.links, attributes.links);
  EXPECT_EQ(file.attributes.aliases, attributes.aliases);
  EXPECT_EQ(file.units, 1U);
  const lexical::UnitRecord& record = snapshot.value()->table()[rows[1].id];
  EXPECT_EQ(record.day, 20000);
  EXPECT_EQ(record.importance, 7);
  constexpr int kFlags = lexical::kHasValidity | lexical::kEvergreen | lexical::kChat;
  EXPECT_EQ(record.flags & kFlags, lexical::kHasValidity);
}

TEST(Store, KeepsIdsOfUnchangedUnits) {
  const auto store = memory_store();
  apply(*store, put("a.md", "one\ntwo\nthree\n"));
  const std::vector<UnitRow> before = all_units(*store);
  const ApplyReport report = apply(*store, put("a.md", "zero\none\nthree\n"));
  EXPECT_EQ(report.units_written, 1U);
  EXPECT_EQ(report.units_kept, 3U);
  const std::vector<UnitRow> after = all_units(*store);
  ASSERT_EQ(after.size(), 4U);
  EXPECT_EQ(after[1].id, before[1].id);
  EXPECT_EQ(after[1].unit.start_line, 2U);
  EXPECT_EQ(after[2].id, before[3].id);
  EXPECT_GT(after[3].id, before[3].id);
}

TEST(Store, MovesUnitsToAnotherPartitionWithTheirFile) {
  const auto store = memory_store();
  apply(*store, put("a.md", "one\n"));
  apply(*store, put("a.md", "one\n", {.visibility = Visibility::Public}));
  EXPECT_EQ(all_units(*store)[1].visibility, Visibility::Public);
}

TEST(Store, SnapshotsDoNotSeeLaterWrites) {
  const auto store = memory_store();
  apply(*store, put("a.md", "one\n"));
  auto snapshot = store->snapshot();
  const std::uint64_t generation = snapshot.value()->generation();
  const auto refused = store->apply({});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::Unavailable);
  snapshot.value().reset();
  apply(*store, put("b.md", "two\n"));
  EXPECT_EQ(store->snapshot().value()->generation(), generation + 1);
}

TEST(Store, RefusesAPathThatComesTwice) {
  const auto store = memory_store();
  std::vector<FileDelta> deltas;
  deltas.push_back(put("a.md", "one\n"));
  deltas.push_back(remove("a.md"));
  EXPECT_EQ(store->apply(std::move(deltas)).error().code, ErrorCode::InvalidArgument);
}

TEST(Store, RemovesEverythingOfAFile) {
  const auto store = memory_store();
  apply(*store, put("a.md", "one\n"), put("b.md", "two\n"));
  apply(*store, remove("a.md"), remove("never.md"));
  const StoreInfo info = store->info().value();
  EXPECT_EQ(info.files, 1U);
  EXPECT_EQ(info.units, 1U);
  EXPECT_EQ(all_units(*store).size(), 2U);
  EXPECT_FALSE(store->snapshot().value()->file_by_path("a.md").value().has_value());
}

TEST(Store, IsEmptyAfterClear) {
  const auto store = memory_store();
  apply(*store, put("a.md", "one\n"));
  const std::uint64_t generation = store->info().value().generation;
  ASSERT_TRUE(store->clear().ok());
  EXPECT_EQ(store->info().value().files, 0U);
  EXPECT_GT(store->info().value().generation, generation);
  EXPECT_TRUE(all_units(*store).empty());
  apply(*store, put("a.md", "one\n"));
  EXPECT_EQ(all_units(*store).size(), 2U);
}

TEST(Store, FlushesPostingsInSmallPartsWithTheSameResult) {
  auto small = open_store({.path = ":memory:", .read_only = false, .memory_bytes = 1});
  const auto large = memory_store();
  for (Store* store : {small.value().get(), large.get()}) {
    std::vector<FileDelta> deltas;
    for (int i = 0; i < 50; ++i)
      deltas.push_back(put(std::to_string(i) + ".md", "river boat\nsea\n"));
    apply(*store, std::move(deltas));
  }
  std::vector<lexical::Posting> first, second;
  ASSERT_TRUE(small.value()
                  ->snapshot()
                  .value()
                  ->postings()
                  .read(lexical::Field::Body, "river", first)
                  .ok());
  ASSERT_TRUE(
      large->snapshot().value()->postings().read(lexical::Field::Body, "river", second).ok());
  EXPECT_EQ(first.size(), 50U);
  EXPECT_EQ(first, second);
}

std::string random_line(std::mt19937_64& random) {
  static constexpr const char* kWords[] = {"river", "boat", "昨天", "测试",
                                           "sea",   "优化", "tree", "x1"};
  std::string line;
  if (random() % 6 == 0) line = "!private ";
  if (random() % 6 == 0) line = "# sea ";
  for (std::size_t i = 0, count = 1 + random() % 6; i < count; ++i) {
    line.append(kWords[random() % std::size(kWords)]).append(" ");
  }
  return line + "\n";
}

// Adds, removes, renames files and edits lines of them.
void edit(TestSource& source, std::mt19937_64& random) {
  const std::string path = "f" + std::to_string(random() % 6) + ".md";
  const std::size_t action = random() % 8;
  if (action == 0) {
    source.files.erase(path);
  } else if (action == 1 && source.files.contains(path)) {
    const std::string target = "g" + std::to_string(random() % 3) + ".md";
    source.files[target] = source.files[path];
    source.files.erase(path);
  } else {
    std::vector<std::string> lines;
    std::istringstream old(source.files[path].text);
    for (std::string line; std::getline(old, line);) lines.push_back(line + "\n");
    for (std::size_t i = 0, count = 1 + random() % 3; i < count; ++i) {
      const std::size_t at = random() % (lines.size() + 1);
      if (random() % 3 == 0 && at < lines.size()) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      } else {
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), random_line(random));
      }
    }
    std::string text;
    for (const std::string& line : lines) text += line;
    text::SourceAttributes attributes;
    attributes.visibility = random() % 2 == 0 ? Visibility::Public : Visibility::Private;
    source.put(path, text, attributes);
  }
}

// All that can be seen of an index, without ids.
std::map<std::string, std::string> picture(Store& store) {
  std::map<std::string, std::string> seen;
  const auto rows = all_units(store);
  const auto snapshot = store.snapshot();
  for (const UnitRow& row : rows) {
    const lexical::UnitRecord& record = snapshot.value()->table()[row.id];
    std::ostringstream value;
    value << row.unit.text << '|' << row.unit.heading << '|' << row.unit.start_line << '|'
          << row.unit.begin << '|' << static_cast<int>(row.visibility) << '|' << record.length
          << '|' << record.heading_length << '|' << int{record.flags};
    seen[row.path + ":" + std::to_string(row.unit.ordinal)] = value.str();
  }
  lexical::SearchOptions options;
  options.candidates_max = 1000;
  options.neighbour1 = 0.5;
  options.parent = 0.2;
  const auto& partitions = snapshot.value()->partitions();
  for (const bool group : {false, true}) {
    lexical::VisiblePartitions visible;
    for (const guard::Attributes& one : partitions) {
      visible.push_back(!group || one.visibility == Visibility::Public);
    }
    const std::vector<lexical::QueryTerm> terms = {
        {.term = "river"}, {.term = "测试"}, {.term = "sea"}};
    const auto result = lexical::search(snapshot.value()->postings(), snapshot.value()->table(),
                                        visible, terms, options);
    NACRE_CHECK(result.ok());
    std::ostringstream statistics;
    statistics << result.value().units_visible;
    for (const auto& term : result.value().terms) statistics << ' ' << term.units_with;
    seen[group ? "group" : "all"] = statistics.str();
    for (const lexical::Scored& one : result.value().units) {
      const UnitRow row = snapshot.value()->unit(one.unit).value();
      std::ostringstream score;
      score << std::hexfloat << one.score << ' ' << one.coverage;
      seen[(group ? "group " : "all ") + row.path + ":" + std::to_string(row.unit.ordinal)] =
          score.str();
    }
  }
  return seen;
}

TEST(StoreProperty, AnswersAfterEditsAsIfBuiltAtOnce) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    TestSource source;
    const auto store = memory_store();
    for (int step = 0; step < 12; ++step) {
      for (std::size_t i = 0, edits = 1 + random() % 3; i < edits; ++i) edit(source, random);
      sync_all(source, *store, {.allow_mass_removal = true, .batch_bytes = 1 + random() % 100});
      if (random() % 5 == 0) {
        ASSERT_TRUE(store->maintain().ok());
      }
    }
    const auto fresh = memory_store();
    sync_all(source, *fresh);
    ASSERT_EQ(picture(*store), picture(*fresh));
  }
}

TEST(Store, MaintainDropsPostingsOfDeadUnits) {
  const auto store = memory_store();
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "river " + std::to_string(i) + "\n";
  apply(*store, put("a.md", many), put("b.md", "river\n"));
  apply(*store, remove("a.md"));
  std::vector<lexical::Posting> postings;
  ASSERT_TRUE(
      store->snapshot().value()->postings().read(lexical::Field::Body, "river", postings).ok());
  EXPECT_EQ(postings.size(), 5001U);
  ASSERT_TRUE(store->maintain().ok());
  postings.clear();
  ASSERT_TRUE(
      store->snapshot().value()->postings().read(lexical::Field::Body, "river", postings).ok());
  EXPECT_EQ(postings.size(), 1U);
  EXPECT_EQ(all_units(*store).size(), 2U);
  apply(*store, put("c.md", "river\n"));
  EXPECT_EQ(all_units(*store).size(), 4U);
}

}  // namespace
}  // namespace nacre::index
