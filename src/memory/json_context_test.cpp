#include <gtest/gtest.h>

#include "memory/json.h"

namespace nacre::memory {
namespace {

TEST(JsonContext, HasTheShapeOfTheDocumentation) {
  ContextAnswer answer{.text = "<memory>\n",
                       .chars = 9,
                       .chars_max = 60000,
                       .tokens = 3,
                       .budget_tokens = 28000,
                       .withheld = {{"MEMORY.md", "not for a group context"}},
                       .warnings = {"w"}};
  answer.files.push_back({.path = "a.md",
                          .layer = Layer::Project,
                          .state = ContextState::Cut,
                          .why = "long",
                          .chars = 10,
                          .chars_included = 6,
                          .chars_left_out = 3,
                          .lines = 4,
                          .lines_left_out = 1,
                          .tokens = 5,
                          .expired_left_out = 1,
                          .fetch = "nacre get a.md#L2-L2"});
  EXPECT_EQ(to_json(answer),
            R"({"text":"<memory>\n","denied":false,"chars":9,"chars_max":60000,"tokens":3,)"
            R"("budget_tokens":28000,"files":[{"path":"a.md","layer":"project","state":"cut",)"
            R"("why":"long","chars":10,"chars_included":6,"chars_left_out":3,"lines":4,)"
            R"("lines_left_out":1,"tokens":5,"expired_left_out":1,)"
            R"("fetch":"nacre get a.md#L2-L2"}],)"
            R"("withheld":[{"path":"MEMORY.md","why":"not for a group context"}],)"
            R"("warnings":["w"]})");
}

TEST(JsonContext, SaysWhyItIsDenied) {
  const ContextAnswer denied{.denied = true, .reason = "no"};
  EXPECT_NE(to_json(denied).find(R"("denied":true,"reason":"no")"), std::string::npos);
}

}  // namespace
}  // namespace nacre::memory
