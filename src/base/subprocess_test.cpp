#include "base/subprocess.h"

#include <gtest/gtest.h>

namespace nacre::base {
namespace {

TEST(Subprocess, GivesBothOutputsAndTheExitCode) {
  const auto ended =
      run_process({"sh", "-c", "printf out; printf err >&2; exit 3"}, {.errors_bytes_max = 100});
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended.value().output, "out");
  EXPECT_EQ(ended.value().errors, "err");
  EXPECT_EQ(ended.value().exit_code, 3);
  EXPECT_FALSE(ended.value().timed_out);
  EXPECT_GT(ended.value().wall_ms, 0);
}

TEST(Subprocess, PassesArgumentsAsTheyAre) {
  const auto ended = run_process({"printf", "%s|%s", "$HOME; exit 1", "a b"});
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended.value().output, "$HOME; exit 1|a b");
}

TEST(Subprocess, ReadsToTheEndOfWhatIsTooMuch) {
  const auto ended =
      run_process({"sh", "-c", "head -c 1000000 /dev/zero; head -c 500000 /dev/zero >&2"},
                  {.output_bytes_max = 1000, .errors_bytes_max = 10, .timeout_ms = 60'000});
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended.value().output.size(), 1000U);
  EXPECT_EQ(ended.value().errors.size(), 10U);
  EXPECT_TRUE(ended.value().output_cut);
  EXPECT_EQ(ended.value().exit_code, 0);
}

TEST(Subprocess, KillsALateProcessWithItsChildren) {
  // The child of the child holds the pipe: without the group we would wait for it.
  const auto ended =
      run_process({"sh", "-c", "sleep 1000 & echo started; wait"}, {.timeout_ms = 100});
  ASSERT_TRUE(ended.ok());
  EXPECT_TRUE(ended.value().timed_out);
  EXPECT_EQ(ended.value().output, "started\n");
  EXPECT_EQ(ended.value().exit_code, 128 + 9);
}

TEST(Subprocess, KillsALateProcessThatClosedItsOutput) {
  const auto ended = run_process({"sh", "-c", "exec >&- 2>&-; sleep 1000"}, {.timeout_ms = 100});
  ASSERT_TRUE(ended.ok());
  EXPECT_TRUE(ended.value().timed_out);
}

TEST(Subprocess, WithoutSuchAProgramIsNotFound) {
  const auto ended = run_process({"nacre-no-such-program"});
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().code, ErrorCode::NotFound);
  EXPECT_NE(ended.error().message.find("nacre-no-such-program"), std::string::npos);
}

}  // namespace
}  // namespace nacre::base
