#include "embed/static_files.h"

#include <gtest/gtest.h>

namespace nacre::embed {
namespace {

using Directories = std::vector<std::string>;

class StaticFilesTest : public testing::Test {
 protected:
  void put(const std::string& directory, std::string_view name) {
    ASSERT_TRUE(files_->make_directory(directory).ok());
    ASSERT_TRUE(files_->write_new(directory + "/" + std::string(name), "x", false).ok());
  }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_memory_file_system();
  DataPlaces places_{.program = "/src/build/release/bin/nacre", .home = "/home/kai"};
};

TEST_F(StaticFilesTest, LooksFromTheProgramOutwards) {
  EXPECT_EQ(
      data_directories(places_),
      (Directories{"/src/build/release/share/nacre", "/src/build/static-space",
                   "/home/kai/.local/share/nacre", "/usr/local/share/nacre", "/usr/share/nacre"}));
  places_.xdg_data_home = "/data/";
  places_.xdg_data_dirs = "/one:relative::/two/";
  EXPECT_EQ(data_directories(places_),
            (Directories{"/src/build/release/share/nacre", "/src/build/static-space", "/data/nacre",
                         "/one/nacre", "/two/nacre"}));
  places_.data_dir = "/only";
  EXPECT_EQ(data_directories(places_), Directories{"/only"});
}

TEST_F(StaticFilesTest, TakesTheFirstDirectoryThatHoldsAny) {
  put("/home/kai/.local/share/nacre", kEnglishTableFile);
  put("/usr/share/nacre", kEnglishTableFile);
  put("/usr/share/nacre", kChineseTableFile);
  const StaticFiles found = find_static_files(*files_, places_);
  EXPECT_EQ(found.english, "/home/kai/.local/share/nacre/nacre-static-en.bin");
  EXPECT_FALSE(found.chinese);
  EXPECT_NE(found.missing().find("Chinese"), std::string::npos);
}

TEST_F(StaticFilesTest, SaysWhereItLookedAndWhatToDoWhenNothingIsThere) {
  const StaticFiles found = find_static_files(*files_, places_);
  EXPECT_FALSE(found.any());
  for (const std::string& directory : data_directories(places_)) {
    EXPECT_NE(found.missing().find(directory), std::string::npos);
  }
  EXPECT_NE(found.missing().find("scripts/static-space"), std::string::npos);
}

TEST_F(StaticFilesTest, MissesNothingWhenBothAreThere) {
  put("/src/build/static-space", kEnglishTableFile);
  put("/src/build/static-space", kChineseTableFile);
  const StaticFiles found = find_static_files(*files_, places_);
  EXPECT_TRUE(found.english && found.chinese);
  EXPECT_EQ(found.missing(), "");
}

}  // namespace
}  // namespace nacre::embed
