#include "memory/get.h"

#include <gtest/gtest.h>

namespace nacre::memory {
namespace {

// A workspace in memory with the files that a test names.
Setting setting_with(const std::vector<std::pair<std::string, std::string>>& notes,
                     std::string_view toml = "") {
  auto files = fs::make_memory_file_system();
  EXPECT_TRUE(files->make_directory("/w").ok());
  auto root = fs::Root::open(*files, "/w");
  EXPECT_TRUE(root.ok());
  for (const auto& [path, text] : notes) EXPECT_TRUE(root.value().create(path, text).ok());
  auto config = base::Config::parse(toml);
  EXPECT_TRUE(config.ok());
  return {.files = std::move(files), .root = root.value(), .config = std::move(config).value()};
}

GetAnswer answer(const GetRequest& request, const Setting& setting) {
  auto result = get(request, setting);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return result.ok() ? result.value() : GetAnswer{};
}

const Scope kGroup{.context = ContextKind::Group};

TEST(SplitAnchor, KnowsLinesAndRanges) {
  EXPECT_EQ(split_anchor("a.md#L4"), (Anchored{"a.md", 4, {}}));
  EXPECT_EQ(split_anchor("a.md#L4-L9"), (Anchored{"a.md", 4, 9}));
  EXPECT_EQ(split_anchor("a.md#L4-9"), (Anchored{"a.md", 4, 9}));
  EXPECT_EQ(split_anchor("a.md:12"), (Anchored{"a.md", 12, {}}));
}

TEST(SplitAnchor, LeavesOtherNamesAlone) {
  for (const std::string_view path : {"notes #1.md", "a.md#L", "a.md#L0", "a.md#Lx", "a-3.md",
                                      "2026-02-11", "x:4", "a.md#L4-", "a.md#L99999999999"}) {
    EXPECT_EQ(split_anchor(path), (Anchored{std::string(path), {}, {}})) << path;
  }
}

TEST(Get, ReturnsTheBytesOfTheLinesAsTheyAre) {
  const Setting setting = setting_with({{"memory/win.md", "\xEF\xBB\xBF# N\r\n\r\nlast"}});
  const GetAnswer all = answer({.path = "memory/win.md"}, setting);
  EXPECT_EQ(all.status, GetStatus::Ok);
  EXPECT_EQ(all.text, "\xEF\xBB\xBF# N\r\n\r\nlast");
  EXPECT_EQ(all.total_lines, 3U);
  EXPECT_FALSE(all.truncated);
  EXPECT_EQ(answer({.path = "memory/win.md#L2"}, setting).text, "\r\n");
  EXPECT_EQ(answer({.path = "memory/win.md#L2-L9"}, setting).text, "\r\nlast");
}

TEST(Get, PagesJoinedAreTheFile) {
  std::string text;
  for (int i = 1; i <= 257; ++i) text += "line " + std::to_string(i) + "\n";
  const Setting setting = setting_with({{"a.md", text}}, "[get]\nlines = 10\nchars_max = 100\n");
  std::string joined;
  std::optional<std::uint32_t> from = 1;
  int pages = 0;
  while (from) {
    const GetAnswer page = answer({.path = "a.md", .from = *from}, setting);
    ASSERT_EQ(page.status, GetStatus::Ok);
    ASSERT_EQ(page.from, *from);
    ASSERT_LE(page.lines, 10U);
    ASSERT_LE(page.text.size(), 100U);
    ASSERT_EQ(page.truncated, page.next_from.has_value());
    joined += page.text;
    from = page.next_from;
    ASSERT_LT(++pages, 100);
  }
  EXPECT_EQ(joined, text);
}

TEST(Get, IsNotTruncatedWhenItGivesAllThatWasAskedFor) {
  const Setting setting = setting_with({{"a.md", "1\n2\n3\n4\n"}});
  const GetAnswer page = answer({.path = "a.md", .from = 2, .lines = 2}, setting);
  EXPECT_EQ(page.text, "2\n3\n");
  EXPECT_FALSE(page.truncated);
  EXPECT_EQ(page.next_from, 4U);
}

TEST(Get, CutsALineThatIsLongerThanAPageAndSaysSo) {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "猫";
  const Setting setting = setting_with({{"a.md", line + "\nend\n"}}, "[get]\nchars_max = 100\n");
  const GetAnswer page = answer({.path = "a.md"}, setting);
  EXPECT_EQ(page.text.size(), 300U);
  EXPECT_TRUE(page.truncated);
  EXPECT_FALSE(page.replaced);
  EXPECT_NE(page.reason.find("get.chars_max"), std::string::npos);
  EXPECT_EQ(page.next_from, 2U);
}

TEST(Get, ReplacesBytesThatAreNotUtf8AndSaysSo) {
  const Setting setting = setting_with({{"a.md", "good\nbad \xC1\xB8\n"}});
  EXPECT_FALSE(answer({.path = "a.md#L1"}, setting).replaced);
  const GetAnswer bad = answer({.path = "a.md#L2"}, setting);
  EXPECT_TRUE(bad.replaced);
  EXPECT_EQ(bad.text, "bad \uFFFD\uFFFD\n");
}

TEST(Get, SeparatesAnEmptyFileFromLinesThatAreNotThere) {
  const Setting setting = setting_with({{"empty.md", ""}, {"a.md", "one\n"}});
  EXPECT_EQ(answer({.path = "empty.md"}, setting).status, GetStatus::Ok);
  const GetAnswer beyond = answer({.path = "a.md", .from = 2}, setting);
  EXPECT_EQ(beyond.status, GetStatus::NotFound);
  EXPECT_EQ(beyond.reason, "the file has 1 lines");
}

TEST(Get, RefusesTwoWaysOfNamingLines) {
  const Setting setting = setting_with({{"a.md", "one\n"}});
  EXPECT_FALSE(get({.path = "a.md#L1", .from = 1}, setting).ok());
  EXPECT_FALSE(get({.path = "a.md#L3-L2"}, setting).ok());
  EXPECT_FALSE(get({.path = ""}, setting).ok());
}

TEST(Get, DeniesWhatLeavesTheWorkspace) {
  const Setting setting = setting_with({{"a.md", "one\n"}});
  for (const char* path : {"../a.md", "memory/../../etc/x.md", "/etc/passwd.md", "a//b.md",
                           "memory/..", "//a.md", "./../a.md"}) {
    EXPECT_EQ(answer({.path = path}, setting).status, GetStatus::Denied) << path;
  }
  EXPECT_EQ(answer({.path = std::string("a\0.md", 5)}, setting).status, GetStatus::Denied);
}

TEST(Get, DeniesWhatIsNoMemory) {
  const Setting setting =
      setting_with({{".nacre/config.toml", ""}, {"key.pem", "x"}, {".x.md", ""}});
  for (const char* path : {".nacre/config.toml", ".nacre/cache/index.db", "key.pem", ".x.md",
                           ".git/config", "memory/.hidden/a.md"}) {
    EXPECT_EQ(answer({.path = path}, setting).status, GetStatus::Denied) << path;
  }
}

TEST(Get, GivesTheOwnerTheDreamDiaryAndNobodyElse) {
  const Setting setting = setting_with({{"DREAMS.md", "dream\n"}});
  EXPECT_EQ(answer({.path = "DREAMS.md"}, setting).status, GetStatus::Ok);
  EXPECT_EQ(answer({.path = "DREAMS.md", .scope = kGroup}, setting).status, GetStatus::Denied);
}

TEST(Get, DeniesAGroupThePrivateMemoryWhetherItExistsOrNot) {
  const Setting with = setting_with({{"MEMORY.md", "- secret\n"}, {"memory/2026-02-11.md", "x\n"}});
  const Setting without = setting_with({{"README.md", ""}});
  for (const char* path : {"MEMORY.md", "USER.md", "memory/2026-02-11.md", "memory.md", "Memory.MD",
                           "users/bob/memory/a.md"}) {
    const GetAnswer there = answer({.path = path, .scope = kGroup}, with);
    const GetAnswer absent = answer({.path = path, .scope = kGroup}, without);
    EXPECT_EQ(there.status, GetStatus::Denied) << path;
    EXPECT_EQ(absent.status, GetStatus::Denied) << path;
    EXPECT_EQ(there.reason, absent.reason) << path;
  }
}

TEST(Get, DeniesAFileOfAnotherUser) {
  const Setting setting = setting_with({{"users/ann/memory/a.md", "hers\n"}});
  const Scope bob{.user = "bob"};
  const Scope ann{.user = "ann"};
  EXPECT_EQ(answer({.path = "users/ann/memory/a.md", .scope = bob}, setting).status,
            GetStatus::Denied);
  EXPECT_EQ(answer({.path = "MEMORY.md", .scope = bob}, setting).status, GetStatus::Denied);
  EXPECT_EQ(answer({.path = "users/ann/memory/a.md", .scope = ann}, setting).status, GetStatus::Ok);
}

TEST(Get, GivesAGroupPublicProjectMemory) {
  const Setting setting = setting_with({{"projects/site/memory.md", "- uses tabs\n"}});
  EXPECT_EQ(answer({.path = "projects/site/memory.md", .scope = kGroup}, setting).status,
            GetStatus::Ok);
}

TEST(Get, GivesAGroupThePublicLinesOfAFileUnderTheirNumbers) {
  const Setting setting =
      setting_with({{"projects/site/memory.md",
                     "- uses tabs\n- the fee <!-- visibility: private -->\n- uses gcc\n"}});
  const GetAnswer all = answer({.path = "projects/site/memory.md", .scope = kGroup}, setting);
  EXPECT_EQ(all.status, GetStatus::Ok);
  EXPECT_EQ(all.text, "- uses tabs\n\n- uses gcc\n");
  EXPECT_EQ(all.reason, "");
  EXPECT_EQ(answer({.path = "projects/site/memory.md#L3", .scope = kGroup}, setting).text,
            "- uses gcc\n");
  EXPECT_NE(answer({.path = "projects/site/memory.md"}, setting).text.find("fee"),
            std::string::npos);
}

TEST(Get, ANoteThatIsPrivateAsAWholeIsNotThereForAGroup) {
  const Setting setting =
      setting_with({{"projects/site/fees.md", "---\nvisibility: private\n---\nthe fee\n"}});
  const GetAnswer there = answer({.path = "projects/site/fees.md", .scope = kGroup}, setting);
  const GetAnswer absent = answer({.path = "projects/site/none.md", .scope = kGroup}, setting);
  EXPECT_EQ(there.status, GetStatus::NotFound);
  EXPECT_EQ(there.reason, absent.reason);
}

TEST(Get, OpensNoDiaryAndNoListToAGroupThatMayReadDailyNotes) {
  Setting setting = setting_with({{"DREAMS.md", "dream\n"},
                                  {"life/areas/people/rowan/items.json", "[]"},
                                  {"memory/2026-02-11.md", "x\n"}});
  setting.policy.group_daily = true;
  const auto status = [&](const char* path) {
    return answer({.path = path, .scope = kGroup}, setting).status;
  };
  EXPECT_EQ(status("memory/2026-02-11.md"), GetStatus::Ok);
  EXPECT_EQ(status("DREAMS.md"), GetStatus::Denied);
  EXPECT_EQ(status("life/areas/people/rowan/items.json"), GetStatus::Denied);
}

TEST(Get, SaysWhatIsWrongWithAPath) {
  const Setting setting = setting_with({{"a.md", "one\n"}});
  const auto reason = [&](const char* path) { return answer({.path = path}, setting).reason; };
  EXPECT_EQ(reason("users/alice/../bob/MEMORY.md"), "'..' is not allowed in a path");
  EXPECT_EQ(reason("/w/a.md"), "paths start at the workspace, without '/'");
  EXPECT_EQ(reason("memory//a.md"), "a part of the path between two '/' is empty");
}

TEST(Get, RefusesAnAnchorThatNamesNoLines) {
  const Setting setting = setting_with({{"a.md", "one\n"}, {"a.md#b.md", "two\n"}});
  for (const char* path :
       {"a.md#L0", "a.md#L", "a.md#L1-", "a.md#foo", "a.md#L18446744073709551616"}) {
    const auto result = get({.path = path}, setting);
    ASSERT_FALSE(result.ok()) << path;
    EXPECT_EQ(result.error().code, ErrorCode::InvalidArgument);
  }
  EXPECT_EQ(answer({.path = "a.md#b.md"}, setting).text, "two\n");
}

TEST(Get, SaysNotFoundAndUnreadableApart) {
  const Setting setting =
      setting_with({{"a.md", std::string(2000, 'x')}, {"dir.md/inner.md", "x"}}, "");
  EXPECT_EQ(answer({.path = "b.md"}, setting).status, GetStatus::NotFound);
  EXPECT_EQ(answer({.path = "dir.md"}, setting).status, GetStatus::Unreadable);
  Setting small = setting_with({{"a.md", std::string(2000, 'x')}});
  small.notes.file_bytes_max = 1024;
  const GetAnswer large = answer({.path = "a.md"}, small);
  EXPECT_EQ(large.status, GetStatus::Unreadable);
  EXPECT_NE(large.reason.find("index.file_bytes_max"), std::string::npos);
}

}  // namespace
}  // namespace nacre::memory
