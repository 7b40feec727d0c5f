#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace nacre {
namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return Error{ErrorCode::InvalidArgument, "odd"};
  return value / 2;
}

Result<int> quarter(int value) {
  const int halved = NACRE_TRY(half(value));
  return NACRE_TRY(half(halved));
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_TRUE(half(4).ok());
  EXPECT_EQ(half(4).value(), 2);
  EXPECT_FALSE(half(3).ok());
  EXPECT_EQ(half(3).error().message, "odd");
}

TEST(Result, TryYieldsTheValueOrReturnsTheError) {
  EXPECT_EQ(quarter(8).value(), 2);
  EXPECT_EQ(quarter(6).error().code, ErrorCode::InvalidArgument);
}

TEST(Result, MovesValuesThatCannotBeCopied) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = std::move(made).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Error, ReadsFromTheOutsideIn) {
  Error error = Error{ErrorCode::Corruption, "checksum"}.in("segment 7").in("open 'a'");
  EXPECT_EQ(error.message, "open 'a': segment 7: checksum");
  EXPECT_EQ(std::move(error).with_hint("rebuild").hint, "rebuild");
}

TEST(Error, CodesHaveTheirNames) {
  EXPECT_EQ(name(ErrorCode::InvalidArgument), "invalid_argument");
  EXPECT_EQ(name(ErrorCode::NotFound), "not_found");
  EXPECT_EQ(name(ErrorCode::AlreadyExists), "already_exists");
  EXPECT_EQ(name(ErrorCode::PermissionDenied), "permission_denied");
  EXPECT_EQ(name(ErrorCode::Conflict), "conflict");
  EXPECT_EQ(name(ErrorCode::Corruption), "corruption");
  EXPECT_EQ(name(ErrorCode::Io), "io");
  EXPECT_EQ(name(ErrorCode::Unavailable), "unavailable");
  EXPECT_EQ(name(ErrorCode::Unsupported), "unsupported");
  EXPECT_EQ(name(ErrorCode::ResourceExhausted), "resource_exhausted");
  EXPECT_EQ(name(ErrorCode::Internal), "internal");
}

TEST(CheckDeathTest, SaysWhatWasPromisedAndStops) {
  EXPECT_DEATH(NACRE_CHECK(1 + 1 == 3), "check failed: 1 \\+ 1 == 3 at .*result_test");
  EXPECT_DEATH(static_cast<void>(half(3).value()), "check failed: ok\\(\\)");
}

}  // namespace
}  // namespace nacre
