#include "base/host_zone.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace nacre::base {
namespace {

std::string from_variable(const std::string& value) {
  return host_zone({.tz_variable = value, .localtime_link = "/none", .timezone_file = "/none"});
}

TEST(HostZone, TakesTheVariableFirst) {
  EXPECT_EQ(from_variable("Asia/Shanghai"), "Asia/Shanghai");
  EXPECT_EQ(from_variable(":Asia/Shanghai"), "Asia/Shanghai");
  EXPECT_EQ(from_variable("/usr/share/zoneinfo/Asia/Shanghai"), "Asia/Shanghai");
  EXPECT_EQ(from_variable(":/usr/share/zoneinfo/posix/Asia/Shanghai"), "Asia/Shanghai");
  EXPECT_EQ(from_variable("EST5EDT"), "EST5EDT");
  EXPECT_EQ(from_variable("PRC"), "PRC");
  EXPECT_EQ(from_variable(""), "UTC");
}

TEST(HostZone, TurnsPosixOffsetsRound) {
  EXPECT_EQ(from_variable("CST-8"), "GMT+8");
  EXPECT_EQ(from_variable("EST5"), "GMT-5");
  EXPECT_EQ(from_variable("EST+5"), "GMT-5");
  EXPECT_EQ(from_variable("IST-5:30"), "GMT+5:30");
  EXPECT_EQ(from_variable("UTC0"), "GMT-0");
}

TEST(HostZone, ReadsTheLinkThenTheFile) {
  const std::string folder = testing::TempDir();
  const std::string link = folder + "nacre_localtime";
  const std::string file = folder + "nacre_timezone";
  ::unlink(link.c_str());
  std::ofstream(file) << "Europe/Paris\n";
  EXPECT_EQ(host_zone({std::nullopt, link, file}), "Europe/Paris");

  ASSERT_EQ(::symlink("/usr/share/zoneinfo/Europe/Berlin", link.c_str()), 0);
  EXPECT_EQ(host_zone({std::nullopt, link, file}), "Europe/Berlin");
  ::unlink(link.c_str());
  ::unlink(file.c_str());
  EXPECT_EQ(host_zone({std::nullopt, link, file}), "UTC");
}

}  // namespace
}  // namespace nacre::base
