#include "memory/context.h"

namespace nacre::memory {
namespace {

recall::ContextOptions context_options(const Setting& setting) {
  const auto number = [&](std::string_view key) {
    return static_cast<std::uint64_t>(setting.config.integer(key));
  };
  return {.clock = setting.clock.get(),
          .root = &setting.root,
          .redactor = &setting.redactor,
          .policy = setting.policy,
          .notes = setting.notes,
          .limits = {.file_chars_max = number("context.file_chars_max"),
                     .user_chars_max = number("context.user_chars_max"),
                     .total_chars_max = number("context.total_chars_max"),
                     .budget_tokens = number("context.budget_tokens"),
                     .head_share = setting.config.number("context.head_share"),
                     .daily_days = static_cast<int>(number("context.daily_days"))}};
}

}  // namespace

Result<ContextAnswer> context(const ContextRequest& request, const Setting& setting) {
  return recall::assemble_context(request, context_options(setting));
}

std::vector<std::string> context_warnings(const Setting& setting) {
  return recall::files_near_limits(context_options(setting));
}

}  // namespace nacre::memory
