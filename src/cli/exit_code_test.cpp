#include "cli/exit_code.h"

#include <gtest/gtest.h>

namespace nacre::cli {
namespace {

TEST(ExitCode, TellsFoundFromNothingFromDeniedFromPartial) {
  RecallAnswer answer;
  EXPECT_EQ(exit_code(answer), ExitCode::Nothing);
  answer.results.emplace_back();
  EXPECT_EQ(exit_code(answer), ExitCode::Found);
  answer.degraded = "index_unreadable";
  EXPECT_EQ(exit_code(answer), ExitCode::Partial);
  answer.denied = true;
  EXPECT_EQ(exit_code(answer), ExitCode::Denied);
}

TEST(ExitCode, CountsAMissingOrStaleIndexAsNoFailure) {
  RecallAnswer answer{.stale = Staleness::Stale, .degraded = "no_index"};
  answer.results.emplace_back();
  EXPECT_EQ(exit_code(answer), ExitCode::Found);
  EXPECT_EQ(exit_code(StatusReport{.index_present = false}), ExitCode::Found);
  EXPECT_EQ(exit_code(StatusReport{.index_problem = "damaged"}), ExitCode::Partial);
}

TEST(ExitCode, GivesFourAnswersToAGet) {
  EXPECT_EQ(exit_code(GetAnswer{.status = GetStatus::Ok}), ExitCode::Found);
  EXPECT_EQ(exit_code(GetAnswer{.status = GetStatus::NotFound}), ExitCode::Nothing);
  EXPECT_EQ(exit_code(GetAnswer{.status = GetStatus::Denied}), ExitCode::Denied);
  EXPECT_EQ(exit_code(GetAnswer{.status = GetStatus::Unreadable}), ExitCode::Failed);
}

TEST(ExitCode, CallsANoteWithoutItsIndexPartial) {
  EXPECT_EQ(exit_code(Receipt{.warning = "not indexed"}), ExitCode::Partial);
  EXPECT_EQ(exit_code(Receipt{.already_present = true}), ExitCode::Found);
  EXPECT_EQ(exit_code(Receipt{.also = {Receipt{.warning = "not indexed"}}}), ExitCode::Partial);
}

TEST(ExitCode, CallsAnIndexWithHolesPartial) {
  EXPECT_EQ(exit_code(IndexReport{}), ExitCode::Found);
  EXPECT_EQ(exit_code(IndexReport{.failed = 1}), ExitCode::Partial);
  EXPECT_EQ(exit_code(IndexReport{.complete = false}), ExitCode::Partial);
}

TEST(ExitCode, SeparatesUsageDenialAndFailure) {
  EXPECT_EQ(exit_code(Error{ErrorCode::InvalidArgument, ""}), ExitCode::Usage);
  EXPECT_EQ(exit_code(Error{ErrorCode::PermissionDenied, ""}), ExitCode::Denied);
  EXPECT_EQ(exit_code(Error{ErrorCode::NotFound, ""}), ExitCode::Failed);
  EXPECT_EQ(exit_code(Error{ErrorCode::Io, ""}), ExitCode::Failed);
}

TEST(ExitCodes, OfChecksSayHowBadItIs) {
  EXPECT_EQ(exit_code(ConfigCheck{}), ExitCode::Found);
  EXPECT_EQ(exit_code(ConfigCheck{.findings = {ConfigFinding{.message = "wrong"}}}),
            ExitCode::Partial);
  const auto doctor = [](Severity severity) {
    return exit_code(DoctorReport{.findings = {DoctorFinding{.severity = severity}}});
  };
  EXPECT_EQ(exit_code(DoctorReport{}), ExitCode::Found);
  EXPECT_EQ(doctor(Severity::Note), ExitCode::Found);
  EXPECT_EQ(doctor(Severity::Warning), ExitCode::Partial);
  EXPECT_EQ(doctor(Severity::Error), ExitCode::Failed);
}

}  // namespace
}  // namespace nacre::cli
