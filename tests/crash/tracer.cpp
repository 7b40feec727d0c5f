// Runs a program and, on order, kills it at one of the system calls with which it changes
// files below a directory, or lets that call fail. See README.md.

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "crash/point.h"

// After <sys/ptrace.h>, which it contradicts, for NT_PRSTATUS alone.
#include <elf.h>

namespace {

using nacre::crash::Call;
using nacre::crash::Point;

constexpr int kTracerFailed = 70;
constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE |
                          PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC |
                          PTRACE_O_EXITKILL;

struct Options {
  std::vector<std::string> roots;
  std::string log;
  std::uint64_t at = 0;  // The point at which something happens, from 1; 0: never.
  std::string what = "kill";
  std::vector<char*> program;
};

volatile pid_t main_process = 0;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "crash tracer: %s: %s\n", what.c_str(), std::strerror(errno));
  if (errno == EPERM) {
    std::fprintf(stderr,
                 "ptrace is not permitted here; run with CAP_SYS_PTRACE, or in a container "
                 "with --cap-add=SYS_PTRACE, or set kernel.yama.ptrace_scope to 1\n");
  }
  std::exit(kTracerFailed);
}

// Only the calls that matter stop: the rest runs at full speed.
void install_filter() {
  std::vector<sock_filter> code;
  code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
  for (const std::uint64_t number : nacre::crash::traced_numbers()) {
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
    code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE));
  }
  code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs");
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) fail("seccomp filter");
}

pid_t start(const Options& options) {
  int gate[2];
  if (::pipe(gate) != 0) fail("pipe");
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    ::close(gate[1]);
    char byte = 0;
    // The end of the pipe: the tracer has us.
    static_cast<void>(::read(gate[0], &byte, 1) == 0);
    ::close(gate[0]);
    install_filter();
    ::execv(options.program.front(), options.program.data());
    fail(std::string("run ") + options.program.front());
  }
  if (::ptrace(PTRACE_SEIZE, child, nullptr, kOptions) != 0) {
    const int error = errno;
    ::kill(child, SIGKILL);
    errno = error;
    fail("trace the program");
  }
  ::close(gate[0]);
  ::close(gate[1]);
  return child;
}

#if defined(__x86_64__)
void set_third_argument(user_regs_struct& registers, std::uint64_t value) {
  registers.rdx = value;
}
#elif defined(__aarch64__)
void set_third_argument(user_regs_struct& registers, std::uint64_t value) {
  registers.regs[2] = value;
}
#else
#error "say where the third argument of a system call is on this machine"
#endif

template <typename Change>
void change_registers(pid_t thread, Change change) {
  user_regs_struct registers{};
  iovec data{&registers, sizeof registers};
  if (::ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &data) != 0) fail("read registers");
  change(registers);
  if (::ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &data) != 0) fail("write registers");
}

// Lets the call that `thread` is about to make fail with `error` instead.
void refuse(pid_t thread, int error) {
  const auto code = static_cast<std::uint64_t>(-static_cast<std::int64_t>(error));
#if defined(__x86_64__)
  change_registers(thread, [&](user_regs_struct& registers) {
    registers.orig_rax = ~std::uint64_t{0};
    registers.rax = code;
  });
#else
  int none = -1;
  iovec number{&none, sizeof none};
  if (::ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &number) != 0) fail("skip a call");
  change_registers(thread, [&](user_regs_struct& registers) { registers.regs[0] = code; });
#endif
}

// Shortens the write that `thread` is about to make to its first half.
void tear(pid_t thread, const Point& point) {
  std::uint64_t half = point.bytes / 2;
  if (point.vector != 0) {
    // One iovec of half its length; what follows it is lost too.
    iovec here{&half, sizeof half};
    const std::uint64_t at = point.vector + offsetof(iovec, iov_len);
    iovec there{reinterpret_cast<void*>(at), sizeof half};  // NOLINT(performance-no-int-to-ptr)
    if (::process_vm_writev(thread, &here, 1, &there, 1, 0) != sizeof half) fail("tear a write");
    half = 1;
  }
  change_registers(thread,
                   [&](user_regs_struct& registers) { set_third_argument(registers, half); });
}

// What can go wrong, by the name it has on the command line.
struct Fault {
  const char* name;
  int error;
};
constexpr Fault kFaults[] = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT},
                             {"EROFS", EROFS},   {"EMFILE", EMFILE}, {"EINTR", EINTR},
                             {"EACCES", EACCES}, {"ENOMEM", ENOMEM}};

std::optional<int> error_named(const std::string& name) {
  for (const Fault& fault : kFaults) {
    if (name == fault.name) return fault.error;
  }
  return std::nullopt;
}

class Tracer {
 public:
  explicit Tracer(const Options& options) : options_(options) {}

