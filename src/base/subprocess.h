#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace nacre::base {

struct ProcessOptions {
  std::uint64_t output_bytes_max = std::uint64_t{64} << 20;
  std::uint64_t errors_bytes_max = 0;  // 0: standard error goes nowhere.
  // 0: as long as it takes. A process that is late is killed with all that it started.
  std::uint32_t timeout_ms = 0;
};

struct ProcessResult {
  int exit_code = 0;  // 128 + the signal's number for one that was killed.
  bool timed_out = false;
  bool output_cut = false;  // There was more than `output_bytes_max`.
  std::string output, errors;
  double wall_ms = 0;  // From the start to the end of the process.
};

// Runs a program (looked for on PATH) as a process of its own: without a shell, without
// standard input, with our environment. All output is read, also what is beyond the
// bounds: the process never waits for us. NotFound when there is no such program.
//
// Threads: any.
Result<ProcessResult> run_process(const std::vector<std::string>& arguments,
                                  const ProcessOptions& options = {});

}  // namespace nacre::base
