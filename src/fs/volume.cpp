#include "fs/volume.h"

#include <sys/statfs.h>
#include <sys/statvfs.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "fs/system_error.h"

namespace nacre::fs {
namespace {

struct Type {
  std::uint32_t magic;
  std::string_view name;
  VolumeKind kind;
};

// linux/magic.h lacks half of them.
constexpr std::array<Type, 21> kTypes = {
    {{0x6969, "nfs", VolumeKind::Network},       {0x517B, "smb", VolumeKind::Network},
     {0xFF534D42, "cifs", VolumeKind::Network},  {0xFE534D42, "smb2", VolumeKind::Network},
     {0x01021997, "9p", VolumeKind::Network},    {0x5346414F, "afs", VolumeKind::Network},
     {0x6B414653, "afs", VolumeKind::Network},   {0x00C36400, "ceph", VolumeKind::Network},
     {0x47504653, "gpfs", VolumeKind::Network},  {0x0BD00BD0, "lustre", VolumeKind::Network},
     {0x65735546, "fuse", VolumeKind::Fuse},     {0x01021994, "tmpfs", VolumeKind::Memory},
     {0x858458F6, "ramfs", VolumeKind::Memory},  {0xEF53, "ext4", VolumeKind::Local},
     {0x58465342, "xfs", VolumeKind::Local},     {0x9123683E, "btrfs", VolumeKind::Local},
     {0x794C7630, "overlay", VolumeKind::Local}, {0x2FC12FC1, "zfs", VolumeKind::Local},
     {0xF2F52010, "f2fs", VolumeKind::Local},    {0x4D44, "vfat", VolumeKind::Local},
     {0x2011BAB0, "exfat", VolumeKind::Local}}};

}  // namespace

Volume volume_of_type(std::uint32_t type) {
  Volume volume;
  for (const Type& known : kTypes) {
    if (known.magic != type) continue;
    volume.name = known.name;
    volume.kind = known.kind;
    return volume;
  }
  std::array<char, 16> number{};
  std::snprintf(number.data(), number.size(), "0x%x", type);
  volume.name = number.data();
  return volume;
}

Result<Volume> volume_of(const std::string& path) {
  struct statfs type {};
  struct statvfs room {};
  if (::statfs(path.c_str(), &type) != 0 || ::statvfs(path.c_str(), &room) != 0) {
    return system_error(errno, "look at the file system of", path);
  }
  Volume volume = volume_of_type(static_cast<std::uint32_t>(type.f_type));
  volume.read_only = (room.f_flag & ST_RDONLY) != 0;
  volume.bytes_free = std::uint64_t{room.f_bavail} * room.f_frsize;
  volume.bytes_total = std::uint64_t{room.f_blocks} * room.f_frsize;
  volume.inodes_free = room.f_favail;
  volume.inodes_total = room.f_files;
  return volume;
}

}  // namespace nacre::fs
