#include "cli/output.h"

#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/environment.h"
#include "cli/harmless.h"

namespace nacre::cli {
namespace {

constexpr std::int64_t kRedrawMs = 100;
constexpr std::uint32_t kBarCells = 24;
constexpr std::size_t kPathBytesShown = 40;

// The error, or 0.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::int64_t monotonic_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace

Output::Output()
    : out_is_terminal_(isatty(STDOUT_FILENO) != 0), err_is_terminal_(isatty(STDERR_FILENO) != 0) {
  const bool no_colour = !base::environment("NO_COLOR").value_or("").empty();
  if (no_colour || base::environment("TERM") == "dumb") colour_ = false;
}

void Output::print(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE || failed_) return;
  failed_ = true;
  note(words_.say("nacre: write standard output: {}", words_.of(std::strerror(error))) + "\n");
}

void Output::note(std::string_view text) {
  static_cast<void>(write_all(STDERR_FILENO, text));
}

Result<std::string> read_standard_input(std::size_t bytes_max) {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      return Error{ErrorCode::Io, "read standard input: " + std::string(std::strerror(errno))};
    }
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > bytes_max) {
      return Error{ErrorCode::ResourceExhausted,
                   "standard input: more than " + std::to_string(bytes_max) + " bytes"};
    }
  }
}

std::string progress_line(const IndexProgress& progress) {
  const std::uint32_t total = progress.total > 0 ? progress.total : 1;
  const auto cells = static_cast<std::uint32_t>(
      std::uint64_t{progress.done < total ? progress.done : total} * kBarCells / total);
  std::string_view path = progress.path;
  if (path.size() > kPathBytesShown) path = path.substr(path.size() - kPathBytesShown);
  while (!path.empty() && (static_cast<unsigned char>(path.front()) & 0xC0U) == 0x80U) {
    path.remove_prefix(1);
  }
  return "[" + std::string(cells, '#') + std::string(kBarCells - cells, '.') + "] " +
         std::to_string(progress.done) + "/" + std::to_string(progress.total) + " " +
         harmless(path);
}

void ProgressBar::show(const IndexProgress& progress) {
  const std::int64_t now = monotonic_ms();
  if (!output_->err_is_terminal() || (drawn_ms_ != 0 && now - drawn_ms_ < kRedrawMs)) return;
  drawn_ms_ = now;
  output_->note("\r\x1b[K" + progress_line(progress));
}

ProgressBar::~ProgressBar() {
  if (drawn_ms_ != 0) output_->note("\r\x1b[K");
}

}  // namespace nacre::cli
