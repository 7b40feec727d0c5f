#include "fs/intent.h"

#include <gtest/gtest.h>

#include <random>

namespace nacre::fs {
namespace {

TEST(Intent, ComesBackAsItWas) {
  const Intent intent = make_intent("memory/日记.md", "before", std::string("a\0b", 3));
  const auto read = decode_intent(encode_intent(intent));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->path, "memory/日记.md");
  EXPECT_EQ(read->offset, 6U);
  EXPECT_EQ(read->bytes, std::string("a\0b", 3));
  EXPECT_EQ(read->tail, intent.tail);
}

TEST(Intent, IgnoresTheRestOfAnEarlierLongerRecord) {
  const std::string longer = encode_intent(make_intent("a", "", std::string(500, 'x')));
  const std::string shorter = encode_intent(make_intent("a", "", "y"));
  const auto read = decode_intent(shorter + longer.substr(shorter.size()));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->bytes, "y");
}

TEST(Intent, AForgottenOrEmptyRecordIntendsNothing) {
  std::string record = encode_intent(make_intent("a", "", "y"));
  record.replace(0, kIntentMarkBytes, kIntentMarkBytes, '\0');
  EXPECT_FALSE(decode_intent(record).has_value());
  EXPECT_FALSE(decode_intent("").has_value());
}

TEST(IntentProperty, NoTornOrDamagedRecordIsBelieved) {
  std::mt19937_64 random(3);
  const std::string record = encode_intent(make_intent("memory/a.md", "before", "appended"));
  for (std::size_t length = 0; length < record.size(); ++length) {
    ASSERT_FALSE(decode_intent(record.substr(0, length)).has_value()) << length;
  }
  for (int i = 0; i < 5000; ++i) {
    std::string damaged = record;
    const std::size_t at = random() % damaged.size();
    damaged[at] = static_cast<char>(damaged[at] ^ (1 + static_cast<int>(random() % 255)));
    ASSERT_FALSE(decode_intent(damaged).has_value()) << at;
  }
}

class SettleTest : public ::testing::Test {
 protected:
  Settled settle_over(const std::string& present) {
    static_cast<void>(files_->remove("/a").ok());
    EXPECT_TRUE(files_->write_new("/a", present, false).ok());
    const auto file = files_->lock("/a", false, 0);
    std::string memory = present;
    const Settled settled = settle(*file.value(), intent_, memory).value();
    found_ = file.value()->read_all().value();
    EXPECT_EQ(memory, found_);
    return settled;
  }

  std::unique_ptr<FileSystem> files_ = make_memory_file_system();
  Intent intent_ = make_intent("a", "before\n", "entry\n");
  std::string found_;
};

TEST_F(SettleTest, CompletesAnyPrefix) {
  for (std::size_t length = 0; length < 6; ++length) {
    EXPECT_EQ(settle_over("before\n" + std::string("entry\n").substr(0, length)),
              Settled::Completed);
    EXPECT_EQ(found_, "before\nentry\n");
  }
}

TEST_F(SettleTest, FillsTheZerosThatAPowerCutLeaves) {
  EXPECT_EQ(settle_over("before\n" + std::string(6, '\0')), Settled::Completed);
  EXPECT_EQ(found_, "before\nentry\n");
  EXPECT_EQ(settle_over("before\nen" + std::string(4, '\0') + "more\n"), Settled::Completed);
  EXPECT_EQ(found_, "before\nentry\nmore\n");
}

TEST_F(SettleTest, LeavesACompleteAppendAsItIs) {
  EXPECT_EQ(settle_over("before\nentry\n"), Settled::NotNeeded);
  EXPECT_EQ(settle_over("before\nentry\nlater\n"), Settled::NotNeeded);
}

TEST_F(SettleTest, LeavesWhatOthersWroteAsItIs) {
  for (const char* present : {"bef", "before\nother\n", "BEFORE\nent", "before\nenX"}) {
    EXPECT_EQ(settle_over(present), Settled::Foreign) << present;
    EXPECT_EQ(found_, present);
  }
}

}  // namespace
}  // namespace nacre::fs
