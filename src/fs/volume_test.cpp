#include "fs/volume.h"

#include <gtest/gtest.h>

#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

TEST(Volume, KnowsWhatKindsMean) {
  EXPECT_EQ(volume_of_type(0x6969).kind, VolumeKind::Network);
  EXPECT_EQ(volume_of_type(0x6969).name, "nfs");
  EXPECT_EQ(volume_of_type(0x65735546).kind, VolumeKind::Fuse);
  EXPECT_EQ(volume_of_type(0x01021994).kind, VolumeKind::Memory);
  EXPECT_EQ(volume_of_type(0xEF53).kind, VolumeKind::Local);
  EXPECT_EQ(volume_of_type(0x1234).name, "0x1234");
  EXPECT_EQ(volume_of_type(0x1234).kind, VolumeKind::Local);
}

TEST(Volume, MeasuresTheRoomThatIsThere) {
  const TemporaryDirectory directory;
  const auto volume = volume_of(directory.path());
  ASSERT_TRUE(volume.ok()) << volume.error().message;
  EXPECT_FALSE(volume.value().name.empty());
  EXPECT_FALSE(volume.value().read_only);
  EXPECT_GT(volume.value().bytes_total, 0U);
  EXPECT_LE(volume.value().bytes_free, volume.value().bytes_total);
  const auto missing = volume_of(directory / "missing");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace nacre::fs
