#include "base/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>

namespace nacre::base {
namespace {

// How often a process with a time limit that has closed its output is asked whether it ended.
constexpr int kWaitStepMs = 5;

Error failed(const std::string& what, int number) {
  // strerrordesc_np is safe among threads, as strerror is not.
  const char* words = strerrordesc_np(number);
  return Error{number == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
               what + ": " + (words != nullptr ? words : "unknown error")};
}

std::int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

class Pipe {
 public:
  Pipe() = default;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool open() { return pipe2(ends_.data(), O_CLOEXEC) == 0; }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_end(std::size_t which) {
    if (ends_[which] >= 0) ::close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

// What is read from one of the process's outputs, up to a bound.
struct Stream {
  Pipe pipe;
  std::string text;
  std::uint64_t bytes_max = 0;
  bool cut = false;

  // False at the end.
  Result<bool> take() {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::read(pipe.reading(), buffer.data(), buffer.size());
    if (count < 0) {
      if (errno == EINTR) return true;
      return failed("read what a program says", errno);
    }
    if (count == 0) return false;
    const std::size_t room = static_cast<std::size_t>(bytes_max) - text.size();
    const std::size_t taken = std::min(room, static_cast<std::size_t>(count));
    text.append(buffer.data(), taken);
    cut = cut || taken < static_cast<std::size_t>(count);
    return true;
  }
};

class Process {
 public:
  explicit Process(const ProcessOptions& options) : options_(options) {
    out_.bytes_max = options.output_bytes_max;
    errors_.bytes_max = options.errors_bytes_max;
  }
  ~Process() {
    if (child_ > 0) {
      kill();
      (void)wait();
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Status start(const std::vector<std::string>& arguments) {
    if (!out_.pipe.open() || !errors_.pipe.open()) return failed("run a program", errno);
    std::vector<char*> pointers;
    // posix_spawn takes them without const and does not write to them.
    for (const std::string& argument : arguments) {
      pointers.push_back(const_cast<char*>(argument.c_str()));  // NOLINT(*-const-cast)
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out_.pipe.writing(), STDOUT_FILENO);
    if (options_.errors_bytes_max > 0) {
      posix_spawn_file_actions_adddup2(&actions, errors_.pipe.writing(), STDERR_FILENO);
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (options_.timeout_ms > 0) {  // A group of its own, to be ended whole.
      posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
      posix_spawnattr_setpgroup(&attributes, 0);
    }
    started_ns_ = now_ns();
    const int number =
        posix_spawnp(&child_, pointers.front(), &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (number != 0) {
      child_ = 0;
      return failed("run '" + arguments.front() + "'", number);
    }
    out_.pipe.close_end(1);
    errors_.pipe.close_end(1);
    return Ok{};
  }

  Result<ProcessResult> finish() {
    std::array<pollfd, 2> open = {{{.fd = out_.pipe.reading(), .events = POLLIN, .revents = 0},
                                   {.fd = errors_.pipe.reading(), .events = POLLIN, .revents = 0}}};
    const std::array<Stream*, 2> streams = {&out_, &errors_};
    while (!result_.timed_out && (open[0].fd >= 0 || open[1].fd >= 0)) {
      const int ready = ::poll(open.data(), open.size(), left_ms());
      if (ready < 0 && errno != EINTR) return failed("wait for a program", errno);
      if (ready <= 0) {
        if (is_late()) stop();
        continue;
      }
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (open.at(i).fd >= 0 && open.at(i).revents != 0 && !NACRE_TRY(streams.at(i)->take())) {
          open.at(i).fd = -1;
        }
      }
      // One that never stops talking is late too.
      if (is_late()) stop();
    }
    NACRE_TRY(wait());
    result_.output = std::move(out_.text);
    result_.output_cut = out_.cut;
    result_.errors = std::move(errors_.text);
    return std::move(result_);
  }

 private:
  bool is_late() const { return options_.timeout_ms > 0 && left_ms() == 0; }
  int left_ms() const {
    if (options_.timeout_ms == 0) return -1;
    const std::int64_t passed = (now_ns() - started_ns_) / 1'000'000;
    return static_cast<int>(std::max<std::int64_t>(0, std::int64_t{options_.timeout_ms} - passed));
  }
  void kill() const { ::kill(options_.timeout_ms > 0 ? -child_ : child_, SIGKILL); }
  void stop() {
    kill();
    result_.timed_out = true;
  }

  Status wait() {
    int status = 0;
    for (;;) {
      const bool limited = options_.timeout_ms > 0 && !result_.timed_out;
      const pid_t ended = ::waitpid(child_, &status, limited ? WNOHANG : 0);
      if (ended == child_) break;
      if (ended < 0 && errno != EINTR) return failed("wait for a program", errno);
      if (ended != 0) continue;
      if (is_late()) {
        stop();
      } else {
        ::poll(nullptr, 0, kWaitStepMs);
      }
    }
    child_ = 0;
    result_.wall_ms = static_cast<double>(now_ns() - started_ns_) / 1e6;
    result_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return Ok{};
  }

  ProcessOptions options_;
  pid_t child_ = 0;
  std::int64_t started_ns_ = 0;
  Stream out_, errors_;
  ProcessResult result_;
};

}  // namespace

Result<ProcessResult> run_process(const std::vector<std::string>& arguments,
                                  const ProcessOptions& options) {
  NACRE_CHECK(!arguments.empty());
  Process process(options);
  NACRE_TRY(process.start(arguments));
  return process.finish();
}

}  // namespace nacre::base
