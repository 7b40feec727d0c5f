#include "workspace/openclaw.h"

#include <gtest/gtest.h>

#include "fs/file_system.h"

namespace nacre::workspace {
namespace {

class OpenClawTest : public testing::Test {
 protected:
  OpenClawTest() { dir("/home/u"); }

  void dir(const std::string& path) { ASSERT_TRUE(files_->make_directory(path).ok()); }
  void file(const std::string& path, std::string_view text) {
    dir(path.substr(0, path.rfind('/')));
    ASSERT_TRUE(files_->write_new(path, text, false).ok());
  }
  Result<OpenClaw> find(std::string_view requested = {}) {
    return find_openclaw(*files_, requested, environment_);
  }
  static const OpenClawValue* value(const OpenClawAgent& agent, std::string_view key) {
    for (const OpenClawValue& value : agent.values) {
      if (value.key == key) return &value;
    }
    return nullptr;
  }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_memory_file_system();
  OpenClawEnvironment environment_{.current_directory = "/home/u", .home = "/home/u"};
};

TEST_F(OpenClawTest, IsLookedForWhereOpenClawItselfLooks) {
  EXPECT_EQ(find().error().code, ErrorCode::NotFound);
  EXPECT_NE(find().error().message.find("/home/u/.openclaw, /home/u/.clawdbot, /home/u/clawd"),
            std::string::npos);
  dir("/home/u/clawd");
  EXPECT_EQ(find().value().found_by, "~/clawd");
  EXPECT_EQ(find().value().agents[0].workspace, "/home/u/clawd");
  EXPECT_EQ(find().value().state_directory, "");
  file("/home/u/.clawdbot/clawdbot.json", "{}");
  EXPECT_EQ(find().value().found_by, "~/.clawdbot");
  EXPECT_EQ(find().value().config_path, "/home/u/.clawdbot/clawdbot.json");
  dir("/home/u/.openclaw");
  EXPECT_EQ(find().value().found_by, "~/.openclaw");
  EXPECT_EQ(find().value().config_path, "");
  EXPECT_EQ(find().value().agents[0].workspace, "/home/u/.openclaw/workspace");
  environment_.profile = "work";
  EXPECT_EQ(find().error().code, ErrorCode::NotFound);
  dir("/home/u/.openclaw-work");
  EXPECT_EQ(find().value().agents[0].workspace, "/home/u/.openclaw-work/workspace");
  environment_.state_dir = "~/state";
  dir("/home/u/state");
  EXPECT_EQ(find().value().found_by, "OPENCLAW_STATE_DIR");
  EXPECT_EQ(find().value().state_directory, "/home/u/state");
  environment_.config_path = "/etc/claw.json";
  EXPECT_EQ(find().error().code, ErrorCode::NotFound);
  file("/etc/claw.json", "{agents:{defaults:{workspace:'~/notes'}}}");
  EXPECT_EQ(find().value().config_path, "/etc/claw.json");
  EXPECT_EQ(find().value().state_directory, "/home/u/state");
  EXPECT_EQ(find().value().agents[0].workspace, "/home/u/notes");
}

TEST_F(OpenClawTest, IsAStateDirectoryAConfigurationOrAWorkspace) {
  file("/home/u/.openclaw/openclaw.json",
       "{agents:{defaults:{workspace:'~/notes',userTimezone:'Asia/Tokyo'}}}");
  dir("/home/u/notes");
  dir("/home/u/other");
  EXPECT_EQ(find("/home/u/.openclaw").value().agents[0].workspace, "/home/u/notes");
  EXPECT_EQ(find("/home/u/.openclaw/openclaw.json").value().state_directory, "/home/u/.openclaw");
  // The workspace of the usual installation brings its settings along.
  const OpenClaw known = find("/home/u/notes").value();
  EXPECT_EQ(known.config_path, "/home/u/.openclaw/openclaw.json");
  ASSERT_NE(value(known.agents[0], "agents.defaults.userTimezone"), nullptr);
  const OpenClaw bare = find("/home/u/other").value();
  EXPECT_EQ(bare.config_path, "");
  EXPECT_EQ(bare.agents[0].workspace, "/home/u/other");
  EXPECT_EQ(find("/home/u/nowhere").error().code, ErrorCode::NotFound);
}

TEST_F(OpenClawTest, GivesEachAgentItsWorkspaceAndItsOwnSettings) {
  file("/home/u/.openclaw/openclaw.json", R"({
    // comments and bare words are allowed
    agents: {
      defaults: { workspace: "~/notes" },
      entries: {
        helper: { memory: { search: { query: { maxResults: 3 } } } },
        owner: { default: true },
        elsewhere: { workspace: "/srv/claw/" },
      },
    },
    memory: { search: { query: { maxResults: 9, minScore: 0.1 } } },
  })");
  const std::vector<OpenClawAgent> agents = find().value().agents;
  ASSERT_EQ(agents.size(), 3U);
  EXPECT_EQ(agents[0].id, "owner");
  EXPECT_EQ(agents[0].workspace, "/home/u/notes");
  EXPECT_EQ(value(agents[0], "memory.search.query.maxResults")->toml, "9");
  EXPECT_EQ(agents[1].id, "helper");
  EXPECT_EQ(agents[1].workspace, "/home/u/notes/helper");
  EXPECT_EQ(value(agents[1], "memory.search.query.maxResults")->toml, "3");
  EXPECT_EQ(value(agents[1], "memory.search.query.maxResults")->path,
            "agents.entries.helper.memory.search.query.maxResults");
  EXPECT_EQ(value(agents[1], "memory.search.query.minScore")->toml, "0.1");
  EXPECT_EQ(agents[2].workspace, "/srv/claw");
}

TEST_F(OpenClawTest, AddsAnAgentsExtraPathsToEverybodys) {
  file("/home/u/.openclaw/openclaw.json", R"({
    memory: { search: { extraPaths: ["~/docs"] } },
    agents: { entries: { main: {}, b: { memory: { search: { extraPaths: ["/srv/b"] } } },
                         c: { memory: { search: { extraPaths: [] } } } } },
  })");
  const std::vector<OpenClawAgent> agents = find().value().agents;
  EXPECT_EQ(value(agents[0], "memory.search.extraPaths")->toml, R"(["~/docs"])");
  EXPECT_EQ(value(agents[1], "memory.search.extraPaths")->toml, R"(["~/docs", "/srv/b"])");
  EXPECT_EQ(value(agents[2], "memory.search.extraPaths")->toml, R"(["~/docs"])");
}

