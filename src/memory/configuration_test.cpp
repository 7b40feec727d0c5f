#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fs/temporary_directory.h"
#include "nacre/memory.h"
#include "support/scoped_variable.h"

namespace nacre {
namespace {

class ConfigurationOnDisk : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path full = directory_ / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << text;
  }
  std::string read(const std::string& path) {
    std::ifstream file(directory_ / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::unique_ptr<Configuration> open() {
    auto opened = Configuration::open({.workspace = directory_.path(), .ignore_environment = true});
    EXPECT_TRUE(opened.ok());
    return std::move(opened).value();
  }
  // "file:line key: message" of each finding.
  std::vector<std::string> problems() {
    std::vector<std::string> texts;
    const ConfigCheck check = open()->check().value();
    for (const ConfigFinding& finding : check.findings) {
      texts.push_back(finding.file + ":" + std::to_string(finding.line) + " " + finding.key + ": " +
                      finding.message);
    }
    return texts;
  }

  test::ScopedVariable now_{"NACRE_NOW", "2026-02-12T09:00:00Z"};
  fs::TemporaryDirectory directory_;
};

using Texts = std::vector<std::string>;

TEST_F(ConfigurationOnDisk, SetsAndUnsetsInAWorkspaceThatWasNeverLaidOut) {
  const auto configuration = open();
  EXPECT_FALSE(configuration->file().exists);
  const auto change = configuration->set("recall.limit", "8");
  ASSERT_TRUE(change.ok()) << change.error().message;
  EXPECT_TRUE(change.value().changed);
  EXPECT_EQ(change.value().before.value, "5");
  EXPECT_EQ(change.value().after.value, "8");
  EXPECT_EQ(change.value().after.line, 2U);
  EXPECT_EQ(change.value().next, "");
  EXPECT_EQ(read(".nacre/config.toml"), "[recall]\nlimit = 8\n");
  EXPECT_NE(read(".nacre/.gitignore").find("!config.toml"), std::string::npos);

  EXPECT_FALSE(configuration->set("recall.limit", "8").value().changed);
  EXPECT_TRUE(configuration->unset("recall.limit").value().after.is_default);
  EXPECT_EQ(read(".nacre/config.toml"), "[recall]\n");
}

TEST_F(ConfigurationOnDisk, SaysWhatAChangeAsksFor) {
  const auto configuration = open();
  const auto next = [&](const char* key, const char* value) {
    return configuration->set(key, value).value().next;
  };
  EXPECT_EQ(
      next("privacy.redaction", "personal"),
      "run `nacre index`: notes are now indexed in another way, and until then recall answers "
      "from the files");
  EXPECT_EQ(next("index.ignore", "drafts/**"), "run `nacre index`: other files are indexed now");
  EXPECT_NE(next("index.cache_dir", "other").find("is no longer used"), std::string::npos);
  EXPECT_EQ(next("recall.mmr", "false"), "");
}

TEST_F(ConfigurationOnDisk, ListsWhatIsSet) {
  write(".nacre/config.toml", "recall.limit = 8\nrecall.limt = 9\n");
  const auto set = open()->list(false).value();
  ASSERT_EQ(set.size(), 1U);
  EXPECT_EQ(set[0].key, "recall.limit");
  EXPECT_EQ(set[0].line, 1U);
  EXPECT_GT(open()->list(true).value().size(), 40U);
}

TEST_F(ConfigurationOnDisk, ABrokenFileIsExplainedAndCheckedAndNotChanged) {
  write(".nacre/config.toml", "[recall\nlimit = 5\n");
  const auto configuration = open();
  EXPECT_EQ(configuration->get("recall.limit").error().code, ErrorCode::Corruption);
  const auto change = configuration->set("recall.limit", "8");
  ASSERT_FALSE(change.ok());
  EXPECT_NE(change.error().message.find("line 1"), std::string::npos) << change.error().message;
  EXPECT_EQ(read(".nacre/config.toml"), "[recall\nlimit = 5\n");
  const auto explained = configuration->explain("recall.limit");
  ASSERT_TRUE(explained.ok());
  EXPECT_NE(explained.value().problem.find("line 1"), std::string::npos);
  const auto findings = configuration->check().value().findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].line, 1U);
}

