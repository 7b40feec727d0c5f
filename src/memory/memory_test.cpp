#include "nacre/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "memory/json.h"
#include "support/scoped_variable.h"

namespace nacre {
namespace {

// A workspace on disk: SQLite and locks need a real one.
class MemoryOnDisk : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "nacre-memory-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path full = directory_ / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << text;
  }
  std::string read(const std::string& path) {
    std::ifstream file(directory_ / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::unique_ptr<Memory> open() {
    auto memory = Memory::open(
        {.workspace = directory_.string(), .timezone = "UTC", .ignore_environment = true});
    EXPECT_TRUE(memory.ok()) << (memory.ok() ? "" : memory.error().message);
    return memory.ok() ? std::move(memory).value() : nullptr;
  }

  test::ScopedVariable now_{"NACRE_NOW", "2026-02-12T09:00:00Z"};
  std::filesystem::path directory_;
};

TEST_F(MemoryOnDisk, RemembersAndFindsAgain) {
  const auto memory = open();
  const auto receipt = memory->remember({.text = "The lemon tree is on the balcony"});
  ASSERT_TRUE(receipt.ok()) << receipt.error().message;
  EXPECT_EQ(receipt.value().path, "MEMORY.md");
  EXPECT_EQ(receipt.value().id.size(), 26U);
  EXPECT_EQ(receipt.value().content_hash.size(), 64U);
  EXPECT_TRUE(receipt.value().indexed);
  EXPECT_EQ(receipt.value().warning, "");

  const auto answer = memory->recall({.query = "lemon tree"});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  ASSERT_EQ(answer.value().results.size(), 1U);
  EXPECT_EQ(answer.value().results[0].path, "MEMORY.md");
  EXPECT_EQ(answer.value().results[0].line, receipt.value().line);
  EXPECT_EQ(answer.value().results[0].id, receipt.value().id);
  EXPECT_EQ(answer.value().degraded, std::nullopt);
}

TEST_F(MemoryOnDisk, WritesAnExactRepeatOnce) {
  const auto memory = open();
  const auto first = memory->remember({.text = "tea at four"});
  ASSERT_TRUE(first.ok());
  const std::string before = read("MEMORY.md");
  const auto second = memory->remember({.text = "tea at four"});
  ASSERT_TRUE(second.ok());
  EXPECT_TRUE(second.value().already_present);
  EXPECT_EQ(second.value().id, first.value().id);
  EXPECT_EQ(second.value().line, first.value().line);
  EXPECT_EQ(read("MEMORY.md"), before);
}

TEST_F(MemoryOnDisk, KeepsTheNoteWhenTheIndexCannotBeWritten) {
  write(".nacre/cache", "a file where the folder should be");
  const auto memory = open();
  const auto receipt = memory->remember({.text = "tea at four"});
  ASSERT_TRUE(receipt.ok()) << receipt.error().message;
  EXPECT_FALSE(receipt.value().indexed);
  EXPECT_NE(receipt.value().warning, "");
  EXPECT_NE(read("MEMORY.md").find("tea at four"), std::string::npos);
}

TEST_F(MemoryOnDisk, IndexesTheOthersTooWhenTheFirstNoteMakesTheIndex) {
  write("memory/old.md", "the kettle is violet\n");
  const auto memory = open();
  ASSERT_TRUE(memory->log({.title = "Tea"}).ok());
  const auto answer = memory->recall({.query = "kettle"});
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().results.size(), 1U);
  EXPECT_EQ(answer.value().degraded, std::nullopt);
}

TEST_F(MemoryOnDisk, AnswersWithoutAnIndexAndSaysSo) {
  write("memory/old.md", "the kettle is violet\n");
  const auto answer = open()->recall({.query = "kettle"});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  ASSERT_EQ(answer.value().results.size(), 1U);
  EXPECT_EQ(answer.value().degraded, "no_index");
  EXPECT_FALSE(std::filesystem::exists(directory_ / ".nacre"));
}

TEST_F(MemoryOnDisk, AnswersBesideAnUnreadableIndexAndSaysSo) {
  write("memory/old.md", "the kettle is violet\n");
  write(".nacre/cache/index.db", std::string(8192, 'x'));
  const auto answer = open()->recall({.query = "kettle"});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().results.size(), 1U);
  EXPECT_EQ(answer.value().degraded, "index_unreadable");
  EXPECT_NE(answer.value().reason, "");
}