  void run() {
    // What a killed shell leaves behind comes to us, to be waited for once more.
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) fail("adopt orphans");
    const pid_t child = start(options_);
    main_process = child;
    threads_.insert(child);
    while (true) {
      int status = 0;
      const pid_t thread = ::waitpid(-1, &status, __WALL);
      if (thread < 0 && errno == EINTR) continue;
      if (thread < 0) break;  // All are gone.
      if (WIFEXITED(status) || WIFSIGNALED(status)) {
        threads_.erase(thread);
        if (thread == child) main_status_ = status;
      } else if (WIFSTOPPED(status)) {
        stopped(thread, status);
      }
    }
    write_log();
  }

 private:
  void stopped(pid_t thread, int status) {
    threads_.insert(thread);
    const int signal = WSTOPSIG(status);
    const auto event = static_cast<unsigned>(status) >> 16U;
    if (event == PTRACE_EVENT_SECCOMP) {
      about_to_call(thread);
    } else if (signal == (SIGTRAP | 0x80)) {
      kill_all();  // The torn write is done.
    } else if (event == PTRACE_EVENT_STOP && signal != SIGTRAP) {
      ::ptrace(PTRACE_LISTEN, thread, nullptr, nullptr);
    } else {
      go_on(thread, PTRACE_CONT, event == 0 ? signal : 0);
    }
  }

  // A thread may have been killed by another one meanwhile: that is no failure.
  static void go_on(pid_t thread, __ptrace_request how, int signal) {
    ::ptrace(how, thread, nullptr, static_cast<long>(signal));
  }

  void about_to_call(pid_t thread) {
    __ptrace_syscall_info info{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) < 0) {
      if (errno == ESRCH) return;
      fail("look at a system call");
    }
    Call call{.thread = thread, .number = info.seccomp.nr};
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      call.arguments[i] = info.seccomp.args[i];
    }
    if (maps_for_writing(call, options_.roots)) ++mapped_;
    const std::optional<Point> point = point_of(call, options_.roots);
    if (point && !killed_) {
      points_.push_back(*point);
      if (points_.size() == options_.at) return strike(thread, *point);
    }
    go_on(thread, PTRACE_CONT, 0);
  }

  // What was ordered for this call.
  void strike(pid_t thread, const Point& point) {
    struck_ = true;
    if (const std::optional<int> error = error_named(options_.what)) {
      refuse(thread, *error);
    } else if (point.can_tear && options_.what == "short") {
      tear(thread, point);
    } else if (point.can_tear && options_.what == "tear") {
      tear(thread, point);
      return go_on(thread, PTRACE_SYSCALL, 0);
    } else {
      return kill_all();
    }
    go_on(thread, PTRACE_CONT, 0);
  }

  void kill_all() {
    killed_ = true;
    for (const pid_t thread : threads_) ::kill(thread, SIGKILL);
  }

  void write_log() const {
    std::FILE* file = std::fopen(options_.log.c_str(), "w");
    if (file == nullptr) fail("write " + options_.log);
    for (const Point& point : points_) {
      std::fprintf(file, "point\t%s\t%d\t%s\n", point.name.c_str(), point.can_tear ? 1 : 0,
                   point.path.c_str());
    }
    std::fprintf(file, "mapped\t%d\n", mapped_);
    const int code = WIFEXITED(main_status_) ? WEXITSTATUS(main_status_) : -1;
    std::fprintf(file, "struck\t%d\n%s\t%d\n", struck_ ? 1 : 0, killed_ ? "killed" : "exit", code);
    if (std::fclose(file) != 0) fail("write " + options_.log);
  }

  const Options& options_;
  std::set<pid_t> threads_;
  std::vector<Point> points_;
  int mapped_ = 0;
  int main_status_ = 0;
  bool struck_ = false, killed_ = false;
};

Options parse(int count, char** values) {
  Options options;
  int at = 1;
  for (; at < count && std::strcmp(values[at], "--") != 0; ++at) {
    const std::string name = values[at];
    const bool has_value = at + 1 < count;
    if (name == "--root" && has_value) {
      options.roots.emplace_back(values[++at]);
    } else if (name == "--log" && has_value) {
      options.log = values[++at];
    } else if (name == "--at" && has_value) {
      options.at = std::strtoull(values[++at], nullptr, 10);
    } else if (name == "--do" && has_value) {
      options.what = values[++at];
    } else {
      break;
    }
  }
  const bool complete =
      at + 1 < count && std::strcmp(values[at], "--") == 0 && !options.log.empty();
  if (!complete) {
    std::fprintf(stderr,
                 "usage: nacre_crash_tracer --root DIR --log FILE [--at N [--do "
                 "kill|tear|short|ENOSPC|...]] "
                 "-- PROGRAM [ARGUMENT...]\n");
    std::exit(kTracerFailed);
  }
  options.program.assign(values + at + 1, values + count);
  options.program.push_back(nullptr);
  return options;
}

void pass_on(int number) {
  if (main_process != 0) ::kill(main_process, number);
}

}  // namespace

int main(int count, char** values) {
  const Options options = parse(count, values);
  std::signal(SIGTERM, pass_on);
  std::signal(SIGINT, pass_on);
  Tracer(options).run();
  return 0;
}
