#include "cli/doctor.h"

#include "memory/json.h"

namespace nacre::cli {

Result<ExitCode> doctor(const Arguments& arguments, Output& output) {
  const DoctorReport report = NACRE_TRY(nacre::doctor(
      {.workspace = arguments.text("--workspace"), .timezone = arguments.text("--timezone")},
      {.fix = arguments.has("--fix"), .deep = arguments.has("--deep")}));
  if (output.json()) {
    output.print(memory::to_json(report) + "\n");
  } else {
    output.print(render(report, output.words()));
  }
  return exit_code(report);
}

}  // namespace nacre::cli
