#include "cli/compare.h"

#include <unistd.h>

#include <array>

#include "memory/json.h"

namespace nacre::cli {
namespace {

constexpr std::uint32_t kLimitMax = 1000;
constexpr std::uint32_t kSecondsMax = 3600;

// This program, whatever it was called by: the process that is measured is the same.
std::string own_program() {
  std::array<char, 4096> buffer{};
  const ssize_t length = ::readlink("/proc/self/exe", buffer.data(), buffer.size());
  if (length <= 0) return "nacre";
  return {buffer.data(), static_cast<std::size_t>(length)};
}

}  // namespace

Result<ExitCode> compare(Memory& memory, const Arguments& arguments, Output& output) {
  CompareRequest request{.with = std::string(arguments.words.front()),
                         .agent = arguments.text("--agent"),
                         .own_program = own_program()};
  for (std::size_t i = 1; i < arguments.words.size(); ++i) {
    if (i > 1) request.query += ' ';
    request.query += arguments.words[i];
  }
  request.limit = NACRE_TRY(arguments.whole("--limit", 1, kLimitMax)).value_or(0);
  request.timeout_ms = NACRE_TRY(arguments.whole("--timeout", 1, kSecondsMax)).value_or(0) * 1000;
  const CompareAnswer answer = NACRE_TRY(memory.compare(request));
  if (output.json()) {
    output.print(memory::to_json(answer) + "\n");
  } else {
    output.print(render(answer, output.words()));
  }
  return exit_code(answer);
}

}  // namespace nacre::cli
