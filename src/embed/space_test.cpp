#include "embed/space.h"

#include <gtest/gtest.h>

#include <set>

namespace nacre::embed {
namespace {

TEST(SpaceId, ChangesWithEveryPartOfTheDescription) {
  const SpaceDescription base{.provider = "local", .model = "m", .dimensions = 384};
  std::set<std::string> ids = {space_id(base).hex()};
  const auto add = [&](auto change) {
    SpaceDescription other = base;
    change(other);
    ids.insert(space_id(other).hex());
  };
  add([](SpaceDescription& d) { d.provider = "openai"; });
  add([](SpaceDescription& d) { d.model = "n"; });
  add([](SpaceDescription& d) { d.revision = "1"; });
  add([](SpaceDescription& d) { d.dimensions = 385; });
  add([](SpaceDescription& d) { d.pooling = "1"; });
  add([](SpaceDescription& d) { d.normalised = false; });
  add([](SpaceDescription& d) { d.query_prompt = "1"; });
  add([](SpaceDescription& d) { d.document_prompt = "1"; });
  add([](SpaceDescription& d) { d.quantisation = "1"; });
  EXPECT_EQ(ids.size(), 10U);
}

TEST(SpaceId, KeepsTheSameDescriptionApartFromOneThatMerelyReadsAlike) {
  EXPECT_NE(space_id({.provider = "ab", .model = "c"}), space_id({.provider = "a", .model = "bc"}));
}

// Vectors on disk carry it: it must be the same on every machine and in every release.
TEST(SpaceId, IsStable) {
  const SpaceDescription description{.provider = "static", .model = "static-1", .dimensions = 100};
  EXPECT_EQ(space_id(description).hex(),
            "888d9b64650d9463919d859552adc0d611da76f8fe2ebc45937a8515245bcec6");
}

}  // namespace
}  // namespace nacre::embed
