#include "cli/catalogue.h"
namespace nacre::cli {
namespace {
constexpr Message kMessages[] = {{"a message", "a"}};
}
std::span<const Message> help_messages() {
  return kMessages;
}
}  // namespace nacre::cli
