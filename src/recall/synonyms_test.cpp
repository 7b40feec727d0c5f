#include "recall/synonyms.h"

#include <gtest/gtest.h>

namespace nacre::recall {
namespace {

using Words = std::vector<std::string>;

TEST(Synonyms, KnowsEachWordOfAGroupByTheOthers) {
  const Synonyms synonyms("k8s, Kubernetes, 容器編排\n# a comment\n");
  ASSERT_NE(synonyms.of("kubernetes"), nullptr);
  EXPECT_EQ(*synonyms.of("kubernetes"), (Words{"k8s", "容器编排"}));
  EXPECT_EQ(*synonyms.of("容器编排"), (Words{"k8s", "kubernetes"}));
}

TEST(Synonyms, ReadsAnArrowAsOneWay) {
  const Synonyms synonyms("db => postgres, sqlite  # ours\r\n");
  EXPECT_EQ(*synonyms.of("db"), (Words{"postgres", "sqlite"}));
  EXPECT_EQ(synonyms.of("postgres"), nullptr);
}

TEST(Synonyms, IgnoresLinesThatSayNothing) {
  const Synonyms synonyms("alone\n,,\n=> b\na =>\na, a\n\n");
  EXPECT_TRUE(synonyms.empty());
}

TEST(Synonyms, KeepsEightAlternativesAtMost) {
  const Synonyms synonyms("a,b,c,d,e,f,g,h,i,j,k\n");
  EXPECT_EQ(synonyms.of("a")->size(), 8U);
}

TEST(Synonyms, UnderstandsTheFullWidthComma) {
  const Synonyms synonyms("熔断器，断路器");
  EXPECT_EQ(*synonyms.of("熔断器"), (Words{"断路器"}));
}

}  // namespace
}  // namespace nacre::recall
