#include "vector/vector_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fs/fault_file_system.h"
#include "fs/temporary_directory.h"
#include "vector/file_layout.h"
#include "vector/random_vectors.h"

namespace nacre::vector {
namespace {

using Slots = std::vector<std::uint32_t>;

constexpr std::uint32_t kDimensions = 20;

FileShape shape_of(bool signs = false, std::uint32_t dimensions = kDimensions) {
  FileShape shape{.dimensions = dimensions, .signs = signs};
  shape.space.fill(7);
  return shape;
}

SlotKey key_of(std::uint64_t number) {
  SlotKey key{};
  for (std::size_t i = 0; i < 8; ++i) key[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return key;
}

NewVector vector_of(std::uint64_t number, const FileShape& shape) {
  std::mt19937_64 random(number);
  const auto values = random_vector(random, shape.dimensions);
  NewVector vector{.key = key_of(number), .coded = quantise(values).value(), .signs = {}};
  if (shape.signs) vector.signs = signs(values, std::vector<float>(shape.dimensions, 0.0F));
  return vector;
}

class VectorFileTest : public testing::Test {
 protected:
  std::unique_ptr<VectorWriter> writer(const FileShape& shape = shape_of()) {
    auto opened = VectorWriter::open(*files_, path_, shape);
    NACRE_CHECK(opened.ok());
    return std::move(opened).value();
  }
  std::unique_ptr<VectorReader> reader(const FileShape& shape = shape_of()) const {
    auto opened = VectorReader::open(path_, shape);
    NACRE_CHECK(opened.ok());
    return std::move(opened).value();
  }
  static Slots add(VectorWriter& writer, std::uint64_t first, std::uint64_t count,
                   const FileShape& shape = shape_of()) {
    std::vector<NewVector> vectors;
    for (std::uint64_t i = first; i < first + count; ++i) vectors.push_back(vector_of(i, shape));
    return writer.append(vectors).value();
  }
  // Whether the slot holds vector `number` to the last bit.
  static bool holds(const VectorReader& reader, std::uint32_t slot, std::uint64_t number,
                    const FileShape& shape = shape_of()) {
    const NewVector wanted = vector_of(number, shape);
    const Segment& segment = reader.segments()[slot / layout::kBlockSlots];
    const std::uint32_t row = slot - segment.first;
    const std::size_t bytes = wanted.coded.codes.size(), words = wanted.signs.size();
    return reader.key(slot) == wanted.key && segment.scales[row] == wanted.coded.scale &&
           std::equal(wanted.coded.codes.begin(), wanted.coded.codes.end(),
                      segment.codes + row * bytes) &&
           (words == 0 ||
            std::equal(wanted.signs.begin(), wanted.signs.end(), segment.signs + row * words));
  }
  void change_byte(std::uint64_t at) const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(file.get());
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 0x40));
  }

  fs::TemporaryDirectory directory_;
  std::string path_ = directory_ / "space.bin";
  std::unique_ptr<fs::FileSystem> files_ = fs::make_real_file_system();
};

TEST_F(VectorFileTest, GivesBackWhatWasAppended) {
  for (const bool with_signs : {false, true}) {
    const FileShape shape = shape_of(with_signs);
    std::filesystem::remove(path_);
    {
      const auto file = writer(shape);
      EXPECT_EQ(add(*file, 0, 3, shape), (Slots{0, 1, 2}));
      add(*file, 3, 2500, shape);  // Over two ends of blocks.
    }
    const auto file = reader(shape);
    ASSERT_EQ(file->count(), 2503U);
    for (std::uint32_t slot = 0; slot < 2503; ++slot) EXPECT_TRUE(holds(*file, slot, slot, shape));
    EXPECT_TRUE(file->verify().ok());
  }
}

TEST_F(VectorFileTest, AKeyHasOneSlot) {
  const auto file = writer();
  add(*file, 0, 5);
  EXPECT_EQ(add(*file, 3, 4), (Slots{3, 4, 5, 6}));
  const std::vector<NewVector> twice = {vector_of(9, shape_of()), vector_of(9, shape_of())};
  EXPECT_EQ(file->append(twice).value(), (Slots{7, 7}));
  EXPECT_EQ(file->find(key_of(6)), 6U);
  EXPECT_EQ(file->find(key_of(99)), std::nullopt);
  EXPECT_EQ(file->count(), 8U);
}

TEST_F(VectorFileTest, AnotherWriterGoesOnWhereTheLastOneEnded) {
  add(*writer(), 0, 1030);
  EXPECT_EQ(add(*writer(), 1029, 3), (Slots{1029, 1030, 1031}));
  EXPECT_EQ(reader()->count(), 1032U);
}

TEST_F(VectorFileTest, AReaderSeesMoreOnlyWhenItAsks) {
  const auto file = writer();
  add(*file, 0, 10);
  const auto beside = reader();
  add(*file, 10, 3000);
  EXPECT_EQ(beside->count(), 10U);
  EXPECT_TRUE(beside->refresh().value());
  ASSERT_EQ(beside->count(), 3010U);
  EXPECT_TRUE(holds(*beside, 3009, 3009));
  EXPECT_FALSE(beside->refresh().value());
}

TEST_F(VectorFileTest, OnlyOneWriterAtATime) {
  const auto first = writer();
  const auto second = VectorWriter::open(*files_, path_, shape_of(), 0);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::Unavailable);
}

