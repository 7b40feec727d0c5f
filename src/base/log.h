#pragma once

#include <string>
#include <string_view>

namespace nacre::base {

enum class LogLevel { Debug, Info, Warning, Error, Off };

// Diagnostics for people, on standard error only: standard output belongs to
// answers and protocols. Level from NACRE_LOG (debug, info, warning, error,
// off); the default is warning.
//
// Threads: any.
void log(LogLevel level, std::string_view room, std::string_view message);
// Only the first call with this `key` in the process prints.
void log_once(std::string_view key, LogLevel level, std::string_view room,
              std::string_view message);

// Makes of a line, without its end, what people read: a shell sets it once, before
// there are other threads, to speak their language. Null: as it is.
using LogWords = std::string (*)(std::string_view line);
void say_log_in(LogWords words);

}  // namespace nacre::base