TEST_F(MemoryOnDisk, GivesTheSameBytesFromAnIndexBuiltAnew) {
  write("memory/a.md", "# Tea\n\ngreen tea\n\n## More\n\nblack tea\n");
  write("MEMORY.md", "- oolong tea\n- coffee\n");
  const auto memory = open();
  ASSERT_TRUE(memory->index({}).ok());
  const auto first = memory->recall({.query = "tea", .explain = true});
  ASSERT_TRUE(first.ok());
  std::filesystem::remove_all(directory_ / ".nacre/cache");
  ASSERT_TRUE(memory->index({}).ok());
  const auto second = memory->recall({.query = "tea", .explain = true});
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(memory::to_json(first.value(), {.explain = true}),
            memory::to_json(second.value(), {.explain = true}));
}

TEST_F(MemoryOnDisk, KeepsTheOnlyMatchWhateverTheRunningProject) {
  write("memory/2001-05-06.md", "Safe combination hint: GOOSEFEATHER.\n");
  write("memory/2026-01-31.md", "Bought a new safe, no details.\n");
  write("projects/orchard/memory.md", "- the safe path\n");
  const auto memory = open();
  ASSERT_TRUE(memory->index({}).ok());
  for (const char* project : {"", "orchard"}) {
    const auto answer =
        memory->recall({.query = "GOOSEFEATHER", .scope = {.project = project}, .min_score = 0.35});
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    ASSERT_EQ(answer.value().results.size(), 1U) << project;
    EXPECT_EQ(answer.value().results[0].path, "memory/2001-05-06.md");
  }
}

TEST_F(MemoryOnDisk, ClosesToOthersWhatRepeatsTheNotes) {
  ASSERT_TRUE(open()->remember({.text = "tea at four"}).ok());
  ASSERT_TRUE(open()->remember({.text = "and cake"}).ok());
  for (const char* directory : {".nacre/cache", ".nacre/intents"}) {
    EXPECT_EQ(std::filesystem::status(directory_ / directory).permissions(),
              std::filesystem::perms::owner_all)
        << directory;
  }
}

TEST_F(MemoryOnDisk, GoesOnInTheHostsZoneWhenTheConfiguredOneIsNoZone) {
  write(".nacre/config.toml", "[user]\ntimezone = \"Mars/Olympus\"\n");
  const auto memory = Memory::open({.workspace = directory_.string(), .ignore_environment = true});
  ASSERT_TRUE(memory.ok()) << memory.error().message;
  const auto status = memory.value()->status();
  ASSERT_TRUE(status.ok());
  ASSERT_FALSE(status.value().warnings.empty());
  EXPECT_NE(status.value().warnings[0].find("Mars/Olympus"), std::string::npos);
  EXPECT_FALSE(Memory::open({.workspace = directory_.string(),
                             .timezone = "Mars/Olympus",
                             .ignore_environment = true})
                   .ok());
}

TEST_F(MemoryOnDisk, WritesAUsersEntriesToTheirOwnFilesAndTheNamedOwnersToTheWorkspaces) {
  write(".nacre/config.toml", "[user]\nname = \"mei\"\n");
  const auto memory = open();
  const auto path = [&](const char* to, const char* user) {
    const auto receipt = memory->remember({.text = "tea", .to = to, .scope = {.user = user}});
    return receipt.ok() ? receipt.value().path : receipt.error().message;
  };
  EXPECT_EQ(path("long", "ines"), "users/ines/MEMORY.md");
  EXPECT_EQ(path("daily", "ines"), "users/ines/memory/2026-02-12.md");
  EXPECT_EQ(path("project:site", "ines"), "projects/site/memory.md");
  EXPECT_EQ(path("long", "mei"), "MEMORY.md");
}

TEST_F(MemoryOnDisk, DeniesAGroupToWritePrivateMemory) {
  const auto receipt = open()->remember({.text = "x", .scope = {.context = ContextKind::Group}});
  ASSERT_FALSE(receipt.ok());
  EXPECT_EQ(receipt.error().code, ErrorCode::PermissionDenied);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "MEMORY.md"));
}

