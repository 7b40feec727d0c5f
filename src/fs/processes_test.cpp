#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <map>

#include "fs/root.h"
#include "fs/temporary_directory.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 64 << 20;

// Runs `work` in a process of its own; nothing of the test runs there.
pid_t start(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  return child;
}

bool finish(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string numbered(int process, int i) {
  return "p" + std::to_string(process) + "-" + std::to_string(i);
}

bool said_ok(const Result<std::optional<Root::AppendResult>>& result) {
  if (!result.ok()) std::fprintf(stderr, "%s\n", result.error().message.c_str());
  return result.ok();
}

bool said_ok(const Result<bool>& result) {
  if (!result.ok()) std::fprintf(stderr, "%s\n", result.error().message.c_str());
  return result.ok();
}

bool append_line(const Root& root, const std::string& text) {
  return said_ok(root.append("memory/day.md", [&](std::string_view) {
    return Result<std::optional<std::string>>(std::optional("- " + text + "\n"));
  }));
}

bool prepend_line(const Root& root, const std::string& text) {
  return said_ok(root.replace("memory/day.md", [&](std::string_view present) {
    return Result<std::optional<std::string>>(
        std::optional("- " + text + "\n" + std::string(present)));
  }));
}

std::map<std::string, int> lines_of(const std::string& text) {
  std::map<std::string, int> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    ++lines[text.substr(begin, end - begin)];
    begin = end + 1;
  }
  return lines;
}

TEST(Processes, LoseAndTearNothingInOneFile) {
  constexpr int kProcesses = 4, kEach = 40;
  const TemporaryDirectory directory;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(start([&] {
      const auto files = make_real_file_system();
      const Root root = Root::open(*files, directory.path()).value();
      for (int i = 0; i < kEach; ++i) {
        // Every fourth write replaces the file under the feet of the others.
        const std::string text = numbered(process, i);
        if (!(i % 4 == 3 ? prepend_line(root, text) : append_line(root, text))) return false;
      }
      return true;
    }));
  }
  for (const pid_t child : children) EXPECT_TRUE(finish(child));

  const auto files = make_real_file_system();
  const auto text = files->read(directory / "memory/day.md", kAll);
  ASSERT_TRUE(text.ok()) << text.error().message;
  const auto lines = lines_of(text.value());
  EXPECT_EQ(lines.size(), std::size_t{kProcesses * kEach});
  for (int process = 0; process < kProcesses; ++process) {
    for (int i = 0; i < kEach; ++i) {
      EXPECT_EQ(lines.count("- " + numbered(process, i)), 1U) << numbered(process, i);
    }
  }
}

// Each victim says what was acknowledged over a pipe, byte by byte, until it is
// killed wherever it happens to be.
TEST(Processes, AKilledWriterLosesNothingItAcknowledged) {
  const TemporaryDirectory directory;
  const auto files = make_real_file_system();
  const Root root = Root::open(*files, directory.path()).value();
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    const pid_t victim = start([&] {
      for (int i = 0; i < 100000; ++i) {
        const std::string text = numbered(round, i);
        if (!(i % 4 == 3 ? prepend_line(root, text) : append_line(root, text))) return false;
        if (::write(pipe_ends[1], "+", 1) != 1) return false;
      }
      return true;
    });
    ::close(pipe_ends[1]);
    int acknowledged = 0;
    char byte = 0;
    while (acknowledged < 3 + round && ::read(pipe_ends[0], &byte, 1) == 1) ++acknowledged;
    ASSERT_EQ(::kill(victim, SIGKILL), 0);
    finish(victim);
    while (::read(pipe_ends[0], &byte, 1) == 1) ++acknowledged;
    ::close(pipe_ends[0]);

    ASSERT_TRUE(root.recover().ok());
    const auto lines = lines_of(files->read(directory / "memory/day.md", kAll).value());
    for (int i = 0; i < acknowledged; ++i) {
      ASSERT_EQ(lines.count("- " + numbered(round, i)), 1U) << numbered(round, i);
    }
    for (const auto& [text, count] : lines) {
      ASSERT_TRUE(text.starts_with("- p")) << text;
      ASSERT_EQ(count, 1) << text;
    }
  }
}

}  // namespace
}  // namespace nacre::fs
