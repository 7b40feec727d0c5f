#include "base/module.h"

#include <gtest/gtest.h>

namespace nacre::base {
namespace {

TEST(Module, ThatIsMissingIsNamedWithWhatToDo) {
  const auto module = Module::load("no_such_module");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::Unsupported);
  EXPECT_NE(module.error().message.find("libnacre_no_such_module.so"), std::string::npos);
  EXPECT_NE(module.error().message.find("/nacre"), std::string::npos) << module.error().message;
  EXPECT_FALSE(module.error().hint.empty());
}

TEST(Module, IsLookedForBesideAProgramAndBelowALibrary) {
  const auto of_program = module_directories("/opt/nacre/bin");
  EXPECT_EQ(of_program.front(), "/opt/nacre/bin/nacre");
  EXPECT_NE(std::find(of_program.begin(), of_program.end(), "/opt/nacre/bin/../lib/nacre"),
            of_program.end());
  EXPECT_EQ(module_directories("/usr/lib").front(), "/usr/lib/nacre");
}

}  // namespace
}  // namespace nacre::base
