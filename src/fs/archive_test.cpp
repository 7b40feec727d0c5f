#include "fs/archive.h"

#include <gtest/gtest.h>

namespace nacre::fs {
namespace {

struct Packed {
  ArchiveEntry entry;
  std::string bytes;
};

std::string packed(const std::vector<Packed>& all) {
  std::string archive;
  const auto writer = ArchiveWriter::open([&](std::string_view bytes) -> Status {
    archive += bytes;
    return Ok{};
  });
  EXPECT_TRUE(writer.ok()) << writer.error().message;
  for (const Packed& one : all) {
    ArchiveEntry entry = one.entry;
    entry.size = one.bytes.size();
    EXPECT_TRUE(writer.value()->entry(entry).ok()) << entry.path;
    if (!one.bytes.empty()) {
      EXPECT_TRUE(writer.value()->data(one.bytes).ok());
    }
  }
  EXPECT_TRUE(writer.value()->close().ok());
  return archive;
}

Result<std::vector<Packed>> unpacked(const std::string& archive) {
  std::size_t at = 0;
  const auto reader = NACRE_TRY(ArchiveReader::open([&]() -> Result<std::string> {
    std::string piece = archive.substr(at, 7);
    at += piece.size();
    return piece;
  }));
  std::vector<Packed> all;
  while (auto entry = NACRE_TRY(reader->next())) {
    all.push_back({.entry = *std::move(entry)});
    for (;;) {
      const std::string bytes = NACRE_TRY(reader->data());
      if (bytes.empty()) break;
      all.back().bytes += bytes;
    }
  }
  return all;
}

TEST(Archive, GivesBackNamesOfAnyBytesAndLength) {
  const std::string long_name = std::string(120, 'd') + "/" + std::string(250, 'n') + ".md";
  const std::vector<Packed> all = {
      {.entry = {.path = "a.md", .mode = 0600, .modified_s = 1'795'000'000}, .bytes = "text"},
      {.entry = {.path = "new\nline\t.md"}, .bytes = "x"},
      {.entry = {.path = "\xFF\xFEraw.md"}, .bytes = "not utf-8"},
      {.entry = {.path = "旅行-京都.md"}, .bytes = "京都"},
      {.entry = {.path = long_name}, .bytes = std::string(1'000'000, 'z')},
      {.entry = {.path = "empty"}},
      {.entry = {.path = "link", .kind = ArchiveKind::Symlink, .target = "../\xFF 目标"}},
  };
  const auto back = unpacked(packed(all));
  ASSERT_TRUE(back.ok()) << back.error().message;
  ASSERT_EQ(back.value().size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(back.value()[i].entry.path, all[i].entry.path);
    EXPECT_EQ(back.value()[i].entry.kind, all[i].entry.kind);
    EXPECT_EQ(back.value()[i].entry.target, all[i].entry.target);
    EXPECT_EQ(back.value()[i].bytes, all[i].bytes);
  }
  EXPECT_EQ(back.value()[0].entry.mode, 0600U);
  EXPECT_EQ(back.value()[0].entry.modified_s, 1'795'000'000);
}

TEST(Archive, ThatIsCutOffAnywhereIsNeverWhole) {
  const std::string archive = packed(
      {{.entry = {.path = "a"}, .bytes = "first"}, {.entry = {.path = "b"}, .bytes = "second"}});
  for (std::size_t length = 1; length < archive.size(); length += 3) {
    SCOPED_TRACE(length);
    const auto back = unpacked(archive.substr(0, length));
    // tar's end is two blocks of zeros, and half of them may go unnoticed.
    if (back.ok()) {
      EXPECT_LE(back.value().size(), 2U);
    } else {
      EXPECT_EQ(back.error().code, ErrorCode::Corruption);
    }
  }
  EXPECT_FALSE(unpacked("no archive at all, just some text").ok());
}

TEST(Archive, ReportsWhatItsSinkSays) {
  const auto writer = ArchiveWriter::open([](std::string_view) -> Status {
    return Error{ErrorCode::Io, "write 'x': No space left on device", "free some"};
  });
  ASSERT_TRUE(writer.ok()) << writer.error().message;
  ASSERT_TRUE(writer.value()->entry({.path = "a", .size = 1}).ok());
  ASSERT_TRUE(writer.value()->data("x").ok());
  const Status closed = writer.value()->close();
  ASSERT_FALSE(closed.ok());
  EXPECT_EQ(closed.error().message, "write 'x': No space left on device");
  EXPECT_EQ(closed.error().hint, "free some");
}

}  // namespace
}  // namespace nacre::fs