TEST_F(VectorFileTest, RefusesOtherSpacesAndShapes) {
  add(*writer(), 0, 1);
  FileShape other = shape_of();
  other.space[31] = 0;
  for (const FileShape& shape : {other, shape_of(true), shape_of(false, 21)}) {
    EXPECT_EQ(VectorReader::open(path_, shape).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(VectorWriter::open(*files_, path_, shape).error().code, ErrorCode::Unsupported);
  }
  EXPECT_EQ(VectorReader::open(directory_ / "none", shape_of()).error().code, ErrorCode::NotFound);
  const auto file = writer();
  EXPECT_EQ(file->append(std::vector{vector_of(1, shape_of(false, 200))}).error().code,
            ErrorCode::InvalidArgument);
}

TEST_F(VectorFileTest, NoticesDamage) {
  add(*writer(), 0, 5);
  const layout::Block block(shape_of());
  change_byte(layout::kHeaderBytes + block.codes() + 3 * block.row_bytes);
  EXPECT_EQ(reader()->verify().error().code, ErrorCode::Corruption);
  EXPECT_NE(reader()->verify().error().message.find("slot 3"), std::string::npos);
  change_byte(20);
  EXPECT_EQ(VectorReader::open(path_, shape_of()).error().code, ErrorCode::Corruption);
}

TEST_F(VectorFileTest, ADamagedRecordLeavesTheOneBefore) {
  const auto file = writer();
  add(*file, 0, 5);
  add(*file, 5, 5);
  change_byte(layout::published_at(3));
  EXPECT_EQ(reader()->count(), 5U);
  change_byte(layout::published_at(2));
  EXPECT_EQ(VectorReader::open(path_, shape_of()).error().code, ErrorCode::Corruption);
}

TEST_F(VectorFileTest, ATornFileIsCorruption) {
  add(*writer(), 0, 5);
  std::filesystem::resize_file(path_, layout::kHeaderBytes + 100);
  EXPECT_EQ(VectorReader::open(path_, shape_of()).error().code, ErrorCode::Corruption);
}

TEST_F(VectorFileTest, KeepsWhatIsWantedInTheirOrder) {
  add(*writer(), 0, 2000);
  const auto old = reader();
  std::vector<std::uint64_t> kept(2000 / 64 + 1);
  for (std::uint32_t slot = 0; slot < 2000; slot += 3) kept[slot / 64] |= 1ULL << (slot % 64);
  const auto moved = copy_kept(*files_, path_, shape_of(), kept).value();
  ASSERT_EQ(moved.size(), 2000U);
  const auto file = reader();
  ASSERT_EQ(file->count(), 667U);
  EXPECT_TRUE(file->verify().ok());
  for (std::uint32_t slot = 0; slot < 2000; ++slot) {
    ASSERT_EQ(moved[slot].has_value(), slot % 3 == 0);
    if (moved[slot]) {
      EXPECT_TRUE(holds(*file, *moved[slot], slot));
    }
  }
  EXPECT_TRUE(holds(*old, 1999, 1999));
  EXPECT_EQ(add(*writer(), 5000, 1), Slots{667});
}

// Dies at each call of an append in turn, and with each write torn.
TEST_F(VectorFileTest, ADeathAtAnyMomentLosesNothingPublished) {
  for (const std::size_t torn : {0U, 5U, 200U}) {
    for (std::uint64_t call = 1;; ++call) {
      std::filesystem::remove(path_);
      add(*writer(), 0, 1020);
      fs::FaultFileSystem faulty(*files_);
      bool acknowledged = false;
      {
        faulty.die_at(call, torn);
        auto file = VectorWriter::open(faulty, path_, shape_of());
        std::vector<NewVector> vectors;
        for (std::uint64_t i = 1020; i < 1030; ++i) vectors.push_back(vector_of(i, shape_of()));
        acknowledged = file.ok() && file.value()->append(vectors).ok();
      }
      if (!faulty.dead()) {
        EXPECT_TRUE(acknowledged);
        EXPECT_GT(call, 8U);
        break;
      }
      const auto after = reader();
      ASSERT_TRUE(after->count() == 1020 || after->count() == 1030) << call;
      EXPECT_TRUE(!acknowledged || after->count() == 1030);
      EXPECT_TRUE(after->verify().ok());
      const Slots slots = add(*writer(), 1020, 12);
      EXPECT_EQ(slots.front(), 1020U);
      EXPECT_TRUE(reader()->verify().ok());
      EXPECT_TRUE(holds(*reader(), 1031, 1031));
    }
  }
}

TEST_F(VectorFileTest, AFailedAppendPublishesNothing) {
  for (std::uint64_t call = 1;; ++call) {
    std::filesystem::remove(path_);
    add(*writer(), 0, 3);
    fs::FaultFileSystem faulty(*files_);
    auto file = VectorWriter::open(faulty, path_, shape_of());
    ASSERT_TRUE(file.ok());
    const std::uint64_t before = faulty.calls();
    faulty.fail_at(before + call, Error{ErrorCode::Io, "the disk is full"});
    const auto appended = file.value()->append(std::vector{vector_of(3, shape_of())});
    if (faulty.calls() < before + call) break;
    if (appended.ok()) continue;
    EXPECT_NE(appended.error().message.find(path_), std::string::npos);
    EXPECT_LE(reader()->count(), 4U);
    EXPECT_TRUE(reader()->verify().ok());
    EXPECT_EQ(file.value()->append(std::vector{vector_of(3, shape_of())}).value(), Slots{3});
    EXPECT_TRUE(holds(*reader(), 3, 3));
  }
}

}  // namespace
}  // namespace nacre::vector
