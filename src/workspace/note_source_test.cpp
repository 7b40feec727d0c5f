#include "workspace/note_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/clock.h"
#include "base/hash.h"
#include "fs/temporary_directory.h"
#include "text/utf8.h"

namespace nacre::workspace {
namespace {

using Strings = std::vector<std::string>;

text::SourceContent parse(std::string_view path, std::string_view bytes) {
  return parse_note(path, bytes, {});
}

const text::Unit* unit_with(const text::SourceContent& content, std::string_view words) {
  for (const text::Unit& unit : content.units) {
    if (unit.kind != text::UnitKind::Title && unit.text.find(words) != std::string::npos) {
      return &unit;
    }
  }
  return nullptr;
}

TEST(ParseNote, PutsPathTitleAliasesAndTagsInTheTitleUnit) {
  const auto content = parse("notes/2026-03-05-ferry-plan.md",
                             "---\ntitle: Ferry\ntags: [travel]\naliases: [渡轮]\n---\n# Times\n");
  EXPECT_EQ(content.units.front().kind, text::UnitKind::Title);
  EXPECT_EQ(content.units.front().ordinal, 0U);
  EXPECT_EQ(content.units.front().text, "notes  -ferry-plan\nFerry\n渡轮\ntravel\n2026-03-05");
  EXPECT_EQ(content.attributes.title, "Ferry");
  EXPECT_EQ(content.attributes.tags, Strings{"travel"});
}

TEST(ParseNote, TakesTheFirstHeadingOrTheFilesNameForATitle) {
  EXPECT_EQ(parse("a/kettle.md", "text\n\n## Violet kettle\n").attributes.title, "Violet kettle");
  EXPECT_EQ(parse("a/kettle.md", "text\n").attributes.title, "kettle");
  EXPECT_EQ(parse("a/kettle.md", "").units.size(), 1U);
}

TEST(ParseNote, CountsLinesAsTheFileHasThem) {
  const std::string bytes =
      "\xEF\xBB\xBF# Notes\r\n\r\nfirst para\r\n\r\nthe spare bulb is E14\r\n";
  const auto content = parse("memory/win.md", bytes);
  EXPECT_EQ(content.attributes.title, "Notes");
  const text::Unit* unit = unit_with(content, "spare bulb");
  ASSERT_NE(unit, nullptr);
  EXPECT_LE(unit->start_line, 5U);
  EXPECT_EQ(unit->end_line, 5U);
  EXPECT_EQ(content.content_hash, base::hex(base::sha256(bytes)));
}

TEST(ParseNote, FrontMatterIsNoTextAndItsLinesCount) {
  const auto content = parse("a.md", "---\ntitle: Ferry\n---\n\nLast boat 21:40.\n");
  ASSERT_EQ(content.units.size(), 2U);
  EXPECT_EQ(content.units[1].text.find("title"), std::string::npos);
  EXPECT_EQ(content.units[1].start_line, 5U);
}

TEST(ParseNote, CutsListsByEntryAndProseByLength) {
  const std::string list = "# 2026-02-11\n\n- 下午带外婆去眼科复查\n- 晚上给柠檬树换了盆\n";
  const auto content = parse("memory/2026-02-11.md", list);
  ASSERT_EQ(content.units.size(), 3U);
  EXPECT_EQ(content.units[1].start_line, 3U);
  EXPECT_EQ(content.units[2].start_line, 4U);
  EXPECT_EQ(content.units[2].kind, text::UnitKind::Entry);
  EXPECT_EQ(base::format_day(*content.attributes.date), "2026-02-11");

  const auto prose = parse("memory/a.md", "A paragraph that is rather long.\n\n- one\n- two\n");
  EXPECT_EQ(prose.units.size(), 2U);
}

TEST(ParseNote, AnEntryOfOursCarriesItsAnnotations) {
  const auto content = parse("MEMORY.md",
                             "# MEMORY\n\n- 对花生过敏 <!-- id: abc --> <!-- importance: 9 --> "
                             "<!-- trigger: 花生, 过敏 --> <!-- visibility: public --> "
                             "<!-- valid: 2026-03-01.. -->\n- other\n");
  const text::Unit* unit = unit_with(content, "花生过敏");
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(unit->id, "abc");
  EXPECT_EQ(unit->importance, 9);
  EXPECT_EQ(unit->triggers, (Strings{"花生", "过敏"}));
  EXPECT_EQ(unit->visibility, Visibility::Public);
  EXPECT_EQ(base::format_day(*unit->valid.first), "2026-03-01");
  EXPECT_EQ(unit->text.find("<!--"), std::string::npos);
  EXPECT_FALSE(unit_with(content, "other")->visibility.has_value());
}

TEST(ParseNote, ALogEntryIsAUnitWithItsIdAndDay) {
  const auto content = parse("memory/2026-04-19.md",
                             "# 2026-04-19\n\n### 01:20 - Handover\n<!-- id: x1 --> "
                             "<!-- at: 2026-04-19T01:20:00+08:00 -->\nAll quiet.\n\n"
                             "### 02:00 - Rounds\n<!-- id: x2 --> "
                             "<!-- at: 2026-04-19T02:00:00+08:00 -->\nDoor open.\n");
  const text::Unit* unit = unit_with(content, "Door open");
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(unit->id, "x2");
  EXPECT_EQ(unit->start_line, 7U);
  EXPECT_EQ(unit->text.find("All quiet"), std::string::npos);
  EXPECT_EQ(base::format_day(unit->date.value()), "2026-04-19");
}

TEST(ParseNote, FrontMatterSpeaksForEntriesThatDoNotSpeakForThemselves) {
  const auto content = parse("memory/shared/a.md",
                             "---\nvisibility: private\nimportance: 3\nproject: p\n---\n- one\n"
                             "- two <!-- visibility: public --> <!-- importance: 8 -->\n");
  EXPECT_EQ(content.attributes.visibility, Visibility::Private);
  EXPECT_EQ(content.attributes.project, "p");
  EXPECT_EQ(content.units[0].visibility, Visibility::Private);
  EXPECT_EQ(unit_with(content, "one")->visibility, Visibility::Private);
  EXPECT_EQ(unit_with(content, "one")->importance, 3);
  EXPECT_EQ(unit_with(content, "two")->visibility, Visibility::Public);
  EXPECT_EQ(unit_with(content, "two")->importance, 8);
}

TEST(ParseNote, AFileInAnotherEncodingIsUndecodable) {
  const auto content = parse("memory/legacy.md", "\xC1\xB8\xD3\xCD\n");
  EXPECT_TRUE(content.undecodable);
  EXPECT_EQ(content.replaced, 4U);
  for (const text::Unit& unit : content.units) EXPECT_TRUE(text::utf8::is_valid(unit.text));
  const std::string utf16("\xFF\xFEh\0e\0l\0l\0o\0\n\0", 14);
  EXPECT_TRUE(parse("memory/wide.md", utf16).undecodable);
}

TEST(ParseNote, AFewBadBytesAreReplacedAndLeaveTheLinesRight) {
  const std::string bytes = "one\xFF\xFE line here\n\nsecond paragraph of the note\n\nthird \xC1\n";
  const auto content = parse("memory/a.md", bytes);
  EXPECT_FALSE(content.undecodable);
  EXPECT_EQ(content.replaced, 3U);
  ASSERT_EQ(content.units.size(), 2U);
  EXPECT_EQ(content.units[1].begin, 0U);
  EXPECT_EQ(content.units[1].end_line, 5U);
  EXPECT_LE(content.units[1].end, bytes.size());
}

TEST(ParseNote, ANameWithALineEndIsOneTitle) {
  const auto content = parse("memory/odd\nname.md", "text\n");
  EXPECT_EQ(content.units.front().text.substr(0, 15), "memory odd name");
}

// Ranges stay inside the file whatever its bytes are.
TEST(ParseNoteProperty, UnitsLieInTheFileInOrder) {
  const Strings parts = {"# H\n",
                         "- item\n",
                         "  - nested\n",
                         "text ",
                         "\n",
                         "\r\n",
                         "\xFF",
                         "---\n",
                         "```\n",
                         "汉字",
                         "<!-- id: a -->",
                         "\xEF\xBB\xBF",
                         "a: b\n",
                         "\0x",
                         "\t",
                         "<!-- visibility: private -->\n",
                         "| a | b |\n"};
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string bytes;
    for (std::uint64_t count = random() % 60; count > 0; --count) {
      bytes += parts[random() % parts.size()];
    }
    const auto content = parse(random() % 2 == 0 ? "MEMORY.md" : "memory/a.md", bytes);
    std::uint64_t end = 0;
    for (std::size_t i = 1; i < content.units.size(); ++i) {
      const text::Unit& unit = content.units[i];
      ASSERT_GE(unit.begin, end);
      ASSERT_LE(unit.begin, unit.end);
      ASSERT_LE(unit.end, bytes.size());
      ASSERT_TRUE(text::utf8::is_valid(unit.text));
      end = unit.end;
    }
  }
}

class NoteSourceTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes = "text\n") {
    const std::filesystem::path path = directory_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  Strings listed(text::Source& source) {
    listing_ = source.list().value();
    Strings paths;
    for (const text::SourceItem& item : listing_.items) paths.push_back(item.path);
    return paths;
  }

