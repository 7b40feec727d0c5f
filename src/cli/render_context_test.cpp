#include <gtest/gtest.h>

#include "cli/exit_code.h"
#include "cli/render.h"
#include "cli/requests.h"

namespace nacre::cli {
namespace {

TEST(RenderContext, PutsTheTextOutAndTheReportBeside) {
  ContextAnswer answer{
      .text = "text\x1b\n", .chars = 6, .chars_max = 60, .tokens = 2, .budget_tokens = 9};
  answer.files.push_back({.path = "a.md",
                          .state = ContextState::LeftOut,
                          .why = "full",
                          .chars = 5,
                          .fetch = "nacre get a.md#L1-L2"});
  answer.withheld.push_back({"USER.md", "not for a group context"});
  answer.warnings.emplace_back("near");
  const Rendered rendered = render(answer, true, Words());
  EXPECT_EQ(rendered.out, answer.text);
  EXPECT_EQ(rendered.notes,
            "context: 2 of 9 tokens, 6 of 60 characters\n"
            "  left out    a.md  0 of 5 characters: full; nacre get a.md#L1-L2\n"
            "  withheld    USER.md: not for a group context\n"
            "warning: near\n");
  EXPECT_EQ(render(answer, false, Words()).out.find('\x1b'), std::string::npos);
}

TEST(RenderContext, SaysNothingButWhyWhenDenied) {
  const Rendered rendered = render(ContextAnswer{.denied = true, .reason = "no"}, true, Words());
  EXPECT_EQ(rendered.out, "");
  EXPECT_EQ(rendered.notes, "denied: no\n");
}

TEST(RenderContext, HasAnExitCodeForEachAnswer) {
  EXPECT_EQ(exit_code(ContextAnswer{.text = "x"}), ExitCode::Found);
  EXPECT_EQ(exit_code(ContextAnswer{}), ExitCode::Nothing);
  EXPECT_EQ(exit_code(ContextAnswer{.denied = true}), ExitCode::Denied);
  ContextAnswer partial{.text = "x"};
  partial.files.push_back({.path = "a.md", .state = ContextState::Unreadable});
  EXPECT_EQ(exit_code(partial), ExitCode::Partial);
}

TEST(RenderContext, TakesScopeProjectAndBudgetFromTheArguments) {
  Arguments arguments;
  arguments.options = {{"--context", {"group"}}, {"--project", {"p"}}, {"--budget", {"900"}}};
  const auto request = context_request(arguments);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request.value().scope.context, ContextKind::Group);
  EXPECT_EQ(request.value().scope.project, "p");
  EXPECT_EQ(request.value().budget_tokens, 900U);
  arguments.options["--budget"] = {"0"};
  EXPECT_FALSE(context_request(arguments).ok());
}

}  // namespace
}  // namespace nacre::cli
