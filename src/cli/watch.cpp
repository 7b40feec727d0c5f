#include "cli/watch.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "memory/json.h"

namespace nacre::cli {
namespace {

// Turns the two signals into a descriptor that becomes readable.
class StopSignals {
 public:
  StopSignals() {
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &stops, nullptr);
    descriptor_ = ::signalfd(-1, &stops, SFD_CLOEXEC);
  }
  ~StopSignals() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

}  // namespace

Result<ExitCode> watch(Memory& memory, Output& output) {
  const StopSignals stop;
  if (stop.descriptor() < 0) {
    return Error{ErrorCode::Io, std::string("wait for signals: ") + std::strerror(errno)};
  }
  NACRE_TRY(memory.watch({.stop_descriptor = stop.descriptor()}, [&](const WatchReport& report) {
    if (output.json()) {
      output.print(memory::to_json(report) + "\n");
    } else {
      output.print(render(report, output.words()));
    }
  }));
  return ExitCode::Found;
}

}  // namespace nacre::cli
