#include <gtest/gtest.h>

#include <random>

#include "fs/file_system.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 1 << 20;

TEST(MemoryFileSystem, KeepsALockedFileAliveWhenItsNameGoes) {
  const auto files = make_memory_file_system();
  ASSERT_TRUE(files->write_new("/a", "text", true).ok());
  auto held = files->lock("/a", false, 0);
  ASSERT_TRUE(held.ok());
  ASSERT_TRUE(files->remove("/a").ok());
  EXPECT_EQ(held.value()->read_all().value(), "text");
  EXPECT_EQ(files->lock("/a", false, 0).error().code, ErrorCode::NotFound);
}

TEST(MemoryFileSystem, ALockWaitsNoLongerThanTold) {
  const auto files = make_memory_file_system();
  const auto held = files->lock("/a", true, 0);
  ASSERT_TRUE(held.ok());
  EXPECT_EQ(files->lock("/a", true, 1).error().code, ErrorCode::Unavailable);
}

// One random step, done to any file system; what it said, as text.
std::string step(FileSystem& files, const std::string& root, std::mt19937_64& random) {
  const auto pick = [&] {
    static const std::vector<std::string> kNames = {"/a", "/b", "/d/a", "/d/b", "/d", "/e/f/g"};
    return root + kNames[random() % kNames.size()];
  };
  const std::string path = pick();
  const std::string other = pick();
  const std::string bytes(random() % 5, static_cast<char>('a' + random() % 26));
  const std::uint64_t offset = random() % 8;
  const auto say = [](const auto& result) {
    return result.ok() ? std::string("ok") : std::string(name(result.error().code));
  };
  switch (random() % 8) {
    case 0:
      return "make " + say(files.make_directory(path));
    case 1:
      return "new " + say(files.write_new(path, bytes, false));
    case 2:
      return "remove " + say(files.remove(path));
    case 3: {
      // Directories are never renamed by us, and memory cannot.
      const auto stat = files.stat(path, false);
      if (!stat.ok() || stat.value().kind == FileKind::Directory) return "rename nothing";
      return "rename " + say(files.rename(path, other));
    }
    case 4: {
      const auto read = files.read(path, kAll);
      return "read " + (read.ok() ? read.value() : say(read));
    }
    case 5: {
      const auto list = files.list(path);
      std::string names;
      if (list.ok()) {
        for (const DirectoryEntry& entry : list.value()) names += entry.name + " ";
      }
      return "list " + say(list) + names;
    }
    case 6: {
      const auto file = files.lock(path, random() % 2 == 0, 0);
      if (!file.ok()) return "lock " + say(file);
      return "write " + say(file.value()->write_at(offset, bytes)) +
             std::to_string(file.value()->size().value());
    }
    default: {
      const auto stat = files.stat(path, false);
      if (!stat.ok()) return "stat " + say(stat);
      const bool directory = stat.value().kind == FileKind::Directory;
      return "stat " + (directory ? "directory" : std::to_string(stat.value().size));
    }
  }
}

// Which error these give for directories differs, and nobody depends on it.
bool comparable(const std::string& said) {
  return !said.starts_with("rename") && !said.starts_with("remove") && !said.starts_with("lock");
}

TEST(MemoryFileSystemProperty, BehavesAsTheDiskDoes) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const TemporaryDirectory directory;
    const auto disk = make_real_file_system();
    const auto memory = make_memory_file_system();
    ASSERT_TRUE(memory->make_directory(directory.path()).ok());
    std::mt19937_64 disk_random(seed), memory_random(seed);
    for (int i = 0; i < 200; ++i) {
      const std::string expected = step(*disk, directory.path(), disk_random);
      const std::string got = step(*memory, directory.path(), memory_random);
      if (expected == got) continue;
      // Which error a wrong call gives may differ, whether it is one may not.
      ASSERT_FALSE(comparable(expected)) << i << ": " << expected << " / " << got;
      ASSERT_EQ(expected.ends_with(" ok"), got.ends_with(" ok"))
          << i << ": " << expected << " / " << got;
    }
  }
}

}  // namespace
}  // namespace nacre::fs
