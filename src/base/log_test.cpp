#include "base/log.h"

#include <gtest/gtest.h>

#include "support/scoped_variable.h"

namespace nacre::base {
namespace {

using test::ScopedVariable;

std::string logged(LogLevel level, std::string_view message) {
  testing::internal::CaptureStderr();
  log(level, "index", message);
  return testing::internal::GetCapturedStderr();
}

TEST(Log, PrintsWarningsByDefault) {
  const ScopedVariable level("NACRE_LOG", std::nullopt);
  EXPECT_EQ(logged(LogLevel::Info, "quiet"), "");
  EXPECT_EQ(logged(LogLevel::Warning, "a.md: 中文"), "nacre: warning: index: a.md: 中文\n");
  EXPECT_EQ(logged(LogLevel::Error, "loud"), "nacre: error: index: loud\n");
}

TEST(Log, TakesItsLevelFromTheEnvironment) {
  {
    const ScopedVariable level("NACRE_LOG", "debug");
    EXPECT_EQ(logged(LogLevel::Debug, "x"), "nacre: debug: index: x\n");
  }
  {
    const ScopedVariable level("NACRE_LOG", "off");
    EXPECT_EQ(logged(LogLevel::Error, "x"), "");
  }
  {
    const ScopedVariable level("NACRE_LOG", "shout");
    EXPECT_EQ(logged(LogLevel::Info, "x"), "");
    EXPECT_NE(logged(LogLevel::Warning, "x"), "");
  }
}

TEST(Log, MessagesCannotSteerTheTerminalOrFakeALine) {
  EXPECT_EQ(logged(LogLevel::Error, "a\nb\x1b[31m"), "nacre: error: index: a\\x0ab\\x1b[31m\n");
}

TEST(Log, SpeaksTheLanguageOfTheShell) {
  say_log_in([](std::string_view line) { return "<" + std::string(line) + ">"; });
  EXPECT_EQ(logged(LogLevel::Error, "x\n"), "<nacre: error: index: x\\x0a>\n");
  say_log_in(nullptr);
  EXPECT_EQ(logged(LogLevel::Error, "x"), "nacre: error: index: x\n");
}

TEST(Log, OncePrintsOncePerKey) {
  testing::internal::CaptureStderr();
  log_once("one", LogLevel::Error, "index", "first");
  log_once("one", LogLevel::Error, "index", "second");
  log_once("two", LogLevel::Error, "index", "third");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "nacre: error: index: first\nnacre: error: index: third\n");
}

}  // namespace
}  // namespace nacre::base
