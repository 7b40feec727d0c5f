#include "cli/help.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/arguments.h"

namespace nacre::cli {
namespace {

TEST(Help, DescribesTheFirstTenVerbsNamesTheRestAndShowsExamples) {
  const std::string help = general_help(Words());
  for (std::size_t i = 0; i < verbs().size(); ++i) {
    EXPECT_EQ(help.find(verbs()[i].summary) != std::string::npos, i < 10) << verbs()[i].name;
    EXPECT_NE(help.find(verbs()[i].name), std::string::npos);
  }
  EXPECT_NE(help.find("examples:"), std::string::npos);
}

TEST(Help, NamesEveryOptionOfAVerbWithAnExample) {
  for (const Verb& verb : verbs()) {
    const std::string help = verb_help(verb, Words());
    for (const Option& option : verb.options) {
      EXPECT_NE(help.find(option.name), std::string::npos) << verb.name << option.name;
    }
    EXPECT_NE(help.find("  nacre " + std::string(verb.name)), std::string::npos) << verb.name;
  }
}

TEST(Help, FitsIntoNinetyColumns) {
  for (const Verb& verb : verbs()) {
    const std::string text = general_help(Words()) + verb_help(verb, Words());
    std::string_view help = text;
    while (!help.empty()) {
      const std::size_t end = std::min(help.find('\n'), help.size());
      EXPECT_LE(end, 90U) << help.substr(0, end);
      help.remove_prefix(std::min(end + 1, help.size()));
    }
  }
}

TEST(Verbs, NameEachOptionOnce) {
  for (const Verb& verb : verbs()) {
    std::set<std::string_view> names;
    for (const Option& option : verb.options) EXPECT_TRUE(names.insert(option.name).second);
    for (const Option& option : global_options()) EXPECT_TRUE(names.insert(option.name).second);
  }
}

}  // namespace
}  // namespace nacre::cli
