#include "fs/mapped_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

TEST(MappedFile, ShowsTheBytesOfAFileThatIsReplacedMeanwhile) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "a") << "first";
  std::ofstream(directory / "b") << "second";
  auto opened = MappedFile::open(directory / "a");
  ASSERT_TRUE(opened.ok());
  const MappedFile file = std::move(opened).value();
  std::filesystem::rename(directory / "b", directory / "a");
  EXPECT_EQ(file.bytes(), "first");
}

TEST(MappedFile, ShowsAnEmptyFileAsNoBytes) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "empty").flush();
  auto opened = MappedFile::open(directory / "empty");
  ASSERT_TRUE(opened.ok());
  EXPECT_TRUE(opened.value().bytes().empty());
}

TEST(MappedFile, RefusesWhatIsNoFile) {
  const TemporaryDirectory directory;
  const auto missing = MappedFile::open(directory / "missing");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
  const auto folder = MappedFile::open(directory.path());
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace nacre::fs
