#include "base/log.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "base/environment.h"

namespace nacre::base {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"debug", "info", "warning", "error", "off"};
constexpr std::size_t kOnceKeysMax = 1000;

std::atomic<LogWords> log_words = nullptr;

// Read at every call: it is cheap beside the writing, and keeps no state.
LogLevel threshold() {
  const std::string wanted = environment("NACRE_LOG").value_or("warning");
  const auto found = std::find(kNames.begin(), kNames.end(), wanted);
  return found == kNames.end() ? LogLevel::Warning : static_cast<LogLevel>(found - kNames.begin());
}

// Messages hold names of files and words of others: they must not steer the
// terminal or fake a second line.
void append_visible(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
}

}  // namespace

void log(LogLevel level, std::string_view room, std::string_view message) {
  if (level == LogLevel::Off || level < threshold()) return;
  std::string line = "nacre: ";
  line += kNames[static_cast<std::size_t>(level)];
  line += ": ";
  append_visible(line, room);
  line += ": ";
  append_visible(line, message);
  if (const LogWords words = log_words.load()) line = words(line);
  line += '\n';
  // One write, so that lines of several threads do not mix. Where standard error
  // is closed there is nobody to tell.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

void say_log_in(LogWords words) {
  log_words.store(words);
}

void log_once(std::string_view key, LogLevel level, std::string_view room,
              std::string_view message) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> seen;
  {
    const std::lock_guard lock(mutex);
    if (seen.size() >= kOnceKeysMax || !seen.emplace(key).second) return;
  }
  log(level, room, message);
}

}  // namespace nacre::base
