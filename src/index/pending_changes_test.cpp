#include "index/pending_changes.h"

#include <gtest/gtest.h>

namespace nacre::index {
namespace {

using Paths = std::vector<std::string>;

TEST(PendingChanges, WaitForAFileToComeToRest) {
  PendingChanges pending({.settle_ms = 50, .delay_max_ms = 200});
  EXPECT_EQ(pending.due_in_ms(0), std::nullopt);
  pending.add("a.md", 1000);
  EXPECT_EQ(pending.due_in_ms(1000), 50);
  pending.add("a.md", 1030);
  EXPECT_EQ(pending.due_in_ms(1050), 30);
  EXPECT_EQ(pending.due_in_ms(1080), 0);
}

TEST(PendingChanges, DoNotWaitForEverUnderConstantChange) {
  PendingChanges pending({.settle_ms = 50, .delay_max_ms = 200});
  std::int64_t now_ms = 0;
  while (pending.due_in_ms(now_ms) != 0) {
    pending.add("a.md", now_ms);
    now_ms += 10;
  }
  EXPECT_EQ(now_ms, 200);
}

TEST(PendingChanges, AreEachPathOnce) {
  PendingChanges pending({});
  for (const char* path : {"b.md", "a.md", "b.md", "a.md~", "b.md"}) pending.add(path, 0);
  const ChangeBatch batch = pending.take();
  EXPECT_FALSE(batch.all);
  EXPECT_EQ(batch.paths, (Paths{"a.md", "a.md~", "b.md"}));
  EXPECT_EQ(pending.due_in_ms(0), std::nullopt);
}

TEST(PendingChanges, BecomeEverythingBeyondTheirBound) {
  PendingChanges pending({.paths_max = 2});
  pending.add("a.md", 0);
  pending.add("b.md", 0);
  EXPECT_FALSE(PendingChanges(pending).take().all);
  pending.add("c.md", 0);
  pending.add("d.md", 0);
  const ChangeBatch batch = pending.take();
  EXPECT_TRUE(batch.all);
  EXPECT_EQ(batch.paths, Paths{});
}

TEST(PendingChanges, OfAFailedBatchWaitLongerEachTimeAndLoseNothing) {
  PendingChanges pending({.settle_ms = 50, .retry_ms = 500, .retry_max_ms = 1500});
  pending.add("a.md", 0);
  ChangeBatch batch = pending.take();
  pending.failed(batch, 100);
  EXPECT_EQ(pending.due_in_ms(100), 500);
  pending.add("b.md", 110);
  EXPECT_EQ(pending.due_in_ms(110), 490);
  batch = pending.take();
  EXPECT_EQ(batch.paths, (Paths{"a.md", "b.md"}));
  pending.failed(batch, 1000);
  EXPECT_EQ(pending.due_in_ms(1000), 1000);
  pending.failed(pending.take(), 2000);
  EXPECT_EQ(pending.due_in_ms(2000), 1500);

  EXPECT_EQ(pending.take().paths, (Paths{"a.md", "b.md"}));
  pending.done();
  pending.add_all(5000);
  EXPECT_EQ(pending.due_in_ms(5000), 50);
  pending.failed(pending.take(), 5000);
  EXPECT_EQ(pending.due_in_ms(5000), 500);
  EXPECT_TRUE(pending.take().all);
}

}  // namespace
}  // namespace nacre::index
