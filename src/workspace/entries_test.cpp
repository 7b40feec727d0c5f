#include "workspace/entries.h"

#include <gtest/gtest.h>

#include <random>

#include "base/hash.h"
#include "text/lines.h"
#include "workspace/note_source.h"

namespace nacre::workspace {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

class EntriesTest : public ::testing::Test {
 protected:
  void at(std::string_view instant, std::string_view zone) {
    clock_ = base::ManualClock::make(base::parse_instant(instant).value(), zone).value();
  }
  EntryWriter writer(Language language = Language::English) {
    return EntryWriter(root_, *clock_, language);
  }
  Written remember(RememberRequest request) {
    const auto written = writer().remember(request);
    EXPECT_TRUE(written.ok()) << (written.ok() ? "" : written.error().message);
    return written.ok() ? written.value() : Written{};
  }
  Written log(std::string title, std::string body = {}) {
    return writer().log({.title = std::move(title), .body = std::move(body)}).value();
  }
  ErrorCode refused(RememberRequest request) { return writer().remember(request).error().code; }
  void file(const std::string& path, const std::string& bytes) {
    ASSERT_TRUE(root_.create(path, bytes).value());
  }
  std::string text(const std::string& path) {
    const auto bytes = root_.read(path, kAll);
    return bytes.ok() ? bytes.value() : "<missing>";
  }
  std::string line(const std::string& path, std::uint32_t number) {
    const std::string bytes = text(path);
    return std::string(text::LineIndex(bytes).line(number));
  }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_memory_file_system();
  fs::Root root_ = fs::Root::open(*files_, "/").value();
  std::unique_ptr<base::ManualClock> clock_ =
      base::ManualClock::make(base::parse_instant("2026-02-09T09:30:00Z").value(), "UTC").value();
};

TEST_F(EntriesTest, RememberAppendsAListItemWithItsId) {
  file("MEMORY.md", "# MEMORY\n\n- first\n");
  const Written written = remember({.text = "对花生过敏"});
  EXPECT_EQ(written.path, "MEMORY.md");
  EXPECT_EQ(written.line, 4U);
  EXPECT_EQ(written.id.size(), 26U);
  EXPECT_FALSE(written.already_present);
  const std::string expected = "- 对花生过敏 <!-- id: " + written.id + " -->";
  EXPECT_EQ(text("MEMORY.md"), "# MEMORY\n\n- first\n" + expected + "\n");
  EXPECT_EQ(written.content_hash, base::hex(base::sha256(expected)));
}

TEST_F(EntriesTest, AnnotationsStandBehindTheText) {
  file("USER.md", "x\n");
  const Written written = remember({.text = "likes tea",
                                    .to = "user",
                                    .title = "Drinks",
                                    .importance = 8,
                                    .triggers = {"tea", "茶"},
                                    .visibility = Visibility::Shared,
                                    .valid = " 2026-03-01 .. "});
  EXPECT_EQ(text("USER.md"), "x\n\n- **Drinks**: likes tea <!-- id: " + written.id +
                                 " --> <!-- importance: 8 --> <!-- trigger: tea, 茶 --> "
                                 "<!-- visibility: shared --> <!-- valid: 2026-03-01.. -->\n");
}

TEST_F(EntriesTest, AMissingFileStartsWithItsTemplate) {
  const Written written = remember({.text = "uses gcc", .to = "project:harbor"});
  EXPECT_EQ(written.path, "projects/harbor/memory.md");
  EXPECT_TRUE(text(written.path).starts_with("# harbor\n"));
  EXPECT_EQ(line(written.path, written.line), "- uses gcc <!-- id: " + written.id + " -->");
}

TEST_F(EntriesTest, AnotherUsersEntriesGoToTheirOwnFiles) {
  EXPECT_EQ(remember({.text = "a", .scope = {.user = "ines"}}).path, "users/ines/MEMORY.md");
  EXPECT_EQ(remember({.text = "a", .to = "daily", .scope = {.user = "ines"}}).path,
            "users/ines/memory/2026-02-09.md");
  EXPECT_EQ(remember({.text = "a", .to = "user", .scope = {.user = "林"}}).path,
            "users/林/USER.md");
  EXPECT_EQ(remember({.text = "a", .to = "project:site", .scope = {.user = "ines"}}).path,
            "projects/site/memory.md");
  for (const char* name : {"../omar", "..", ".omar", "a/b", "a\\b", "a\nb", "a\x7F", " a"}) {
    EXPECT_EQ(refused({.text = "a", .scope = {.user = name}}), ErrorCode::InvalidArgument) << name;
  }
}

TEST_F(EntriesTest, ACategoryIsTheEndOfItsSectionInEitherLanguage) {
  const std::string before =
      "# MEMORY\n\n## 经验教训\n\n- old lesson\n\n### Deep\n\n- other\n\n## 待办事项\n";
  file("MEMORY.md", before);
  const Written lesson = remember({.text = "new lesson", .category = "lessons"});
  EXPECT_EQ(lesson.line, 6U);
  const Written open = remember({.text = "call", .category = "Open items"});
  EXPECT_EQ(text("MEMORY.md"),
            "# MEMORY\n\n## 经验教训\n\n- old lesson\n- new lesson <!-- id: " + lesson.id +
                " -->\n\n### Deep\n\n- other\n\n## 待办事项\n\n- call <!-- id: " + open.id +
                " -->\n");
  EXPECT_EQ(line("MEMORY.md", open.line).substr(0, 6), "- call");
}

TEST_F(EntriesTest, AMissingCategoryIsMadeAtTheEnd) {
  file("MEMORY.md", "# MEMORY\n\ntext");
  const Written written = remember({.text = "x", .category = "Pets"});
  EXPECT_EQ(text("MEMORY.md"),
            "# MEMORY\n\ntext\n\n## Pets\n\n- x <!-- id: " + written.id + " -->\n");
  EXPECT_EQ(written.line, 7U);
}

TEST_F(EntriesTest, APlainFactGoesUnderNotesAndNotIntoTheLastSectionOfATemplate) {
  const std::string english = "# MEMORY\n\n## Lessons\n\n## Open items\n\n- call\n";
  file("MEMORY.md", english);
  const Written first = remember({.text = "one"});
  const Written second = remember({.text = "two"});
  EXPECT_EQ(text("MEMORY.md"), english + "\n## Notes\n\n- one <!-- id: " + first.id +
                                   " -->\n- two <!-- id: " + second.id + " -->\n");
  EXPECT_TRUE(remember({.text = "one"}).already_present);
  EXPECT_TRUE(remember({.text = "call"}).already_present);
}

TEST_F(EntriesTest, NotesAreOneSectionInBothLanguages) {
  file("MEMORY.md", "# MEMORY\n\n## 备忘\n\n- alt\n\n## Open items\n");
  const Written written = remember({.text = "neu"});
  EXPECT_EQ(text("MEMORY.md"), "# MEMORY\n\n## 备忘\n\n- alt\n- neu <!-- id: " + written.id +
                                   " -->\n\n## Open items\n");
  file("USER.md", "# USER\n\n## 沟通偏好\n");
  const Written chinese = remember({.text = "短", .to = "user"});
  EXPECT_EQ(text("USER.md"),
            "# USER\n\n## 沟通偏好\n\n## 备忘\n\n- 短 <!-- id: " + chinese.id + " -->\n");
}

TEST_F(EntriesTest, AFileWithOtherHeadingsTakesAPlainFactAtItsEnd) {
  file("MEMORY.md", "# Lessons\n\n## Pets\n\n- cat\n");
  const Written written = remember({.text = "dog"});
  EXPECT_EQ(text("MEMORY.md"),
            "# Lessons\n\n## Pets\n\n- cat\n- dog <!-- id: " + written.id + " -->\n");
}

TEST_F(EntriesTest, AnEntryBehindACodeBlockThatWasNeverClosedIsAnEntry) {
  const std::vector<std::string> notes = {"# T\n```\nopen", "~~~~ sh\nopen\n", "## Lessons\n```\n",
                                          "# T\r\n```\r\nopen\r\n"};
  for (std::size_t i = 0; i < notes.size(); ++i) {
    SCOPED_TRACE(notes[i]);
    const std::string project = "project:p" + std::to_string(i);
    file("projects/p" + std::to_string(i) + "/memory.md", notes[i]);
    for (const char* category : {"", "Lessons", "Pets"}) {
      const Written written = remember({.text = std::string("okapi ") + category,
                                        .to = project,
                                        .category = category,
                                        .visibility = Visibility::Private});
      const auto content = parse_note(written.path, text(written.path), {});
      const auto unit = std::find_if(content.units.begin(), content.units.end(),
                                     [&](const auto& one) { return one.id == written.id; });
      ASSERT_NE(unit, content.units.end()) << text(written.path);
      EXPECT_EQ(unit->visibility, Visibility::Private);
      EXPECT_TRUE(text(written.path).starts_with(notes[i]));
    }
  }
  file("memory/2026-02-09.md", "```\nopen\n");
  const Written logged = log("okapi");
  EXPECT_EQ(text(logged.path).substr(0, 27), "```\nopen\n```\n\n### 09:30 - o");
}

TEST_F(EntriesTest, AFenceInsideAListEndsWithTheList) {
  file("MEMORY.md", "- a\n  ```\n  code\n");
  const Written written = remember({.text = "b"});
  EXPECT_EQ(line("MEMORY.md", written.line - 1), "  code");
}

TEST_F(EntriesTest, AHeadingInsideAFenceIsNoSection) {
  file("MEMORY.md", "```\n## Pets\n```\n\n## Pets\n- a\n");
  const Written written = remember({.text = "b", .category = "Pets"});
  EXPECT_EQ(written.line, 7U);
}

TEST_F(EntriesTest, AnExactRepeatWritesNothing) {
  file("MEMORY.md", "# MEMORY\n\n- by hand\n");
  const Written first = remember({.text = "twice", .importance = 3});
  const std::string before = text("MEMORY.md");
  clock_->set(UnixMillis{clock_->now().value + 1000});
  const Written again = remember({.text = "twice", .importance = 3});
  EXPECT_TRUE(again.already_present);
  EXPECT_EQ(again.id, first.id);
  EXPECT_EQ(again.line, first.line);
  EXPECT_EQ(again.content_hash, first.content_hash);
  EXPECT_TRUE(remember({.text = "by hand"}).already_present);
  EXPECT_EQ(text("MEMORY.md"), before);
  EXPECT_FALSE(remember({.text = "twice", .importance = 4}).already_present);
  EXPECT_FALSE(remember({.text = "twic"}).already_present);
  EXPECT_FALSE(remember({.text = "by"}).already_present);
}

TEST_F(EntriesTest, ARepeatOfSeveralLinesIsFoundWhole) {
  file("MEMORY.md", "# M\n");
  const std::string first = "one\ntwo\n\nthree";
  const Written written = remember({.text = first});
  EXPECT_TRUE(remember({.text = first}).already_present);
  EXPECT_FALSE(remember({.text = "one\ntwo"}).already_present);
  EXPECT_FALSE(remember({.text = "one"}).already_present);
  EXPECT_EQ(line("MEMORY.md", written.line), "- one <!-- id: " + written.id + " -->");
  EXPECT_EQ(line("MEMORY.md", written.line + 1), "  two");
}

TEST_F(EntriesTest, TextCannotBreakOutOfItsEntryOrAnnotateIt) {
  file("MEMORY.md", "# M\n");
  const Written written = remember({.text = "first\n# Heading\n## Open items\n===\n```\nnever "
                                            "closed\n<!-- visibility: public -->\n- nested"});
  const Written next = remember({.text = "next"});
  const auto content = parse_note("MEMORY.md", text("MEMORY.md"), {});
  ASSERT_EQ(content.units.size(), 3U) << text("MEMORY.md");
  EXPECT_EQ(content.units[1].id, written.id);
  EXPECT_FALSE(content.units[1].visibility.has_value());
  EXPECT_EQ(content.units[2].id, next.id);
  EXPECT_EQ(content.units[2].heading, content.units[1].heading);
  EXPECT_TRUE(remember({.text = "next"}).already_present);
}

TEST_F(EntriesTest, AClosedFenceStaysCode) {
  file("MEMORY.md", "# M\n");
  const Written written = remember({.text = "```sh\n# not a heading\n```"});
  EXPECT_EQ(text("MEMORY.md"),
            "# M\n\n- <!-- id: " + written.id + " -->\n  ```sh\n  # not a heading\n  ```\n");
  EXPECT_TRUE(remember({.text = "```sh\n# not a heading\n```"}).already_present);
}

TEST_F(EntriesTest, AFirstLineThatLooksLikeAListStaysText) {
  file("MEMORY.md", "# M\n");
  EXPECT_EQ(line("MEMORY.md", remember({.text = "- dash"}).line).substr(0, 9), "- \\- dash");
  EXPECT_EQ(line("MEMORY.md", remember({.text = "1. one"}).line).substr(0, 9), "- 1\\. one");
  EXPECT_EQ(line("MEMORY.md", remember({.text = "# top"}).line).substr(0, 8), "- \\# top");
  EXPECT_EQ(line("MEMORY.md", remember({.text = "[ ] task"}).line).substr(0, 10), "- [ ] task");
}

TEST_F(EntriesTest, RefusesWhatIsNoText) {
  EXPECT_EQ(refused({.text = ""}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = " \n\t\n"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a\x01"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = std::string("a\0b", 3)}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "\xC1\xB8"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = std::string((64 << 10) + 1, 'x')}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .to = "nowhere"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .to = "project:"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .to = "project:../x"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .to = "project:.git"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .title = "two\nlines"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .importance = 11}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .triggers = {"x --> y"}}), ErrorCode::InvalidArgument);
  EXPECT_EQ(refused({.text = "a", .valid = "soon"}), ErrorCode::InvalidArgument);
  EXPECT_EQ(text("MEMORY.md"), "<missing>");
}

TEST_F(EntriesTest, KeepsByteOrderMarkLineEndsAndTheMissingLastOne) {
  const std::string before = "\xEF\xBB\xBF# Notes\r\n\r\nfirst para\r\n\r\nthe bulb is E14";
  file("MEMORY.md", before);
  const Written written = remember({.text = "two\nlines"});
  EXPECT_EQ(text("MEMORY.md"),
            before + "\r\n\r\n- two <!-- id: " + written.id + " -->\r\n  lines\r\n");
  EXPECT_EQ(written.line, 7U);
  EXPECT_TRUE(remember({.text = "two\nlines"}).already_present);
}

TEST_F(EntriesTest, LogStartsADayAndAppends) {
  const Written first = log("Handover", "All quiet.\n\n- door shut");
  const Written second = log("Rounds");
  EXPECT_EQ(first.path, "memory/2026-02-09.md");
  EXPECT_EQ(text(first.path), "# 2026-02-09\n\n### 09:30 - Handover\n<!-- id: " + first.id +
                                  " --> <!-- at: 2026-02-09T09:30:00Z -->\nAll quiet.\n\n- door "
                                  "shut\n\n### 09:30 - Rounds\n<!-- id: " +
                                  second.id + " --> <!-- at: 2026-02-09T09:30:00Z -->\n");
  EXPECT_EQ(first.line, 3U);
  EXPECT_EQ(second.line, 9U);
}

TEST_F(EntriesTest, ARepeatedLogEntryWritesNothingWhateverTheHour) {
  const Written first = log("Handover", "All quiet.");
  clock_->set(UnixMillis{clock_->now().value + 3'600'000});
  const Written again = log("Handover", "All quiet.");
  EXPECT_TRUE(again.already_present);
  EXPECT_EQ(again.id, first.id);
  EXPECT_EQ(again.line, first.line);
  EXPECT_FALSE(log("Handover", "All quiet. Almost.").already_present);
  EXPECT_FALSE(log("Handover").already_present);
  EXPECT_FALSE(log("Handove", "All quiet.").already_present);
}

TEST_F(EntriesTest, ADailyMemoryIsALogEntry) {
  const Written small = remember({.text = "tea at four", .to = "daily", .importance = 5});
  EXPECT_EQ(line(small.path, small.line), "### 09:30 - tea at four");
  EXPECT_NE(line(small.path, small.line + 1).find("<!-- importance: 5 -->"), std::string::npos);
  const Written large = remember({.text = "one\ntwo", .to = "daily"});
  EXPECT_EQ(line(large.path, large.line), "### 09:30");
  EXPECT_EQ(line(large.path, large.line + 2), "one");
  EXPECT_TRUE(remember({.text = "one\ntwo", .to = "daily"}).already_present);
}

// time-01 and time-02.
TEST_F(EntriesTest, TheDayIsTheUsersDay) {
  at("2026-04-18T17:20:00Z", "Asia/Shanghai");
  const Written east = log("night shift handover");
  EXPECT_EQ(east.path, "memory/2026-04-19.md");
  EXPECT_NE(text(east.path).find("### 01:20 - night shift handover"), std::string::npos);
  EXPECT_NE(text(east.path).find("<!-- at: 2026-04-19T01:20:00+08:00 -->"), std::string::npos);
  EXPECT_FALSE(root_.exists("memory/2026-04-18.md"));

  at("2026-03-21T02:40:00Z", "America/Los_Angeles");
  const Written west = log("tidied the tool shed");
  EXPECT_EQ(west.path, "memory/2026-03-20.md");
  EXPECT_TRUE(text(west.path).starts_with("# 2026-03-20\n\n### 19:40 - "));
}

// time-05.
TEST_F(EntriesTest, DaysOfTwentyThreeAndTwentyFiveHoursHoldTheirNotes) {
  const auto day = [&](std::string_view instant, const std::string& title) {
    at(instant, "Europe/Berlin");
    return log(title).path;
  };
  for (const char* instant : {"2026-03-28T23:30:00Z", "2026-03-29T00:59:59Z",
                              "2026-03-29T01:00:00Z", "2026-03-29T21:59:59Z"}) {
    EXPECT_EQ(day(instant, instant), "memory/2026-03-29.md");
  }
  EXPECT_EQ(day("2026-03-29T22:00:00Z", "fifth"), "memory/2026-03-30.md");
  EXPECT_EQ(day("2026-10-25T00:30:00Z", "first"), "memory/2026-10-25.md");
  EXPECT_EQ(day("2026-10-25T01:30:00Z", "second"), "memory/2026-10-25.md");
  const std::string october = text("memory/2026-10-25.md");
  const std::size_t first = october.find("### 02:30 - first");
  const std::size_t second = october.find("### 02:30 - second");
  EXPECT_LT(first, second);
  EXPECT_NE(second, std::string::npos);
  EXPECT_NE(october.find("2026-10-25T02:30:00+02:00"), std::string::npos);
  EXPECT_NE(october.find("2026-10-25T02:30:00+01:00"), std::string::npos);
}

TEST(ParseValidity, TakesRangesOfDays) {
  EXPECT_EQ(parse_validity("2026-03-01..2026-03-05").value().first, base::parse_day("2026-03-01"));
  EXPECT_FALSE(parse_validity("2026-03-01..").value().last.has_value());
  EXPECT_FALSE(parse_validity("..2026-03-05").value().first.has_value());
  for (const char* text :
       {"", "..", "2026-03-01", "2026-02-30..", "2026-03-05..2026-03-01", "a..b"}) {
    EXPECT_EQ(parse_validity(text).error().code, ErrorCode::InvalidArgument) << text;
  }
}

// Whatever a file holds: an entry goes in as one range, the rest is as it was.
TEST_F(EntriesTest, EveryOtherByteStays) {
  const std::vector<std::string> parts = {
      "# Head", "## Lessons", "- item",     "  nested", "text", "```", "\xEF\xBB\xBF", "\xFF\xFE",
      "\t",     "---",        "<!-- x -->", "汉字",     "",     "  ",  "> quote",      "1. one"};
  const std::vector<std::string> ends = {"\n", "\r\n", "\n\n", ""};
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string before;
    for (std::uint64_t count = 1 + random() % 12; count > 0; --count) {
      before += parts[random() % parts.size()] + ends[random() % ends.size()];
    }
    const std::string path = "projects/p" + std::to_string(seed) + "/memory.md";
    if (before.empty()) continue;
    file(path, before);
    const Written written = remember({.text = "entry\nof two lines",
                                      .to = "project:p" + std::to_string(seed),
                                      .category = random() % 2 == 0 ? "" : "lessons"});
    const std::string after = text(path);
    std::size_t same = 0;
    while (same < before.size() && before[same] == after[same]) ++same;
    const std::string_view rest = std::string_view(before).substr(same);
    ASSERT_TRUE(after.ends_with(rest));
    ASSERT_NE(after.find(written.id), std::string::npos);
    std::string first = line(path, written.line);
    if (first.starts_with("\xEF\xBB\xBF")) first.erase(0, 3);
    ASSERT_TRUE(first.starts_with("- entry")) << after;
  }
}

}  // namespace
}  // namespace nacre::workspace