TEST_F(OpenClawTest, ReadsTheNamesOfOlderReleases) {
  file("/home/u/.clawdbot/clawdbot.json", R"({
    memorySearch: { maxResults: 4 },
    agents: {
      defaults: { memorySearch: { chunkSize: 300, query: { minScore: 0.5 } } },
      list: [{ id: "main" }, { id: "b", memorySearch: { minScore: 0.7 } }, { name: "no id" }],
    },
  })");
  const std::vector<OpenClawAgent> agents = find().value().agents;
  ASSERT_EQ(agents.size(), 2U);
  EXPECT_EQ(value(agents[0], "memory.search.query.maxResults")->path, "memorySearch.maxResults");
  EXPECT_EQ(value(agents[0], "memory.search.chunking.tokens")->toml, "300");
  EXPECT_EQ(value(agents[0], "memory.search.query.minScore")->toml, "0.5");
  EXPECT_EQ(value(agents[1], "memory.search.query.minScore")->toml, "0.7");
  EXPECT_EQ(value(agents[1], "memory.search.query.minScore")->path,
            "agents.list[b].memorySearch.minScore");
  EXPECT_EQ(agents[1].workspace, "/home/u/.clawdbot/workspace-b");
}

TEST_F(OpenClawTest, LooksIntoNothingThatMayHoldAKey) {
  file("/home/u/.openclaw/openclaw.json", R"({
    memory: { search: { remote: { apiKey: "sk-do-not-show", baseUrl: "x" },
                        model: "${MODEL}",
                        extraPaths: ["~/docs", {path: "/srv/wiki"}],
                        provider: "openai" } },
    channels: { telegram: { botToken: "123:do-not-show" } },
  })");
  const OpenClawAgent agent = find().value().agents[0];
  ASSERT_NE(value(agent, "memory.search.remote"), nullptr);
  for (const OpenClawValue& one : agent.values) {
    EXPECT_EQ(one.toml.find("do-not-show"), std::string::npos) << one.key;
    EXPECT_NE(one.key.substr(0, 8), "channels");
  }
  EXPECT_EQ(value(agent, "memory.search.remote")->toml, "");
  EXPECT_EQ(value(agent, "memory.search.model")->toml, "");
  EXPECT_EQ(value(agent, "memory.search.extraPaths")->toml, R"(["~/docs", "/srv/wiki"])");
}

TEST_F(OpenClawTest, SaysWhereAConfigurationIsBroken) {
  file("/home/u/.openclaw/openclaw.json",
       "{\n  /* a comment\n     of two lines */\n  agents: {\n    defaults: oops oops\n  }\n}\n");
  const OpenClaw found = find().value();
  EXPECT_NE(found.config_problem.find("line 5"), std::string::npos) << found.config_problem;
  EXPECT_EQ(found.agents[0].workspace, "/home/u/.openclaw/workspace");
  EXPECT_TRUE(found.agents[0].values.empty());
}

TEST_F(OpenClawTest, TakesOddConfigurationsForWhatTheyAre) {
  int number = 0;
  for (const std::string_view text :
       {"[]", "", "null", "{agents:[]}", "{agents:{list:{}}}", "{agents:{entries:[1]}}",
        "{agents:{defaults:7},memory:3}", "{agents:{list:[null,1,{id:5}]}}", "{$include:'x'}"}) {
    const std::string state = "/home/u/s" + std::to_string(++number);
    file(state + "/openclaw.json", text);
    const auto found = find(state);
    ASSERT_TRUE(found.ok()) << text;
    EXPECT_EQ(found.value().agents.size(), 1U) << text;
    EXPECT_EQ(found.value().agents[0].workspace, state + "/workspace") << text;
  }
  EXPECT_TRUE(find("/home/u/s9").value().has_includes);
}

}  // namespace
}  // namespace nacre::workspace