  fs::TemporaryDirectory directory_;
  std::unique_ptr<fs::FileSystem> files_ = fs::make_real_file_system();
  fs::Root root_ = fs::Root::open(*files_, directory_.path()).value();
  text::SourceListing listing_;
};

TEST_F(NoteSourceTest, ListsNotesAndNothingElse) {
  for (const char* name : {"MEMORY.md", "memory/a.md", "memory/b.txt", ".nacre/c.md", "DREAMS.md",
                           "node_modules/x/d.md", "drafts/e.md", "life/_templates/summary.md"}) {
    write(name);
  }
  const auto source = make_note_source(root_, {.ignore = {"drafts"}});
  EXPECT_EQ(listed(*source), (Strings{"MEMORY.md", "memory/a.md"}));
  EXPECT_TRUE(listing_.problems.empty());
}

TEST_F(NoteSourceTest, ReadsWhatItLists) {
  write("memory/odd\n\"name\" 🙂.md", "odd words\n");
  const auto source = make_note_source(root_, {});
  const Strings paths = listed(*source);
  ASSERT_EQ(paths.size(), 1U);
  const auto content = source->read(paths[0]);
  ASSERT_TRUE(content.ok());
  EXPECT_NE(unit_with(content.value(), "odd words"), nullptr);
  EXPECT_EQ(content.value().stamp, listing_.items[0].stamp);
  EXPECT_EQ(source->stamp(paths[0]).value(), listing_.items[0].stamp);
}

