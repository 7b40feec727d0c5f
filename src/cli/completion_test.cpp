#include "cli/completion.h"

#include <gtest/gtest.h>

#include "base/config.h"
#include "cli/man_page.h"
#include "nacre/types.h"

namespace nacre::cli {
namespace {

Verb verb_of(std::string_view words) {
  return {.name = "v", .words = words, .words_max = kAnyWords};
}

TEST(Offers, ComeFromTheValueOfAnOption) {
  EXPECT_EQ(offer_of(*option_named(*verb_named("recall"), "--lang")).choices,
            (std::vector<std::string>{"en", "zh"}));
  EXPECT_EQ(offer_of(*option_named(*verb_named("recall"), "--workspace")).kind,
            Offer::Kind::Directories);
  EXPECT_EQ(offer_of(*option_named(*verb_named("recall"), "--path")).kind, Offer::Kind::Files);
  EXPECT_EQ(offer_of(*option_named(*verb_named("recall"), "--limit")).kind, Offer::Kind::Nothing);
  const auto layers = offer_of(*option_named(*verb_named("recall"), "--layer")).choices;
  EXPECT_EQ(layers.size(), static_cast<std::size_t>(kLayerCount));
  const auto contexts = offer_of(*option_named(*verb_named("get"), "--context")).choices;
  for (const std::string& context : contexts) EXPECT_TRUE(parse_context_kind(context)) << context;
}

TEST(Offers, ComeFromTheUsageOfAVerb) {
  const auto files = word_offers(verb_of("[PATH...]"));
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].words.at(0).kind, Offer::Kind::Files);
  EXPECT_TRUE(files[0].repeats);

  const auto choice = word_offers(verb_of("get [KEY] | set KEY VALUE | path"));
  ASSERT_EQ(choice.size(), 3U);
  EXPECT_EQ(choice[0].first, "get");
  EXPECT_EQ(choice[0].words.at(0).kind, Offer::Kind::ConfigKeys);
  EXPECT_EQ(choice[1].words.size(), 2U);
  EXPECT_EQ(choice[1].words.at(1).kind, Offer::Kind::Nothing);
  EXPECT_EQ(choice[2].first, "path");
  EXPECT_TRUE(choice[2].words.empty());

  EXPECT_TRUE(word_offers(verb_of("")).empty());
}

TEST(Completions, NameEveryVerbOptionAndKey) {
  const std::string bash = bash_completion(), zsh = zsh_completion(Words()),
                    fish = fish_completion(Words());
  for (const Verb& verb : verbs()) {
    for (const std::string& script : {bash, zsh, fish}) {
      EXPECT_NE(script.find(verb.name), std::string::npos) << verb.name;
    }
    for (const Option& option : verb.options) {
      EXPECT_NE(bash.find(option.name), std::string::npos) << option.name;
      EXPECT_NE(zsh.find(option.name), std::string::npos) << option.name;
      EXPECT_NE(fish.find("-l " + std::string(option.name.substr(2))), std::string::npos)
          << option.name;
    }
  }
  for (const base::ConfigKey& key : base::config_keys()) {
    EXPECT_NE(bash.find(key.name), std::string::npos) << key.name;
    EXPECT_NE(fish.find(key.name), std::string::npos) << key.name;
  }
}

TEST(ManPages, NameEveryVerbAndOption) {
  const Words chinese(Language::Chinese);
  const Words english;
  for (const Words* words : {&english, &chinese}) {
    const std::string all = man_page(*words);
    for (const Verb& verb : verbs()) {
      EXPECT_NE(all.find("nacre " + std::string(verb.name)), std::string::npos);
      const std::string page = man_page(verb, *words);
      for (const Option& option : verb.options) {
        std::string name;
        for (const char c : option.name) name += c == '-' ? std::string("\\-") : std::string(1, c);
        EXPECT_NE(page.find("\\fB" + name + "\\fR"), std::string::npos) << option.name;
      }
    }
  }
}

TEST(ManPages, LetNoTextBeARequest) {
  const Verb verb{.name = "v", .summary = "one", .details = ".so /etc/passwd\n'x\na\\b-c"};
  const std::string page = man_page(verb, Words());
  EXPECT_NE(page.find("\n\\&.so /etc/passwd\n\\&'x\na\\eb\\-c\n"), std::string::npos) << page;
}

}  // namespace
}  // namespace nacre::cli
