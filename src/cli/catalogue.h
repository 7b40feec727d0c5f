#pragma once

#include <array>
#include <span>
#include <string_view>

namespace nacre::cli {

// One message in both languages. `{}` are holes, filled in order; the Chinese may
// put them in another order as {0}, {1} or leave some out.
struct Message {
  std::string_view english;
  std::string_view chinese;
};

// By theme: help and options, configuration keys, config and doctor, answers, errors of the engine,
// and the words of the system and of SQLite. tools/check_messages.py compares all
// but the last with the sources.
std::span<const Message> help_messages();
std::span<const Message> option_messages();
std::span<const Message> config_messages();
std::span<const Message> doctor_messages();
std::span<const Message> adopt_messages();
std::span<const Message> answer_messages();
std::span<const Message> file_messages();
std::span<const Message> memory_messages();
std::span<const Message> recall_messages();
std::span<const Message> undo_messages();
std::span<const Message> usage_messages();
std::span<const Message> system_messages();

std::array<std::span<const Message>, 12> catalogue();

}  // namespace nacre::cli
