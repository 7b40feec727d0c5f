#include "memory/compare.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "fs/temporary_directory.h"
#include "support/scoped_variable.h"

namespace nacre::memory {
namespace {

// Both programs are scripts here: `openclaw` answers in the shape that the real one of
// 2026.9 prints, ours in that of docs/json.md.
class CompareTest : public testing::Test {
 protected:
  CompareTest() {
    std::filesystem::create_directories(tools_ / "bin");
    std::filesystem::create_directories(tools_ / "notes/.nacre");
    script("nacre", R"(cat <<'END'
{"results":[{"path":"MEMORY.md","start_line":3,"end_line":3,"score":0.9,"snippet":"kiln"},
{"path":"memory/a.md","start_line":10,"end_line":12,"score":0.5,"snippet":"b"}]}
END
)");
    script("openclaw", R"(echo "args: $*" >> "$(dirname "$0")/calls"
cat <<'END'
{
  "results": [
    {"path": "memory/a.md", "startLine": 1, "endLine": 9, "score": 0.71, "textScore": 0.2,
     "snippet": "a", "source": "memory"},
    {"path": "MEMORY.md", "startLine": 1, "endLine": 4, "score": 0.6, "snippet": "k",
     "source": "memory", "provenance": {"originClass": "agent"}}
  ]
}
END
)");
  }

  void script(const std::string& name, const std::string& body) {
    const std::string path = tools_ / ("bin/" + name);
    std::ofstream(path) << "#!/bin/sh\n" << body;
    ::chmod(path.c_str(), 0755);
  }

  Result<CompareAnswer> run(CompareRequest request) {
    const test::ScopedVariable path("PATH", tools_.path() + "/bin:/usr/bin:/bin");
    const auto setting = open_setting({.workspace = tools_ / "notes", .ignore_environment = true});
    EXPECT_TRUE(setting.ok());
    request.with = "openclaw";
    request.own_program = tools_ / "bin/nacre";
    return compare(request, setting.value());
  }

  fs::TemporaryDirectory tools_;
};

TEST_F(CompareTest, PairsWhatBothFoundByFileAndLines) {
  const auto answer = run({.query = "kiln"});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().both, 1U);
  EXPECT_EQ(answer.value().only_ours, 1U);
  EXPECT_EQ(answer.value().only_theirs, 1U);
  ASSERT_EQ(answer.value().places.size(), 3U);
  const ComparedPlace& both = answer.value().places[0];
  EXPECT_EQ(both.path, "MEMORY.md");
  EXPECT_EQ(both.ours->rank, 1U);
  EXPECT_EQ(both.theirs->rank, 2U);
  // The same file, but lines that do not meet.
  EXPECT_EQ(answer.value().places[1].path, "memory/a.md");
  EXPECT_FALSE(answer.value().places[1].theirs);
  EXPECT_FALSE(answer.value().places[2].ours);
  EXPECT_GT(answer.value().ours.wall_ms, 0);
  EXPECT_GT(answer.value().theirs.wall_ms, 0);
}

TEST_F(CompareTest, HandsTheQueryOverAsItIs) {
  ASSERT_TRUE(run({.query = "--json; $(touch x) 柠檬", .limit = 7, .agent = "work"}).ok());
  std::ifstream file(tools_ / "bin/calls");
  const std::string calls{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(calls,
            "args: memory search --json --max-results 7 --agent work --query --json; $(touch x) "
            "柠檬\n");
}

TEST_F(CompareTest, WithoutOpenClawSaysSo) {
  std::filesystem::remove(tools_ / "bin/openclaw");
  const auto answer = run({.query = "kiln"});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::NotFound);
  EXPECT_FALSE(answer.error().hint.empty());
}

TEST_F(CompareTest, ShowsTheLastWordsOfAProgramThatFails) {
  script("openclaw", "echo '{\"ok\":false}'; echo 'the index is locked' >&2; exit 1\n");
  const auto answer = run({.query = "kiln"});
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("the index is locked"), std::string::npos);
  script("openclaw", "echo 'no JSON at all'\n");
  EXPECT_NE(run({.query = "kiln"}).error().message.find("no JSON at all"), std::string::npos);
}

TEST_F(CompareTest, WaitsForNobody) {
  script("openclaw", "exec sleep 1000\n");
  const auto answer = run({.query = "kiln", .timeout_ms = 100});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::Unavailable);
}

TEST_F(CompareTest, ReadsAnAnswerBehindALineOfSomethingElse) {
  script("openclaw", "echo 'a warning'; echo '{\"results\":[],\"warning\":\"stale\"}'\n");
  const auto answer = run({.query = "kiln"});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().theirs.results, 0U);
  EXPECT_EQ(answer.value().theirs.note, "stale");
}

}  // namespace
}  // namespace nacre::memory