TEST_F(NoteSourceTest, ANameThatIsNotUtf8IsAProblem) {
  write("memory/bad\xFF.md");
  write("memory/good.md");
  const auto source = make_note_source(root_, {});
  EXPECT_EQ(listed(*source), Strings{"memory/good.md"});
  ASSERT_EQ(listing_.problems.size(), 1U);
  EXPECT_TRUE(text::utf8::is_valid(listing_.problems[0].path));
}

TEST_F(NoteSourceTest, SkipsLinksAndSaysSo) {
  write("memory/a.md");
  std::filesystem::create_symlink("a.md", directory_ / "memory/b.md");
  std::filesystem::create_directory_symlink("memory", directory_ / "notes");
  const auto source = make_note_source(root_, {});
  EXPECT_EQ(listed(*source), Strings{"memory/a.md"});
  EXPECT_EQ(listing_.problems.size(), 2U);
}

TEST_F(NoteSourceTest, MissingAndTooLongFilesAreToldApart) {
  write("memory/long.md", std::string(100, 'x'));
  const auto source = make_note_source(root_, {.file_bytes_max = 50});
  EXPECT_EQ(source->read("memory/none.md").error().code, ErrorCode::NotFound);
  const Error error = source->read("memory/long.md").error();
  EXPECT_EQ(error.code, ErrorCode::ResourceExhausted);
  EXPECT_NE(error.hint.find("index.file_bytes_max"), std::string::npos);
}

// Another program changes the file in the middle of each read.
class RestlessFileSystem final : public fs::FileSystem {
 public:
  explicit RestlessFileSystem(int changes) : changes_(changes) {
    EXPECT_TRUE(inner_->write_new("/a.md", "text\n", false).ok());
  }
  int reads = 0;
  Result<std::string> read(std::string_view path, std::uint64_t most) override {
    ++reads;
    auto bytes = inner_->read(path, most);
    if (changes_-- > 0) {
      const auto file = inner_->lock(path, false, 0);
      EXPECT_TRUE(file.value()->write_at(file.value()->size().value(), "more\n").ok());
    }
    return bytes;
  }
  Result<fs::Stat> stat(std::string_view path, bool follow) override {
    return inner_->stat(path, follow);
  }
  Result<std::vector<fs::DirectoryEntry>> list(std::string_view path) override {
    return inner_->list(path);
  }
  Status make_directory(std::string_view path) override { return inner_->make_directory(path); }
  Result<std::unique_ptr<fs::LockedFile>> lock(std::string_view path, bool create,
                                               int wait) override {
    return inner_->lock(path, create, wait);
  }
  Result<std::unique_ptr<fs::LockedFile>> write_new(std::string_view path, std::string_view bytes,
                                                    bool sync) override {
    return inner_->write_new(path, bytes, sync);
  }
  Status rename(std::string_view from, std::string_view to) override {
    return inner_->rename(from, to);
  }
  Status remove(std::string_view path) override { return inner_->remove(path); }
  Status sync_directory(std::string_view path) override { return inner_->sync_directory(path); }
  Status copy_rights(std::string_view from, std::string_view to) override {
    return inner_->copy_rights(from, to);
  }
  Result<std::string> real_path(std::string_view path) override { return inner_->real_path(path); }

 private:
  int changes_;
  std::unique_ptr<fs::FileSystem> inner_ = fs::make_memory_file_system();
};

TEST(NoteSource, AFileThatChangesWhileReadIsReadAgainThreeTimesAtMost) {
  RestlessFileSystem twice(2);
  const fs::Root root = fs::Root::open(twice, "/").value();
  const auto content = make_note_source(root, {})->read("a.md");
  ASSERT_TRUE(content.ok());
  EXPECT_EQ(content.value().stamp.size, 15U);
  EXPECT_EQ(twice.reads, 3);

  RestlessFileSystem always(100);
  const fs::Root restless = fs::Root::open(always, "/").value();
  EXPECT_EQ(make_note_source(restless, {})->read("a.md").error().code, ErrorCode::Unavailable);
  EXPECT_EQ(always.reads, 3);
}

}  // namespace
}  // namespace nacre::workspace
