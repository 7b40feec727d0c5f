#include "cli/catalogue.h"

namespace nacre::cli {

std::array<std::span<const Message>, 12> catalogue() {
  return {help_messages(),   option_messages(), config_messages(), doctor_messages(),
          answer_messages(), file_messages(),   memory_messages(), recall_messages(),
          undo_messages(),   usage_messages(),  system_messages(), adopt_messages()};
}

}  // namespace nacre::cli
