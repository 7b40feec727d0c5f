#include "lexical/unit_table.h"

#include <gtest/gtest.h>

#include "text/unit.h"

namespace nacre::lexical {
namespace {

std::unique_ptr<db::Database> memory_database() {
  auto database = db::Database::open(":memory:", {.mode = db::OpenMode::ReadWrite});
  NACRE_CHECK(database.ok());
  NACRE_CHECK(database.value()->execute(kUnitTableSchema).ok());
  return std::move(database).value();
}

UnitRecord body(std::uint32_t file, std::uint32_t ordinal) {
  return {.file = file, .ordinal = ordinal, .length = 7, .partition = 0};
}

TEST(UnitTable, LoadsWhatWasSetAndTakesTheRestForDead) {
  const auto database = memory_database();
  UnitTableWriter writer(*database);
  writer.set(3, body(1, 2));
  writer.set(1200, body(2, 1));
  writer.set(3, body(1, 9));
  ASSERT_TRUE(writer.flush().ok());
  writer.set(4, body(1, 1));
  ASSERT_TRUE(writer.flush().ok());

  const auto table = UnitTable::load(*database);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table.value()[3], body(1, 9));
  EXPECT_EQ(table.value()[1200], body(2, 1));
  EXPECT_EQ(table.value()[5].partition, kDeadPartition);
  EXPECT_EQ(std::vector<UnitId>(table.value().units_of(1).begin(), table.value().units_of(1).end()),
            (std::vector<UnitId>{4, 3}));
  EXPECT_EQ(table.value().place_of(3), 1U);
  EXPECT_TRUE(table.value().units_of(77).empty());
}

TEST(UnitTable, IsEmptyWithoutBlocks) {
  const auto database = memory_database();
  const auto table = UnitTable::load(*database);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table.value().size(), 0U);
  EXPECT_TRUE(table.value().by_file().empty());
}

TEST(UnitTable, KeepsTitlesAndDeadUnitsOutOfFiles) {
  std::vector<UnitRecord> records(4, body(0, 1));
  records[0].partition = kDeadPartition;
  records[1].kind = static_cast<std::uint8_t>(text::UnitKind::Title);
  records[2].ordinal = 2;
  const UnitTable table = UnitTable::from_records(records);
  EXPECT_EQ(std::vector<UnitId>(table.by_file().begin(), table.by_file().end()),
            (std::vector<UnitId>{3, 2}));
  EXPECT_EQ(std::vector<UnitId>(table.titles().begin(), table.titles().end()),
            (std::vector<UnitId>{1}));
  EXPECT_EQ(table.positions()[0], UnitTable::kNowhere);
}

TEST(UnitTable, RefusesBlocksOfImpossibleSizeOrNumber) {
  for (const char* row : {"(0, x'00')", "(-1, zeroblob(12288))", "(99999999, zeroblob(12288))"}) {
    const auto database = memory_database();
    ASSERT_TRUE(database->execute(std::string("INSERT INTO unit_blocks VALUES") + row).ok());
    const auto table = UnitTable::load(*database);
    ASSERT_FALSE(table.ok()) << row;
    EXPECT_EQ(table.error().code, ErrorCode::Corruption);
  }
}

}  // namespace
}  // namespace nacre::lexical
