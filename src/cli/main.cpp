#include <csignal>
#include <string_view>
#include <vector>

#include "cli/commands.h"

int main(int count, char** values) {
  // A reader that has seen enough (`nacre recall … | head -1`) is no failure.
  std::signal(SIGPIPE, SIG_IGN);
  // A file that may not grow further (ulimit -f) is an error as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string_view> arguments(values + (count > 0 ? 1 : 0), values + count);
  nacre::cli::Output output;
  return static_cast<int>(nacre::cli::run(arguments, output));
}
