#include "workspace/layout.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "workspace/json5.h"

namespace nacre::workspace {
namespace {

class FindWorkspaceTest : public ::testing::Test {
 protected:
  void directory(const std::string& path) { ASSERT_TRUE(files_->make_directory(path).ok()); }
  void file(const std::string& path, const std::string& text) {
    directory(path.substr(0, path.rfind('/')));
    ASSERT_TRUE(files_->write_new(path, text, false).ok());
  }
  std::string found(std::string_view requested = {}) {
    const auto result = find_workspace(*files_, requested, environment_);
    if (!result.ok()) return "<" + std::string(name(result.error().code)) + ">";
    return result.value().directory + " by " + result.value().found_by;
  }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_memory_file_system();
  Environment environment_{.current_directory = "/src/deep", .home = "/home/lin"};
};

TEST_F(FindWorkspaceTest, LooksInTheStatedOrder) {
  directory("/home/lin");
  directory("/src/deep");
  EXPECT_EQ(found(), "<not_found>");
  directory("/home/lin/nacre");
  EXPECT_EQ(found(), "/home/lin/nacre by ~/nacre");
  directory("/home/lin/clawd");
  EXPECT_EQ(found(), "/home/lin/clawd by ~/clawd");
  directory("/home/lin/.openclaw/workspace");
  EXPECT_EQ(found(), "/home/lin/.openclaw/workspace by ~/.openclaw/workspace");
  directory("/home/lin/notes");
  file("/home/lin/.openclaw/openclaw.json",
       "// mine\n{agents: {defaults: {'workspace': '~/notes', /* x */ }, }, }\n");
  EXPECT_EQ(found(), "/home/lin/notes by openclaw.json");
  directory("/src/.nacre");
  EXPECT_EQ(found(), "/src by .nacre above");
  environment_.nacre_workspace = "/home/lin/clawd";
  EXPECT_EQ(found(), "/home/lin/clawd by NACRE_WORKSPACE");
  EXPECT_EQ(found("/home/lin/nacre"), "/home/lin/nacre by --workspace");
}

TEST_F(FindWorkspaceTest, ANamedPlaceThatIsNotThereIsAnErrorNotAFallback) {
  directory("/home/lin/nacre");
  EXPECT_EQ(found("/nowhere"), "<not_found>");
  environment_.nacre_workspace = "nowhere";
  EXPECT_EQ(found(), "<not_found>");
}

TEST_F(FindWorkspaceTest, TakesRelativePathsAndTheTilde) {
  directory("/src/deep/ws");
  directory("/home/lin/ws2");
  EXPECT_EQ(found("ws"), "/src/deep/ws by --workspace");
  EXPECT_EQ(found("~/ws2"), "/home/lin/ws2 by --workspace");
}

TEST_F(FindWorkspaceTest, TheErrorNamesEveryPlaceAndWhatToDo) {
  const auto result = find_workspace(*files_, "", environment_);
  ASSERT_FALSE(result.ok());
  for (const char* place : {"/src/deep", "openclaw.json", "/home/lin/.openclaw/workspace",
                            "/home/lin/clawd", "/home/lin/nacre"}) {
    EXPECT_NE(result.error().message.find(place), std::string::npos) << place;
  }
  EXPECT_NE(result.error().hint.find("nacre init"), std::string::npos);
}

TEST_F(FindWorkspaceTest, KnowsAFolderOfOpenClawByItsFiles) {
  directory("/home/lin/nacre");
  directory("/src/deep");
  directory("/src/memory");
  EXPECT_EQ(found(), "/home/lin/nacre by ~/nacre");
  file("/src/MEMORY.md", "# M\n");
  EXPECT_EQ(found(), "/src by MEMORY.md above");
  directory("/src/deep/.nacre");
  EXPECT_EQ(found(), "/src/deep by .nacre above");
}

TEST_F(FindWorkspaceTest, TakesOpenClawsTimeZoneForItsOwnWorkspaceOnly) {
  directory("/home/lin/nacre");
  directory("/home/lin/notes");
  file("/home/lin/.openclaw/openclaw.json",
       "{agents: {defaults: {workspace: '~/notes', userTimezone: 'Asia/Tokyo'}}}");
  const auto zone = [&](std::string_view requested) {
    return find_workspace(*files_, requested, environment_).value().openclaw_timezone;
  };
  EXPECT_EQ(zone(""), "Asia/Tokyo");
  EXPECT_EQ(zone("~/notes"), "Asia/Tokyo");
  EXPECT_EQ(zone("~/nacre"), "");
}

TEST_F(FindWorkspaceTest, ABrokenOpenClawFileIsPassedOver) {
  directory("/home/lin/nacre");
  for (const char* text : {"{{{", "[]", "{\"agents\": 3}", "{\"agents\":{\"defaults\":[]}}", ""}) {
    SCOPED_TRACE(text);
    static_cast<void>(files_->remove("/home/lin/.openclaw/openclaw.json").ok());
    file("/home/lin/.openclaw/openclaw.json", text);
    EXPECT_EQ(found(), "/home/lin/nacre by ~/nacre");
  }
}

TEST(Json5, BecomesJson) {
  EXPECT_EQ(json_from_json5("{a: 'it\\'s \"x\"', /* c */ b: [1, 2, ], // d\n}"),
            "{\"a\": \"it's \\\"x\\\"\",   \"b\": [1, 2 ] \n}");
  EXPECT_EQ(json_from_json5(R"({"url": "http://x/,}", "t": true})"),
            R"({"url": "http://x/,}", "t": true})");
}

PathMeaning meaning(std::string_view path) {
  return classify(path, Visibility::Public);
}

struct Expected {
  std::string_view path;
  Layer layer;
  Visibility visibility;
};

TEST(Classify, KnowsTheLayerAndVisibilityOfEachPlace) {
  using enum Layer;
  using enum Visibility;
  for (const Expected& expected : std::initializer_list<Expected>{
           {"MEMORY.md", LongTerm, Private},
           {"USER.md", LongTerm, Private},
           {"AGENTS.md", Instructions, Public},
           {"SOUL.md", Instructions, Public},
           {"TOOLS.md", Instructions, Public},
           {"IDENTITY.md", Instructions, Public},
           {"HEARTBEAT.md", Instructions, Public},
           {"BOOTSTRAP.md", Instructions, Public},
           {"memory/2026-02-09.md", Daily, Private},
           {"memory/kettle.md", Daily, Private},
           {"memory/tacit_knowledge.md", Profile, Private},
           {"memory/archive/2025/2025-03-01.md", Archive, Private},
           {"memory/shared/faq.md", Daily, Public},
           {"memory/shared/2026-01-01.md", Daily, Public},
           {"projects/harbor/memory.md", Project, Public},
           {"projects/harbor/design/api.md", Project, Public},
           {"projects/loose.md", Daily, Private},
           {"life/areas/people/rowan/summary.md", Facts, Private},
           {"users/ines/memory/2026-04-02.md", Daily, Private},
           {"users/ines/memory/shared/a.md", Daily, Private},
           {"users/ines/MEMORY.md", LongTerm, Private},
           {"users/ines/AGENTS.md", Daily, Private},
           {"users/ines/memory/archive/2025/2025-03-01.md", Archive, Private},
           {"users/ines/memory/tacit_knowledge.md", Profile, Private},
           {"users/ines/projects/harbor/memory.md", Project, Private},
           {"users/ines/projects/loose.md", Daily, Private},
           {"users/ines/life/areas/people/rowan/summary.md", Facts, Private},
           {"users/ines/users/omar/MEMORY.md", Daily, Private},
           {"notes/ferry.md", Daily, Private},
           {"memory.md", Daily, Private},
           {"notes/MEMORY.md", Daily, Private},
       }) {
    SCOPED_TRACE(expected.path);
    EXPECT_EQ(meaning(expected.path).layer, expected.layer);
    EXPECT_EQ(meaning(expected.path).visibility, expected.visibility);
    EXPECT_TRUE(meaning(expected.path).indexed);
  }
}

TEST(Classify, KnowsOwnersAndProjects) {
  EXPECT_EQ(meaning("users/ines/memory/a.md").owner, "ines");
  EXPECT_EQ(meaning("users/ines/USER.md").owner, "ines");
  EXPECT_EQ(meaning("users/readme.md").owner, "");
  EXPECT_EQ(meaning("projects/harbor/memory.md").project, "harbor");
  EXPECT_EQ(meaning("users/ines/projects/harbor/memory.md").owner, "ines");
  EXPECT_EQ(meaning("users/ines/projects/harbor/memory.md").project, "harbor");
  EXPECT_EQ(meaning("users/ines/users/omar/MEMORY.md").owner, "ines");
  EXPECT_EQ(classify("projects/harbor/memory.md", Visibility::Private).visibility,
            Visibility::Private);
}

TEST(Classify, LeavesOutWhatIsNotMemory) {
  for (const char* path :
       {"DREAMS.md", "dreams.md", ".nacre/a.md", "life/_templates/summary.md",
        "users/ines/DREAMS.md", "users/ines/life/_templates/summary.md", "memory/a.txt",
        "memory/A.MD", "memory/.hidden.md", ".md", "node_modules/x/README.md",
        "sessions-clean/a.md", "a/.obsidian/b.md", "venv/lib/site-packages/x.md"}) {
    EXPECT_FALSE(meaning(path).indexed) << path;
  }
}

TEST(Classify, ReadsADateFromEveryShapeOfName) {
  for (const char* path :
       {"memory/2026-01-10.md", "memory/2026-01-10-1430.md", "memory/2026-01-10-kitchen.md",
        "memory/2026-01-10_kitchen.md", "memory/reports/weekly/2026-01-10.md",
        "memory/2026-01-10会议.md", "journals/2026_01_10.md", "memory/archive/2026-01-10.md",
        "memory/report-2026-01-10.md"}) {
    SCOPED_TRACE(path);
    ASSERT_TRUE(meaning(path).date.has_value());
    EXPECT_EQ(base::format_day(*meaning(path).date), "2026-01-10");
    EXPECT_FALSE(meaning(path).evergreen);
  }
}

TEST(Classify, ADateThatDoesNotExistMakesAFileUndated) {
  for (const char* path : {"memory/2026-02-30.md", "memory/12026-02-01.md", "memory/2026-2-1.md",
                           "memory/2026-13-01.md", "memory/2026-02-011.md", "memory/20260201.md",
                           "memory/2026-02_01.md", "memory/kettle.md", "2026-01-10/kettle.md"}) {
    EXPECT_FALSE(meaning(path).date.has_value()) << path;
    EXPECT_TRUE(meaning(path).evergreen) << path;
  }
}

TEST(Classify, TheCuratedCoreNeverAges) {
  for (const char* path : {"MEMORY.md", "USER.md", "AGENTS.md", "memory/tacit_knowledge.md"}) {
    EXPECT_TRUE(meaning(path).evergreen) << path;
  }
}

TEST(Classify, ListsOfFactsAreCutByEntry) {
  EXPECT_TRUE(meaning("MEMORY.md").per_entry);
  EXPECT_TRUE(meaning("users/ines/USER.md").per_entry);
  EXPECT_TRUE(meaning("memory/tacit_knowledge.md").per_entry);
  EXPECT_FALSE(meaning("memory/2026-01-10.md").per_entry);
}

}  // namespace
}  // namespace nacre::workspace