TEST_F(MemoryOnDisk, RefusesTextThatIsNotUtf8) {
  const auto memory = open();
  EXPECT_EQ(memory->recall({.query = "a\xFF"}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(memory->remember({.text = "a\xFF"}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(memory->get({.path = "a\xFF.md"}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(memory->log({.title = "t", .body = "a\xFF"}).error().code, ErrorCode::InvalidArgument);
}

TEST_F(MemoryOnDisk, ReportsThatThereIsNoIndexAndThenOne) {
  write("memory/a.md", "tea\n");
  const auto memory = open();
  const auto before = memory->status();
  ASSERT_TRUE(before.ok()) << before.error().message;
  EXPECT_FALSE(before.value().index_present);
  EXPECT_EQ(before.value().pending, 1U);
  ASSERT_TRUE(memory->index({}).ok());
  const auto after = memory->status(true);
  ASSERT_TRUE(after.ok()) << after.error().message;
  EXPECT_TRUE(after.value().index_present);
  EXPECT_EQ(after.value().pending, 0U);
  ASSERT_EQ(after.value().all_files.size(), 1U);
  EXPECT_EQ(after.value().all_files[0].state, FileState::Indexed);
}

TEST_F(MemoryOnDisk, IndexesTheFilesBelowAFolder) {
  write("memory/a.md", "tea\n");
  write("memory/deep/b.md", "tea\n");
  write("notes/c.md", "tea\n");
  const auto memory = open();
  ASSERT_TRUE(memory->index({}).ok());
  write("memory/deep/d.md", "green tea\n");
  std::filesystem::remove(directory_ / "memory/a.md");
  const auto report = memory->index({.paths = {"memory/"}, .allow_mass_removal = true});
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report.value().added, 1U);
  EXPECT_EQ(report.value().removed, 1U);
  EXPECT_EQ(report.value().failed, 0U);
  const auto status = memory->status();
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status.value().files, 3U);
  EXPECT_TRUE(status.value().files_not_current.empty());
}

TEST_F(MemoryOnDisk, DoesNotRebuildAPartOfTheIndex) {
  write("memory/a.md", "tea\n");
  write("memory/b.md", "tea\n");
  const auto memory = open();
  ASSERT_TRUE(memory->index({}).ok());
  const auto report = memory->index({.paths = {"memory/a.md"}, .rebuild = true});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(memory->recall({.query = "tea"}).value().results.size(), 2U);
  EXPECT_TRUE(memory->index({.paths = {"."}, .rebuild = true}).ok());
}

TEST_F(MemoryOnDisk, NamesAnUnknownPathOfAnIndexRun) {
  const auto report = open()->index({.paths = {"nowhere.md"}});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::NotFound);
  EXPECT_NE(report.error().message.find("nowhere.md"), std::string::npos);
}

TEST_F(MemoryOnDisk, ClosesGroupsWhenAPrivacyKeyCannotBeRead) {
  write("projects/site/memory.md", "- uses tabs\n");
  write(".nacre/config.toml", "[privacy]\nproject_visibility = \"privat\"\n");
  const auto memory = open();
  const auto answer = memory->recall({.query = "tabs", .scope = {.context = ContextKind::Group}});
  ASSERT_TRUE(answer.ok());
  EXPECT_TRUE(answer.value().denied);
  const auto page =
      memory->get({.path = "projects/site/memory.md", .scope = {.context = ContextKind::Group}});
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page.value().status, GetStatus::Denied);
}

TEST_F(MemoryOnDisk, DoesNotOpenBesideABrokenConfiguration) {
  write(".nacre/config.toml", "[privacy\n");
  const auto memory = Memory::open({.workspace = directory_.string(), .ignore_environment = true});
  ASSERT_FALSE(memory.ok());
  EXPECT_NE(memory.error().message.find("config.toml"), std::string::npos);
}

TEST_F(MemoryOnDisk, LaysOutAWorkspaceOnceAndKeepsWhatIsThere) {
  write("MEMORY.md", "mine\n");
  const auto report = Memory::init(directory_.string(), "zh");
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report.value().language, "zh");
  EXPECT_EQ(read("MEMORY.md"), "mine\n");
  EXPECT_TRUE(std::filesystem::exists(directory_ / ".nacre/config.toml"));
  const auto again = Memory::init(directory_.string(), "en");
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again.value().created.empty());
  EXPECT_FALSE(Memory::init(directory_.string(), "fr").ok());
}

}  // namespace
}  // namespace nacre
