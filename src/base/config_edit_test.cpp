#include "base/config_edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "base/config.h"

namespace nacre::base {
namespace {

std::string set(std::string_view toml, std::string_view key, std::string_view value) {
  auto edited = set_config_value(toml, key, value);
  EXPECT_TRUE(edited.ok()) << edited.error().message;
  return edited.ok() ? edited.value() : std::string();
}

std::string unset(std::string_view toml, std::string_view key) {
  auto edited = unset_config_value(toml, key);
  EXPECT_TRUE(edited.ok()) << edited.error().message;
  return edited.ok() ? edited.value() : std::string();
}

// "message" or "message (hint)".
std::string refusal(std::string_view toml, std::string_view key, std::string_view value) {
  const auto edited = set_config_value(toml, key, value);
  if (edited.ok()) return "set: " + edited.value();
  const Error& error = edited.error();
  return error.hint.empty() ? error.message : error.message + " (" + error.hint + ")";
}

TEST(ConfigEdit, StartsAFile) {
  EXPECT_EQ(set("", "recall.limit", "8"), "[recall]\nlimit = 8\n");
  EXPECT_EQ(set("# ours\n", "recall.weight.daily", "0.6"),
            "# ours\n\n[recall.weight]\ndaily = 0.6\n");
  EXPECT_EQ(set("# no line end", "user.name", "Ada"), "# no line end\n\n[user]\nname = \"Ada\"\n");
}

TEST(ConfigEdit, ReplacesTheValueAlone) {
  EXPECT_EQ(set("[recall] # a\n  limit\t =  5   # five\nmmr=true", "recall.limit", "8"),
            "[recall] # a\n  limit\t =  8   # five\nmmr=true");
  EXPECT_EQ(set("index.ignore = [ # what\n 'a]', # \"\n \"b\" ]\n[user]", "index.ignore", "[]"),
            "index.ignore = []\n[user]");
  EXPECT_EQ(set("[user]\nname = \"\"\"a\n\"b\"\"\"\"\n# c", "user.name", "d"),
            "[user]\nname = \"d\"\n# c");
  EXPECT_EQ(set("[\"recall\"]\n'limit' = 5", "recall.limit", "6"), "[\"recall\"]\n'limit' = 6");
}

TEST(ConfigEdit, MendsAValueOfTheWrongType) {
  EXPECT_EQ(set("recall.limit = { a = 1 }\n", "recall.limit", "6"), "recall.limit = 6\n");
  EXPECT_EQ(set("[recall]\nmin_score = \"high\"\n", "recall.min_score", "0.5"),
            "[recall]\nmin_score = 0.5\n");
}

TEST(ConfigEdit, AddsToTheTableOfTheKey) {
  EXPECT_EQ(set("[recall]\n  mmr = true # m\n\n# users\n[user]\n", "recall.limit", "8"),
            "[recall]\n  mmr = true # m\n  limit = 8\n\n# users\n[user]\n");
  EXPECT_EQ(set("[recall]\n[user]\n", "recall.limit", "8"), "[recall]\nlimit = 8\n[user]\n");
  EXPECT_EQ(set("[recall]", "recall.limit", "8"), "[recall]\nlimit = 8\n");
}

TEST(ConfigEdit, MakesATableBesideItsKin) {
  EXPECT_EQ(set("[recall]\nmmr = true\n\n[user]\nname = 'A'\n", "recall.weight.daily", "1"),
            "[recall]\nmmr = true\n\n[recall.weight]\ndaily = 1.0\n\n[user]\nname = 'A'\n");
  EXPECT_EQ(set("[recall.weight]\ndaily = 1\n[user]\n", "recall.limit", "8"),
            "[recall.weight]\ndaily = 1\n\n[recall]\nlimit = 8\n[user]\n");
}

TEST(ConfigEdit, FollowsDottedKeysAndInlineTables) {
  EXPECT_EQ(set("recall.mmr = true\nuser.name = ''\n", "recall.limit", "8"),
            "recall.mmr = true\nrecall.limit = 8\nuser.name = ''\n");
  EXPECT_EQ(set("[recall]\nweight.daily = 1\n", "recall.weight.archive", "0"),
            "[recall]\nweight.daily = 1\nweight.archive = 0.0\n");
  EXPECT_EQ(set("recall = { mmr = true } # x\n", "recall.limit", "8"),
            "recall = { mmr = true, limit = 8 } # x\n");
  EXPECT_EQ(set("recall = {}\n", "recall.weight.daily", "1"), "recall = { weight.daily = 1.0 }\n");
  EXPECT_EQ(set("recall = {weight={daily=1}}", "recall.weight.daily", "2"),
            "recall = {weight={daily=2.0}}");
}

TEST(ConfigEdit, KeepsLineEndsAndTheByteOrderMark) {
  EXPECT_EQ(set("\xEF\xBB\xBF[recall]\r\nmmr = true\r\n", "user.name", "A"),
            "\xEF\xBB\xBF[recall]\r\nmmr = true\r\n\r\n[user]\r\nname = \"A\"\r\n");
  EXPECT_EQ(set("\xEF\xBB\xBF", "user.name", "A"), "\xEF\xBB\xBF[user]\nname = \"A\"\n");
  EXPECT_EQ(unset("\xEF\xBB\xBFuser.name = 'A'\r\n# b\r\n", "user.name"), "\xEF\xBB\xBF# b\r\n");
}

TEST(ConfigEdit, TakesAKeyOut) {
  EXPECT_EQ(unset("[recall]\nlimit = 5 # five\nmmr = true\n", "recall.limit"),
            "[recall]\nmmr = true\n");
  EXPECT_EQ(unset("[recall]\nlimit = 5", "recall.limit"), "[recall]\n");
  EXPECT_EQ(unset("[index]\nignore = [\n 'a',\n]\n\n[user]\n", "index.ignore"),
            "[index]\n\n[user]\n");
  EXPECT_EQ(unset("recall = { limit = 5, mmr = true }", "recall.limit"), "recall = { mmr = true }");
  EXPECT_EQ(unset("recall = { mmr = true, limit = 5 }", "recall.limit"), "recall = { mmr = true }");
  EXPECT_EQ(unset("recall = { limit = 5 }", "recall.limit"), "recall = { }");
  EXPECT_EQ(unset("[recall]\nmmr = true\n", "recall.limit"), "[recall]\nmmr = true\n");
}

TEST(ConfigEdit, TakesValuesAsPeopleTypeThem) {
  EXPECT_EQ(set("", "user.name", "金刚 \"x\"\\"), "[user]\nname = \"金刚 \\\"x\\\"\\\\\"\n");
  EXPECT_EQ(set("", "user.name", "'quoted'"), "[user]\nname = \"quoted\"\n");
  EXPECT_EQ(set("", "index.ignore", "drafts/**, *.tmp.md"),
            "[index]\nignore = [\"drafts/**\", \"*.tmp.md\"]\n");
  EXPECT_EQ(set("", "index.ignore", "['a,b']"), "[index]\nignore = [\"a,b\"]\n");
  EXPECT_EQ(set("", "index.ignore", ""), "[index]\nignore = []\n");
  EXPECT_EQ(set("", "recall.recency", "exp_30"), "[recall]\nrecency = \"exp_30\"\n");
}

TEST(ConfigEdit, RefusesWhatTheTableDoesNotAllow) {
  EXPECT_EQ(refusal("", "recall.limt", "5"),
            "'recall.limt' is no known key (did you mean 'recall.limit'?)");
  EXPECT_EQ(refusal("", "recall.limit", "many"), "'recall.limit' expects a whole number");
  EXPECT_EQ(refusal("", "recall.limit", "5\nmmr = true"), "'recall.limit' expects a whole number");
  EXPECT_EQ(refusal("", "recall.limit", ""), "'recall.limit' expects a whole number");
  EXPECT_EQ(refusal("", "recall.limit", "0"), "'recall.limit' must lie between 1 and 1000");
  EXPECT_EQ(refusal("", "recall.preset", "clasic"),
            "'recall.preset' must be one of \"nacre\", \"openclaw\", \"classic\"; did you mean "
            "\"classic\"?");
  EXPECT_EQ(refusal("", "user.name", "\"open"), "'user.name' expects a text in quotes");
}

TEST(ConfigEdit, NamesTheLineThatIsInTheWay) {
  const std::string by_hand = " (edit the file by hand)";
  EXPECT_EQ(refusal("[[recall]]\nlimit = 5\n", "recall.limit", "8"),
            "line 1 prevents changing 'recall.limit': [[recall]] is a list" + by_hand);
  EXPECT_EQ(refusal("\n[recall.limit]\nx = 1\n", "recall.limit", "8"),
            "line 2 prevents changing 'recall.limit': there it is a table" + by_hand);
  EXPECT_EQ(refusal("# a\nrecall = 5\n", "recall.limit", "8"),
            "line 2 prevents changing 'recall.limit': there 'recall' is no table" + by_hand);
  EXPECT_EQ(refusal("recall.limit.x = 1\n", "recall.limit", "8"),
            "line 1 prevents changing 'recall.limit': there it is a table" + by_hand);
}

TEST(ConfigEdit, LeavesWhatIsNoTomlAlone) {
  const auto edited = set_config_value("[recall\nlimit = 5", "recall.limit", "8");
  ASSERT_FALSE(edited.ok());
  EXPECT_EQ(edited.error().code, ErrorCode::Corruption);
  EXPECT_TRUE(edited.error().message.starts_with("line 1, ")) << edited.error().message;
}

// ---- property ----------------------------------------------------------------

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  template <std::size_t N>
  std::string one_of(const std::array<std::string_view, N>& choices) {
    return std::string(choices[below(N)]);
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::array<std::string_view, 12> kValues = {"5",
                                                      "true",
                                                      "\"a # b\"",
                                                      "'x]'",
                                                      "0.5",
                                                      "[1, [2, '}'], { a = '[' }]",
                                                      "nan",
                                                      "[]",
                                                      "\"\\\"\\\\\"",
                                                      "2026-01-02",
                                                      "\"\"\"a\n[b]\n\"c\"\"\"\"",
                                                      "[ # c\n 'a',\n]"};
constexpr std::array<std::string_view, 8> kNames = {"limit", "mmr",    "weight.daily", "\"x.y\"",
                                                    "name",  "ignore", "zz",           "a.b"};
constexpr std::array<std::string_view, 9> kHeaders = {
    "[recall]", "[user]",     "[recall.weight]", "[ index ]",        "[[list]]",
    "[zzz]",    "[\"user\"]", "[list.sub]",      "[recall.weight.x]"};
constexpr std::array<std::string_view, 6> kFillers = {"", "# limit = 7", "  # é 中", "\t", "#", ""};
constexpr std::array<std::string_view, 5> kRootLines = {
    "recall.limit = 3", "recall = { mmr = false, weight = { daily = 1 } }", "user = {}",
    "index.ignore = ['a']", "other = 'x'"};

std::string random_file(Random& random) {
  std::string toml = random.below(4) == 0 ? "\xEF\xBB\xBF" : "";
  const std::string end = random.below(3) == 0 ? "\r\n" : "\n";
  for (std::size_t i = random.below(3); i > 0; --i) toml += random.one_of(kRootLines) + end;
  for (std::size_t i = random.below(5); i > 0; --i) {
    if (random.below(2) == 0) toml += random.one_of(kFillers) + end;
    toml += random.one_of(kHeaders) + (random.below(3) == 0 ? " # h" : "") + end;
    for (std::size_t k = random.below(4); k > 0; --k) {
      toml += (random.below(3) == 0 ? "  " : "") + random.one_of(kNames) + " = " +
              random.one_of(kValues) + (random.below(3) == 0 ? " # v" : "") + end;
    }
  }
  if (random.below(3) == 0 && toml.ends_with(end)) toml.resize(toml.size() - end.size());
  return toml;
}

std::string random_value(Random& random, const ConfigKey& key) {
  switch (key.type) {
    case ConfigType::Bool:
      return random.below(2) == 0 ? "true" : "false";
    case ConfigType::Integer:
    case ConfigType::Number:
      return std::to_string(static_cast<int>(key.minimum) + 1);
    case ConfigType::StringList:
      return "[\"a\", \"" + std::to_string(random.below(9)) + "\"]";
    case ConfigType::String:
      break;
  }
  if (key.choices.empty()) return "\"t" + std::to_string(random.below(9)) + "\"";
  return "\"" + std::string(key.choices.substr(key.choices.rfind('|') + 1)) + "\"";
}

// What of `before` is not in `after`, if all the rest is there in one piece before
// and one piece behind.
std::string_view taken(std::string_view before, std::string_view after) {
  const std::size_t bound = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < bound && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < bound - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  return before.substr(head, before.size() - head - tail);
}

TEST(ConfigEditProperty, SetsOneKeyAndKeepsEveryOtherByte) {
  std::size_t files = 0, edits = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string toml = random_file(random);
    const auto before = Config::parse(toml);
    if (!before.ok()) continue;
    ++files;
    const ConfigKey& key = config_keys()[random.below(config_keys().size())];
    const std::string value = random_value(random, key);
    const auto edited = set_config_value(toml, key.name, value);
    if (!edited.ok()) {
      // Something must really be in the way.
      EXPECT_NE(edited.error().message.find("line "), std::string::npos) << edited.error().message;
      EXPECT_EQ(edited.error().message.find("unusual"), std::string::npos)
          << toml << key.name << "\n"
          << edited.error().message;
      continue;
    }
    ++edits;
    const auto after = Config::parse(edited.value());
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(config_text(after.value().value(key.name)),
              config_text(parse_config_value(key, value).value()));
    for (const ConfigKey& other : config_keys()) {
      if (other.name == key.name) continue;
      EXPECT_EQ(config_text(after.value().value(other.name)),
                config_text(before.value().value(other.name)));
    }
    const auto unset_first = unset_config_value(toml, key.name);
    ASSERT_TRUE(unset_first.ok()) << unset_first.error().message;
    if (unset_first.value() == toml) {
      EXPECT_EQ(taken(toml, edited.value()), "") << toml << "\n=>\n" << edited.value();
    }
    const auto taken_out = unset_config_value(edited.value(), key.name);
    ASSERT_TRUE(taken_out.ok()) << taken_out.error().message;
    EXPECT_TRUE(Config::parse(taken_out.value()).value().is_default(key.name));
    EXPECT_EQ(set(edited.value(), key.name, value), edited.value());
  }
  // The generator must not drift into making nothing worth looking at.
  EXPECT_GT(files, 1500U);
  EXPECT_GT(edits, 1200U);
}

}  // namespace
}  // namespace nacre::base