TEST_F(ConfigurationOnDisk, ExplainsAKey) {
  write(".nacre/config.toml", "[recall]\nrecency = \"exp_30\"\nlimit = 0\n");
  const ConfigExplanation recency = open()->explain("recall.recency").value();
  EXPECT_EQ(recency.setting.value, "\"exp_30\"");
  EXPECT_EQ(recency.setting.line, 2U);
  EXPECT_EQ(recency.choices, (Texts{"half_life", "exp_30", "lambda_0.1", "none"}));
  EXPECT_EQ(recency.problem, "");
  const ConfigExplanation limit = open()->explain("recall.limit").value();
  EXPECT_EQ(limit.minimum, 1.0);
  EXPECT_EQ(limit.openclaw, "memory.search.query.maxResults");
  EXPECT_NE(limit.problem.find("config.toml:3: "), std::string::npos) << limit.problem;
  EXPECT_NE(std::find(limit.nearby.begin(), limit.nearby.end(), "recall.strict"),
            limit.nearby.end());
  EXPECT_EQ(std::find(limit.nearby.begin(), limit.nearby.end(), "recall.limit"),
            limit.nearby.end());
  EXPECT_EQ(explain_config_key("recall.limt").error().hint, "did you mean 'recall.limit'?");
}

TEST_F(ConfigurationOnDisk, ChecksWhatLiesBesideTheFileToo) {
  EXPECT_EQ(problems(), Texts());
  write(".nacre/config.toml",
        "user.timezone = \"Asia/Shangai\"\n"
        "recall.limt = 3\n"
        "[index]\n"
        "ignore = [\"*\", \"drafts/**\"]\n"
        "tokens_target = 600\n");
  write(".nacreignore", "# ours\n*.md\ndrafts[12]\nmemory/old/\n");
  write(".nacre/synonyms.txt", "# words\ncar, auto\nalone\n=> x\n");
  write(".nacre/dictionary.txt", "ok\n\xff\n");
  const Texts found = problems();
  ASSERT_EQ(found.size(), 9U) << testing::PrintToString(found);
  EXPECT_EQ(found[0],
            ".nacre/config.toml:1 user.timezone: unknown time zone 'Asia/Shangai'; did you mean "
            "'Asia/Shanghai'?");
  EXPECT_EQ(found[1],
            ".nacre/config.toml:2 recall.limt: 'recall.limt' is no known key; did you mean "
            "'recall.limit'?");
  EXPECT_EQ(found[2], ".nacre/config.toml:4 index.ignore: the pattern '*' leaves out every note");
  EXPECT_EQ(found[3],
            ".nacre/config.toml:5 index.tokens_target: 'index.tokens_target' (600) lies above "
            "'index.tokens_max' (512)");
  EXPECT_EQ(found[4], ".nacreignore:2 : the pattern '*.md' leaves out every note");
  EXPECT_EQ(found[5].rfind(".nacreignore:3 : the pattern 'drafts[12]' has brackets", 0), 0U);
  EXPECT_EQ(found[6],
            ".nacre/synonyms.txt:3 : it says no synonym: write at least two words, separated by "
            "commas");
  EXPECT_EQ(found[7], ".nacre/synonyms.txt:4 : it says no synonym: write 'word => other, another'");
  EXPECT_EQ(found[8], ".nacre/dictionary.txt:2 : it is not UTF-8");
}

TEST_F(ConfigurationOnDisk, ChecksThePlaceOfTheCache) {
  write("file", "x");
  write(".nacre/config.toml", "index.cache_dir = \"file/cache\"\n");
  const Texts found = problems();
  ASSERT_EQ(found.size(), 1U) << testing::PrintToString(found);
  EXPECT_NE(found[0].find("index.cache_dir: "), std::string::npos) << found[0];
}

}  // namespace
}  // namespace nacre
